import { useSuspenseQuery } from '@tanstack/react-query'
import { ToyBrick, Waves, OctagonX, Square } from 'lucide-react'
import {
  activeSessionsQuery,
  allToysQuery,
  useDevicesConnection,
  useStopSession,
} from '../../../live/sessions/admin/hooks.ts'
import { plural, formatMinutes } from '../../../ui/format.ts'
import { AdminPageHeader } from '../../../ui/lists/AdminPageHeader.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { Notice } from '../../../ui/components/Notice.tsx'
import { StopDock } from '../../../ui/components/StopDock.tsx'
import { AdminToyTable } from './AdminToyTable.tsx'
import { Link } from 'react-router'
import type { ActiveSession } from '../../../live/sessions/admin/contract.ts'
import { msUntil, type ClockReading, toWholeSeconds } from '../../../live/sessions/ui/serverClock.rules.ts'
import { useServerNow } from '../../../live/sessions/ui/sessionScreen.hooks.ts'
import { Badge } from '../../../ui/components/Badge.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { AdminPairing } from '../../../live/toys/admin/AdminPairing.tsx'

/** `/admin/devices`: the current sessions with buttons to end them, and all toys. */
export function AdminDevicesPage() {
  useDevicesConnection()
  const { data: toys, isError: isStale } = useSuspenseQuery(allToysQuery)
  const { data: playing, isError: isLost } = useSuspenseQuery(activeSessionsQuery)
  const { sessions, reading } = playing
  return (
    <>
      <AdminPageHeader
        title="Apparaten"
        aside={`${plural(toys.length, 'toy', 'toys')}, ${plural(sessions.length, 'sessie', 'sessies')} live`}
        actions={<AdminPairing />}
      />
      {(isStale || isLost) && (
        <Notice tone="error" title="Geen verbinding" className="mb-6">
          Wat je hier ziet kan verouderd zijn. Toys stoppen vanzelf als een speler weg is.
        </Notice>
      )}
      <section aria-labelledby="sessions" className="mb-10">
        <h2 id="sessions" className="display mb-3 text-subheading">
          Live sessies
        </h2>
        {sessions.length === 0 ? (
          <div className="rounded-card border border-line bg-surface">
            <EmptyState icon={Waves} title="Niemand speelt nu">
              Begint er iemand, dan staat het hier meteen.
            </EmptyState>
          </div>
        ) : (
          <>
            <StopButtonsLegend />
            <ul className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
              {sessions.map(session => (
                <li key={session.id}>
                  <AdminSessionCard session={session} reading={reading} />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      <section aria-labelledby="toys">
        <h2 id="toys" className="display mb-3 text-subheading">
          Toys
        </h2>
        {toys.length === 0 ? (
          <EmptyState icon={ToyBrick} title="Nog geen toys">
            Een creator verbindt toys in de studio. Hier keur je ze goed.
          </EmptyState>
        ) : (
          <AdminToyTable toys={toys} sessions={sessions} />
        )}
      </section>
      {sessions.length > 0 && <StopAllSessions sessions={sessions} />}
    </>
  )
}

/** Ends every session; the stops on the cards may be scrolled away, or under a dialog. */
function StopAllSessions({ sessions }: { sessions: ActiveSession[] }) {
  const { mutate } = useStopSession()
  const stopAll = () => {
    for (const { id } of sessions) mutate({ sessionId: id, byForce: false })
  }
  return (
    <StopDock>
      <button
        type="button"
        onClick={stopAll}
        className="mx-auto flex h-18 w-full max-w-3xl items-center justify-center gap-3 rounded-card bg-ink text-subheading font-semibold text-paper"
      >
        <Square className="size-5 fill-current" aria-hidden />
        Stop alles
        <span className="sr-only">, {plural(sessions.length, 'sessie', 'sessies')}</span>
      </button>
    </StopDock>
  )
}

const StopButtonsLegend = () => (
  <dl className="mb-4 grid gap-1 text-small text-ink-soft [&_dt]:mr-1 [&_dt]:inline [&_dt]:font-medium [&_dt]:text-ink [&_dd]:inline">
    <div>
      <dt>Stoppen</dt>
      <dd>beëindigt de sessie en zet de toy stil. De begonnen minuut is gratis.</dd>
    </div>
    <div>
      <dt>Geforceerd stoppen</dt>
      <dd>
        doet dat ook, en stuurt de toy langs alles heen een stop, tot die is aangekomen. Voor als een toy niet
        luistert.
      </dd>
    </div>
  </dl>
)

interface AdminSessionProps {
  session: ActiveSession
  reading: ClockReading | null
}

/** A session that runs or counts down: the user, the toy, the duration; and both buttons to end it. */
function AdminSessionCard({ session, reading }: AdminSessionProps) {
  const { id, userEmail, userId, toyName, status, minutesUsed, lowBalance } = session
  const stop = useStopSession()
  const end = (byForce: boolean) => stop.mutate({ sessionId: id, byForce })
  return (
    <article
      aria-label={`${userEmail} op ${toyName}`}
      className="grid h-full content-between gap-5 rounded-card border border-line bg-surface p-5"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-medium break-all">
            <Link to={`/admin/users/${userId}`} className="hover:text-accent-text hover:underline">
              {userEmail}
            </Link>
          </h3>
          <p className="text-small text-ink-soft">
            op {toyName}
            {minutesUsed > 0 && `, ${formatMinutes(minutesUsed)} gerekend`}
          </p>
        </div>
        <span className="flex flex-wrap gap-2">
          {lowBalance && <Badge tone="yellow">Saldo bijna op</Badge>}
          <Badge tone="live">{status === 'COUNTDOWN' ? 'Telt af' : 'Speelt'}</Badge>
        </span>
      </header>
      <Clock session={session} reading={reading} />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button variant="secondary" size="sm" disabled={stop.isPending} onClick={() => end(false)}>
          <Square className="fill-current" aria-hidden />
          Stoppen
        </Button>
        <Button variant="danger" size="sm" disabled={stop.isPending} onClick={() => end(true)}>
          <OctagonX aria-hidden />
          Geforceerd stoppen
        </Button>
      </div>
    </article>
  )
}

/** The time left of the countdown, or the duration of the session. */
function Clock({ session, reading }: AdminSessionProps) {
  const startsAt = Date.parse(session.countdownEndsAt)
  const now = useServerNow(reading, Date.parse(session.serverNow), 250)
  const isCountdown = session.status === 'COUNTDOWN'
  const seconds = isCountdown
    ? toWholeSeconds(msUntil(startsAt, now))
    : Math.max(Math.floor((now - startsAt) / 1000), 0)
  return (
    <p className="figures flex items-baseline justify-between gap-4 text-small text-ink-soft">
      {isCountdown ? 'Begint over' : 'Heeft de controle'}
      <span
        role="timer"
        aria-label={isCountdown ? 'Begint over' : 'Duur'}
        className="display text-heading text-ink"
      >
        {isCountdown ? `${seconds} s` : clockOf(seconds)}
      </span>
    </p>
  )
}

/** `75` → `1:15`. */
const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
