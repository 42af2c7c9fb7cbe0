import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'

interface BreadcrumbsProps {
  /** From the top level down; the page itself has no `to`. */
  steps: { name: string; to?: string }[]
}

/** The path to this page, as links. */
export const Breadcrumbs = ({ steps }: BreadcrumbsProps) => (
  <nav aria-label="Kruimelpad">
    <ol className="flex flex-wrap items-center gap-x-1.5 text-small text-ink-soft">
      {steps.map(({ name, to }, index) => (
        // Hidden on a phone, where the page's own heading is enough.
        <li key={name} className="flex min-h-8 items-center gap-1.5 not-first:last:max-sm:hidden">
          {index > 0 && <ChevronRight className="size-3.5 text-ink-faint" aria-hidden />}
          {to ? (
            <Link to={to} className="py-1 underline-offset-4 hover:text-ink hover:underline">
              {name}
            </Link>
          ) : (
            <span aria-current="page" className="text-ink-faint">
              {name}
            </span>
          )}
        </li>
      ))}
    </ol>
  </nav>
)
