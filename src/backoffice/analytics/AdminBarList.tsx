import { formatCount } from '../../ui/format.ts'
import { shareOf } from './comparison.rules.ts'
import type { NamedCount } from './topLists.rules.ts'

interface AdminCountsProps {
  /** What a screen reader calls it. */
  label: string
  rows: NamedCount[]
  /** How a count reads. */
  format?: (count: number) => string
}

/** What there is most of first, each on a bar as long as its share of the first. */
export function AdminBarList({ label, rows, format = formatCount }: AdminCountsProps) {
  const most = Math.max(...rows.map(({ count }) => count), 0)
  return (
    <ol aria-label={label} className="figures grid gap-1 text-small">
      {rows.map(({ name, count }) => (
        <li key={name} className="relative flex items-center justify-between gap-4 px-3 py-1.5">
          <span
            aria-hidden
            className="absolute inset-y-0 left-0 rounded-inner bg-accent-soft transition-[width] duration-200"
            style={{ width: `${shareOf(count, most) * 100}%` }}
          />
          <span className="relative min-w-0 wrap-anywhere">{name}</span>{' '}
          <span className="relative shrink-0 font-medium">{format(count)}</span>
        </li>
      ))}
    </ol>
  )
}
