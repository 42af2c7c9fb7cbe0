import { AdminChecklist } from '../checklist/AdminChecklist.tsx'
import { keysOf } from '../../wire/records.ts'
import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { AdminCreditOwed, AdminStats } from './AdminStats.tsx'
import { statsQuery, taskCountsQuery, dailyStatsQuery } from './hooks.ts'
import { AdminPageHeader } from '../../ui/lists/AdminPageHeader.tsx'
import { Check, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { type TaskCounts, MAX_TASK_COUNT, statsPeriods } from './contract.ts'
import { useState } from 'react'
import { formatCents } from '../../wire/money.ts'
import { lazyPart } from '../../ui/components/lazyPart.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'

/** `/admin`: the key figures of the shop. */
export function AdminDashboardPage() {
  const { data: stats } = useSuspenseQuery(statsQuery)
  return (
    <>
      <AdminPageHeader title="Overzicht" />
      <div className="grid grid-cols-1 gap-6">
        <div className="grid gap-3">
          <AdminStats stats={stats} />
          <AdminCreditOwed {...stats.creditOwed} />
        </div>
        <AdminChecklist />
        <AdminTaskList />
        <AdminDailyStats />
      </div>
    </>
  )
}

interface TaskLabel {
  to: string
  one: string
  many: string
}

/** Labels and pages of the tasks, most urgent first. */
const taskLabels: Record<keyof TaskCounts, TaskLabel> = {
  contentReports: {
    to: '/admin/content-reports?status=WAITING',
    one: 'melding wacht op een beslissing',
    many: 'meldingen wachten op een beslissing',
  },
  applications: {
    to: '/admin/creators/applications',
    one: 'aanmelding van een creator wacht op een beslissing',
    many: 'aanmeldingen van creators wachten op een beslissing',
  },
  creatorPages: {
    to: '/admin/creators/pages',
    one: 'pagina van een creator te bekijken',
    many: 'pagina’s van creators te bekijken',
  },
  refunds: { to: '/admin/refunds', one: 'terugbetaling lukte niet', many: 'terugbetalingen lukten niet' },
  findings: { to: '/admin/books', one: 'verschil in de boeken', many: 'verschillen in de boeken' },
  withdrawals: {
    to: '/admin/withdrawals',
    one: 'herroeping wacht op antwoord',
    many: 'herroepingen wachten op antwoord',
  },
  withdrawalRefunds: {
    to: '/admin/withdrawals?state=REFUND_DUE',
    one: 'herroeping nog terug te betalen',
    many: 'herroepingen nog terug te betalen',
  },
  messages: {
    to: '/admin/messages?status=OPEN',
    one: 'bericht wacht op antwoord',
    many: 'berichten wachten op antwoord',
  },
  orders: {
    to: '/admin/orders?status=PAID',
    one: 'bestelling te versturen',
    many: 'bestellingen te versturen',
  },
  mails: { to: '/admin/mails?state=FAILED', one: 'mail kwam niet aan', many: 'mails kwamen niet aan' },
  reviews: { to: '/admin/reviews', one: 'beoordeling te lezen', many: 'beoordelingen te lezen' },
}

/** The tasks with their numbers and links; those without any are left out. */
function AdminTaskList() {
  const { data } = useSuspenseQuery(taskCountsQuery)
  const waiting = keysOf(taskLabels).filter(kind => data[kind] > 0)
  return (
    <section aria-labelledby="chores" className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <h2 id="chores" className="mb-2 font-semibold">
        Te doen
      </h2>
      {waiting.length === 0 ? (
        <p className="flex items-center gap-2 text-small text-ink-soft">
          <Check className="size-4.5 text-green" aria-hidden />
          Niets wacht op jou.
        </p>
      ) : (
        <ul className="-mx-3 grid gap-x-4 sm:grid-cols-2 xl:grid-cols-3">
          {waiting.map(kind => (
            <li key={kind}>
              <TaskLink chore={taskLabels[kind]} count={data[kind]} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const TaskLink = ({ chore: { to, one, many }, count }: { chore: TaskLabel; count: number }) => (
  <Link
    to={to}
    className="group flex min-h-12 items-center gap-3 rounded-inner px-3 transition-colors hover:bg-ink/6"
  >
    <span className="figures display min-w-8 text-subheading">
      {count === MAX_TASK_COUNT ? `${count}+` : count}
    </span>
    <span className="grow text-small">{count === 1 ? one : many}</span>
    <ChevronRight
      className="size-4.5 text-ink-faint transition-transform group-hover:translate-x-0.5"
      aria-hidden
    />
  </Link>
)

const names: Record<(typeof statsPeriods)[number], string> = {
  7: '7 dagen',
  30: '30 dagen',
  90: '90 dagen',
  365: 'Een jaar',
}
const options = statsPeriods.map(value => ({ value, name: names[value] }))

// Loaded on demand: the chart library is large, and only admins need it.
const DayChart = lazyPart({
  load: async () => (await import('./AdminDailyStatsChart.tsx')).AdminDailyStatsChart,
  placeholder: <Skeleton className="h-96" />,
})

function AdminDailyStats() {
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
      {data ? <DayChart days={data} /> : <Skeleton className="h-96" />}
    </section>
  )
}
