// Safari drops the table semantics when the display of its parts changes, as on a phone, so each part has its role.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Link } from 'react-router'
import { cn } from '../components/cn.ts'

export interface TableSorting {
  /** The order in the URL: one of the columns' `sorts`. */
  current: string
  /** The URL of another order. */
  to: (sort: string) => string
}

interface SortHeadingProps {
  column: {
    name: string
    sorts?: { ascending?: string; descending?: string }
    align?: 'end'
    className?: string
  }
  sorting: TableSorting | undefined
}

/** A column's heading with a link to its order, and to the reverse where there is one. */
export function SortableHeader({ column: { name, sorts, align, className }, sorting }: SortHeadingProps) {
  const direction = sorting && sorts && directionOf(sorts, sorting.current)
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction}
      className={cn('px-2 first:pl-5 last:pr-5 xl:px-3', align === 'end' && 'md:text-right', className)}
    >
      {sorting && sorts ? (
        <Link
          to={sorting.to(next(sorts, direction))}
          preventScrollReset
          className={cn(
            '-mx-1 inline-flex min-h-11 items-center gap-1 rounded-inner px-1 font-medium whitespace-nowrap hover:text-ink',
            direction && 'text-ink',
          )}
        >
          {name}
          <SortArrow direction={direction} />
        </Link>
      ) : (
        <span className="inline-flex min-h-11 items-center font-medium whitespace-nowrap print:whitespace-normal">
          {name}
        </span>
      )}
    </th>
  )
}

type Direction = 'ascending' | 'descending' | undefined
type Sorts = NonNullable<SortHeadingProps['column']['sorts']>

function directionOf({ ascending, descending }: Sorts, current: string): Direction {
  if (current === ascending) return 'ascending'
  return current === descending ? 'descending' : undefined
}

const next = ({ ascending, descending }: Sorts, now: Direction): string =>
  (now === 'ascending' ? (descending ?? ascending) : (ascending ?? descending)) ?? ''

function SortArrow({ direction }: { direction: Direction }) {
  if (direction === 'ascending') return <ArrowUp className="size-3.5" aria-hidden />
  if (direction === 'descending') return <ArrowDown className="size-3.5" aria-hidden />
  return <ChevronsUpDown className="size-3.5 opacity-50" aria-hidden />
}
