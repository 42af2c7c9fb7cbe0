import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/components/PageTitle.tsx'

interface AccountStepProps {
  title: string
  /** One sentence of instruction. */
  intro?: ReactNode
  children: ReactNode
}

/** The page of one account form that a mailed link opens. */
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
