import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '../components/cn.ts'
import { visiblePages } from './pagination.ts'

interface PaginationProps {
  current: number
  last: number
  /** The URL of a page. */
  to: (page: number) => string
}

/** Links, so that every page has a URL; renders nothing for a single page. */
export function Pagination({ current, last, to }: PaginationProps) {
  if (last <= 1) return null
  return (
    <nav aria-label="Pagina’s" className="pt-14">
      <ul className="flex items-center justify-center gap-1">
        <Step to={current > 1 ? to(current - 1) : null} rel="prev" label="Vorige pagina">
          <ChevronLeft className="size-5" aria-hidden />
        </Step>
        {visiblePages(current, last).map((page, index) => (
          <li key={page ?? `gap ${index}`}>
            {page === null ? (
              <span className="grid size-11 place-items-center text-ink-faint">…</span>
            ) : (
              <Link
                to={to(page)}
                aria-label={`Pagina ${page}`}
                aria-current={page === current ? 'page' : undefined}
                className={cn(
                  square,
                  'figures font-medium',
                  page === current ? 'bg-ink text-paper' : 'text-ink hover:bg-ink/6',
                )}
              >
                {page}
              </Link>
            )}
          </li>
        ))}
        <Step to={current < last ? to(current + 1) : null} rel="next" label="Volgende pagina">
          <ChevronRight className="size-5" aria-hidden />
        </Step>
      </ul>
    </nav>
  )
}

const square = 'grid size-11 place-items-center rounded-full transition-colors duration-150'

interface StepProps {
  /** Null before the first and after the last page. */
  to: string | null
  rel: 'prev' | 'next'
  label: string
  children: ReactNode
}

const Step = ({ to, rel, label, children }: StepProps) => (
  <li>
    {to === null ? (
      <span aria-hidden className={cn(square, 'text-ink-faint opacity-50')}>
        {children}
      </span>
    ) : (
      <Link to={to} rel={rel} aria-label={label} className={cn(square, 'text-ink hover:bg-ink/6')}>
        {children}
      </Link>
    )}
  </li>
)
