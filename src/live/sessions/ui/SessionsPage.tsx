import { useSuspenseQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { ReportButton } from '../../../people/contentReports/ReportButton.tsx'
import { formatMinutes, formatDateTime } from '../../../ui/format.ts'
import { BackLink } from '../../../ui/components/BackLink.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { Card } from '../../../ui/components/Card.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { PageTitle } from '../../../ui/components/PageTitle.tsx'
import { formatCents } from '../../../wire/money.ts'
import type { PastSession } from '../contract.ts'
import { sumSessionTotals } from './history.rules.ts'
import { sessionHistoryQuery } from './hooks.ts'

export function SessionsPage() {
  const { data: sessions } = useSuspenseQuery(sessionHistoryQuery)
  return (
    <div className="measure py-8 md:py-12">
      <PageTitle>Mijn Sessies</PageTitle>
      <BackLink to="/dashboard">Terug naar dashboard</BackLink>
      <h1 className="display mt-2 mb-8 text-title">Mijn Sessies</h1>
      {sessions.length === 0 ? <NoSessions /> : <History sessions={sessions} />}
    </div>
  )
}

const NoSessions = () => (
  <EmptyState
    icon={Radio}
    title="Nog geen sessies"
    action={<ButtonLink to="/live">Naar Live Control</ButtonLink>}
  >
    Van elke live sessie die je hebt gehad, vind je hier de minuten en de kosten terug.
  </EmptyState>
)

function History({ sessions }: { sessions: PastSession[] }) {
  const { count, minutes, cost } = sumSessionTotals(sessions)
  return (
    <div className="grid gap-8">
      <dl className="grid grid-cols-2 gap-3 max-sm:*:first:col-span-2 sm:grid-cols-3 md:gap-4">
        <Total name="Live sessies" value={String(count)} />
        <Total name="Gespeeld" value={formatMinutes(minutes)} />
        <Total name="Kosten" value={formatCents(cost)} />
      </dl>
      <SessionTable sessions={sessions} />
      <ul aria-label="Je live sessies, de nieuwste eerst" className="grid gap-3 md:hidden">
        {sessions.map(session => (
          <li key={session.id}>
            <Card className="px-5 py-1">
              <SessionRow session={session} />
              <div className="-mx-1.5 pb-3">
                <ReportSession id={session.id} startTime={session.startTime} />
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Total = ({ name, value }: { name: string; value: string }) => (
  <Card className="grid gap-1 px-5 py-4">
    <dt className="text-small text-ink-soft">{name}</dt>
    <dd className="display figures text-heading">{value}</dd>
  </Card>
)

const ReportSession = ({ id, startTime }: Pick<PastSession, 'id' | 'startTime'>) => (
  <ReportButton kind="SESSION" contentId={id} name={`de sessie van ${formatDateTime(startTime)}`} />
)

/** For wide screens; a phone shows the same data as cards. */
const SessionTable = ({ sessions }: { sessions: PastSession[] }) => (
  <Card className="overflow-hidden p-0 max-md:hidden">
    <table className="figures w-full text-left">
      <caption className="sr-only">Je live sessies, de nieuwste eerst</caption>
      <thead className="border-b border-line text-small text-ink-soft">
        <tr>
          {['Wanneer', 'Toy', 'Minuten', 'Kosten'].map((name, index) => (
            <th
              key={name}
              scope="col"
              className={cn('px-3 py-3 font-medium first:pl-6 last:pr-6', index > 1 && 'text-right')}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {sessions.map(({ id, startTime, toyName, minutesPurchased, cost }) => (
          <tr key={id}>
            <th scope="row" className="py-4 pr-3 pl-6 font-normal text-ink-soft">
              {formatDateTime(startTime)}
            </th>
            <td className="px-3 py-4 font-medium">
              {toyName} <ReportSession id={id} startTime={startTime} />
            </td>
            <td className="px-3 py-4 text-right">{formatMinutes(minutesPurchased)}</td>
            <td className="py-4 pr-6 pl-3 text-right font-medium">{formatCents(cost)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
)

/** An ended session, in a short list. */
export const SessionRow = ({ session }: { session: PastSession }) => (
  <div className="figures flex items-center justify-between gap-4 py-4">
    <span className="grid gap-0.5">
      <span className="font-medium">{session.toyName}</span>
      <span className="text-small text-ink-faint">{formatDateTime(session.startTime)}</span>
    </span>
    <span className="grid justify-items-end gap-0.5">
      <span className="font-medium whitespace-nowrap">{formatMinutes(session.minutesPurchased)}</span>
      <span className="text-small text-ink-faint">{formatCents(session.cost)}</span>
    </span>
  </div>
)
