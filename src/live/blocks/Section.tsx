import type { ReactNode } from 'react'

interface SectionProps {
  id: string
  title: string
  children: ReactNode
}

/** A part of the page, with its heading. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
    <h2 id={id} className="display text-heading">
      {title}
    </h2>
    {children}
  </section>
)
