import type { ReactNode } from 'react'
import { PageTitle } from '../../ui/components/PageTitle.tsx'
import type { LucideIcon } from 'lucide-react'

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

interface AccountOutcomeProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  /** The link or button for the next action. */
  action: ReactNode
}

/** The result of an account action; announced to screen readers when it replaces a form. */
export const AccountResultLayout = ({ icon: Icon, title, children, action }: AccountOutcomeProps) => (
  <div className="measure grid grow place-items-center py-10 md:py-16">
    <PageTitle>{title}</PageTitle>
    <div role="status" className="grid w-full max-w-md justify-items-center gap-4 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent-text">
        <Icon className="size-7" strokeWidth={1.5} aria-hidden />
      </span>
      <h1 className="display text-title">{title}</h1>
      <p className="text-ink-soft">{children}</p>
      <div className="pt-3 max-sm:w-full max-sm:*:w-full">{action}</div>
    </div>
  </div>
)
