import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatCents } from '../../wire/money.ts'
import { SegmentedControl } from '../../ui/components/SegmentedControl.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { statsPeriods } from './contract.ts'
import { dailyStatsQuery } from './hooks.ts'

const names: Record<(typeof statsPeriods)[number], string> = {
  7: '7 dagen',
  30: '30 dagen',
  90: '90 dagen',
  365: 'Een jaar',
}
const options = statsPeriods.map(value => ({ value, name: names[value] }))

// The charts are large, and nobody but an admin sees one.
const DayChart = lazy(async () => ({
  default: (await import('./AdminDailyStatsChart.tsx')).AdminDailyStatsChart,
}))

/** Revenue and orders over time. */
export function AdminDailyStats() {
  const [days, setDays] = useState<(typeof statsPeriods)[number]>(30)
  const { data } = useQuery({ ...dailyStatsQuery(days), placeholderData: before => before })
  return (
    <section aria-labelledby="trend" className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="trend" className="font-semibold">
          Omzet en bestellingen
        </h2>
        <SegmentedControl label="Periode" options={options} value={days} onChange={setDays} />
      </div>
      {data && (
        <p className="figures mb-4 text-small text-ink-soft">
          {formatCents(data.reduce((sum, { revenue }) => sum + revenue, 0))} uit{' '}
          {data.reduce((sum, { orders }) => sum + orders, 0)} bestellingen en verkochte minuten
        </p>
      )}
      <Suspense fallback={<Skeleton className="h-96" />}>
        {data ? <DayChart days={data} /> : <Skeleton className="h-96" />}
      </Suspense>
    </section>
  )
}
