import { CalendarDays } from 'lucide-react'
import { useMatches } from 'react-router'
import type { PageHandle } from '../../ui/pageAccess.ts'
import { useShop } from '../../ui/boot.ts'

/** The holiday notice for customers, above the pages of the shop itself. */
export function HolidayBanner() {
  const { notice } = useShop()
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined
  if (notice === null || handle?.access !== 'storefront') return null
  return (
    <aside aria-label="Bericht van de winkel" className="border-b border-line bg-accent-soft/50">
      <p className="measure flex items-start gap-3 py-3 text-small text-ink">
        <CalendarDays className="mt-0.5 size-4.5 shrink-0 text-accent-text" strokeWidth={1.75} aria-hidden />
        {notice}
      </p>
    </aside>
  )
}
