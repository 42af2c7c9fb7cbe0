import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useRouteError } from 'react-router'
import { toPageFailure } from '../pageFailure.ts'
import { Button } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { PageTitle } from '../components/PageTitle.tsx'
import { ErrorPage } from './ErrorPage.tsx'

interface MissingPageProps {
  icon: LucideIcon
  title: string
  /** Links to other pages. */
  to: string
  link: string
  /** A possible reason. */
  children: ReactNode
}

/** Replaces the page of an item that does not exist; other failures show the error page. */
export function ResourceNotFoundPage({ icon, title, to, link, children }: MissingPageProps) {
  if (toPageFailure(useRouteError()).status !== 404) return <ErrorPage />
  const way = (
    <Button asChild>
      <Link to={to}>{link}</Link>
    </Button>
  )
  return (
    <div className="measure py-12">
      <PageTitle>{title}</PageTitle>
      <EmptyState icon={icon} title={title} action={way}>
        {children}
      </EmptyState>
    </div>
  )
}
