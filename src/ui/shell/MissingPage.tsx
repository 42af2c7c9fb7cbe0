import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useRouteError } from 'react-router'
import { failureOf } from '../failure.ts'
import { Button } from '../parts/Button.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Title } from '../parts/Title.tsx'
import { ErrorPage } from './ErrorPage.tsx'

interface MissingPageProps {
  icon: LucideIcon
  title: string
  /** Where to go instead. */
  to: string
  link: string
  /** What may be the matter. */
  children: ReactNode
}

/** Stands in for one thing that is not there; what went wrong otherwise is the error page's. */
export function MissingPage({ icon, title, to, link, children }: MissingPageProps) {
  if (failureOf(useRouteError()).status !== 404) return <ErrorPage />
  const way = (
    <Button asChild>
      <Link to={to}>{link}</Link>
    </Button>
  )
  return (
    <div className="measure py-12">
      <Title>{title}</Title>
      <EmptyState icon={icon} title={title} action={way}>
        {children}
      </EmptyState>
    </div>
  )
}
