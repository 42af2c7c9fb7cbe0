import { OctagonX, Square } from 'lucide-react'
import { Link } from 'react-router'
import type { ActiveSession } from '../../live/sessions/admin.contract.ts'
import { useStopSession } from '../../live/sessions/admin.hooks.ts'
import { msUntil, type ClockReading, toWholeSeconds } from '../../live/sessions/ui/serverClock.rules.ts'
import { useServerNow } from '../../live/sessions/ui/sessionScreen.hooks.ts'
import { LevelMeter } from '../../live/studio/LevelMeter.tsx'
import { formatMinutes } from '../../ui/format.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'

interface AdminSessionProps {
  session: ActiveSession
  reading: ClockReading | null
}

/** A session that runs or counts down: the user, the toy, the duration, the strength; and both buttons to end it. */
export function AdminSessionCard({ session, reading }: AdminSessionProps) {
  const { id, userEmail, userId, toyName, status, minutesUsed, lowBalance, maxIntensity } = session
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
      <div className="grid gap-4">
        <Clock session={session} reading={reading} />
        <LevelMeter session={session} cap={maxIntensity} reading={reading} ink="text-ink" />
      </div>
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
