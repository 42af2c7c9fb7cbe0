import { CircleStop, Hourglass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { BuyMinutesDialog } from '../../money/minutes/BuyMinutesDialog.tsx'
import { playableMinutesText } from '../../money/minutes/labels.rules.ts'
import { BLOCKED_BALANCE_MINUTES } from '../../money/minutes/rules.ts'
import type { User } from '../../people/accounts/contract.ts'
import { ReportButton } from '../../people/contentReports/ReportButton.tsx'
import { Button } from '../../ui/components/Button.tsx'
import { cn } from '../../ui/components/cn.ts'
import { PartBoundary } from '../../ui/components/PartBoundary.tsx'
import { formatMinutes } from '../../ui/format.ts'
import { ClockFace } from '../sessions/ui/BalanceClock.tsx'
import type { ControlSession } from '../sessions/contract.ts'
import { sessionEndText } from '../sessions/engine/sessionEnd.rules.ts'
import { Farewell } from './Farewell.tsx'

interface SessionPanelProps {
  user: User
  ended: ControlSession | null
  unreachable: boolean
  /** Nothing is shown above the list, so the panel leaves space for the list's heading. */
  isAlone: boolean
}

/** Beside the list: the balance without a running meter, and notices about the session. */
export function SessionPanel({ user, ended, unreachable, isAlone }: SessionPanelProps) {
  const { minutesBalance } = user
  const canStart = minutesBalance > BLOCKED_BALANCE_MINUTES
  return (
    <aside
      aria-label="Sessie"
      className={cn(
        'grid content-start gap-5 self-start rounded-card border border-line bg-surface p-5 sm:p-6 lg:sticky lg:top-24 lg:col-start-2 lg:row-start-2',
        isAlone ? 'lg:mt-9' : 'lg:row-span-2',
      )}
    >
      <div className="flex items-center gap-4">
        <ClockFace share={null} className="size-16" />
        <div>
          <p className="display figures text-heading">{formatMinutes(minutesBalance)}</p>
          <p className="figures text-small text-ink-soft">{playableMinutesText(minutesBalance)}</p>
          <p className="text-small text-ink-soft">
            {canStart ? 'Gebruik tot je minuten op zijn' : 'Je hebt meer dan 2 minuten nodig om te starten.'}
          </p>
        </div>
      </div>
      {ended ? <Ended session={ended} /> : <Waiting unreachable={unreachable} />}
      <BuyMinutesDialog
        renderButton={opens => (
          <Button variant={canStart ? 'secondary' : 'live'} size="sm" className="h-12" {...opens}>
            <Hourglass aria-hidden />
            Minuten kopen
          </Button>
        )}
      />
    </aside>
  )
}

const Waiting = ({ unreachable }: { unreachable: boolean }) => (
  <p
    role="status"
    className={cn('border-t border-line pt-5 text-small text-ink-soft', !unreachable && 'max-lg:hidden')}
  >
    {unreachable
      ? 'Geen verbinding. We blijven het proberen.'
      : 'Er loopt nog geen sessie. Na de start telt er een klok af; pas daarna gaan je minuten lopen.'}
  </p>
)

/** The reason for the end of the session, with the user who ended it. */
function Ended({ session }: { session: ControlSession }) {
  const { minutesUsed } = session
  const news = useRef<HTMLDivElement>(null)
  // The element with the focus was removed with the session screen, so the focus moves here.
  useEffect(() => {
    if (document.activeElement === document.body) news.current?.focus()
  }, [])
  return (
    <div ref={news} tabIndex={-1} className="flex gap-3 border-t border-line pt-5 text-small outline-none">
      <CircleStop className="mt-0.5 size-5 shrink-0 text-live-text" strokeWidth={1.5} aria-hidden />
      <div className="grid gap-1">
        <p className="text-base font-semibold">Sessie gestopt</p>
        <p className="text-ink-soft">{sessionEndText(session)}</p>
        <p className="text-ink-soft">
          {minutesUsed > 0
            ? `Gebruikt: ${formatMinutes(minutesUsed)}.`
            : 'Er is niets van je saldo af gegaan.'}
        </p>
        <PartBoundary>
          <Farewell sessionId={session.id} />
        </PartBoundary>
        <ReportButton
          kind="SESSION"
          contentId={session.id}
          name="deze sessie"
          className="-ml-1.5 justify-self-start"
        />
      </div>
    </div>
  )
}
