import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/components/PageTitle.tsx'

interface AccountStepProps {
  title: string
  /** What to do here, in a sentence. */
  intro?: ReactNode
  children: ReactNode
}

/** A page with one thing to do for one's account, where a mailed link leads to. */
export const AccountFormLayout = ({ title, intro, children }: AccountStepProps) => (
  <div className="measure grid grow place-items-center py-10 md:py-16">
    <PageTitle>{title}</PageTitle>
    <div className="grid w-full max-w-md gap-8">
      <header className="grid gap-3">
        <h1 className="display text-title">{title}</h1>
        {intro && <p className="text-lead text-ink-soft">{intro}</p>}
      </header>
      {children}
    </div>
  </div>
)
