import { useSuspenseQuery } from '@tanstack/react-query'
import { Check, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { type TaskCounts, MAX_TASK_COUNT } from './contract.ts'
import { taskCountsQuery } from './hooks.ts'

interface TaskLabel {
  to: string
  one: string
  many: string
}

/** Where each is done, the most pressing first. */
const taskLabels: Record<keyof TaskCounts, TaskLabel> = {
  refunds: { to: '/admin/refunds', one: 'terugbetaling lukte niet', many: 'terugbetalingen lukten niet' },
  findings: { to: '/admin/books', one: 'verschil in de boeken', many: 'verschillen in de boeken' },
  withdrawals: {
    to: '/admin/withdrawals',
    one: 'herroeping wacht op antwoord',
    many: 'herroepingen wachten op antwoord',
  },
  orders: {
    to: '/admin/orders?status=PAID',
    one: 'bestelling te versturen',
    many: 'bestellingen te versturen',
  },
  mails: { to: '/admin/mails?state=FAILED', one: 'mail kwam niet aan', many: 'mails kwamen niet aan' },
  reviews: { to: '/admin/reviews', one: 'beoordeling te lezen', many: 'beoordelingen te lezen' },
}

/** What waits for a person, each with the way to it; what there is nothing of is left out. */
export function AdminTaskList() {
  const { data } = useSuspenseQuery(taskCountsQuery)
  const waiting = (Object.keys(taskLabels) as (keyof TaskCounts)[]).filter(kind => data[kind] > 0)
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
