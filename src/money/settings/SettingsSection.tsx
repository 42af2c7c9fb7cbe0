import { type ReactNode, useId } from 'react'

interface SettingsSectionProps {
  title: string
  /** One sentence about the section. */
  about: string
  children: ReactNode
}

/** A group of settings under one title. */
export function SettingsSection({ title, about, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-5">
      <div className="grid gap-1 border-b border-line pb-3">
        <h2 id={id} className="display text-subheading">
          {title}
        </h2>
        <p className="text-small text-ink-soft">{about}</p>
      </div>
      {children}
    </section>
  )
}
