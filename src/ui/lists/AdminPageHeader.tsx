import type { ReactNode } from 'react'
import { BackLink } from '../components/BackLink.tsx'
import { PageTitle } from '../components/PageTitle.tsx'
import { UnbrokenNumbers } from '../components/UnbrokenNumbers.tsx'

interface AdminHeadProps {
  title: string
  /** Next to the title: the number of items, a badge. */
  aside?: ReactNode
  /** One sentence about the purpose of the page. */
  children?: ReactNode
  /** Buttons on the right; below the title on a phone. */
  actions?: ReactNode
  /** Link to the list, for a page about one item. */
  back?: { to: string; name: string }
}

/** The header of a page of the back office. */
export const AdminPageHeader = ({ title, aside, children, actions, back }: AdminHeadProps) => (
  <header className="mb-6 grid gap-2">
    <PageTitle>{`${title} · Admin`}</PageTitle>
    {back && (
      <div>
        <BackLink to={back.to}>{back.name}</BackLink>
      </div>
    )}
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <h1 className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="display text-heading wrap-anywhere">
          <UnbrokenNumbers>{title}</UnbrokenNumbers>
        </span>
        {aside && <span className="figures text-small font-normal wrap-anywhere text-ink-soft">{aside}</span>}
      </h1>
      {/* On a phone, two or more fill their lines. */}
      {actions && (
        <div className="flex flex-wrap gap-2 max-sm:has-[>:nth-child(2)]:w-full max-sm:has-[>:nth-child(2)]:*:grow print:hidden">
          {actions}
        </div>
      )}
    </div>
    {children && <p className="max-w-3xl text-small text-ink-soft">{children}</p>}
  </header>
)
