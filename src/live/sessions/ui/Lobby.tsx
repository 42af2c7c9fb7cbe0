import { MoonStar, CircleStop, Hourglass } from 'lucide-react'
import { ReportButton } from '../../../people/contentReports/ReportButton.tsx'
import type { User } from '../../../people/accounts/contract.ts'
import type { Toy } from '../../toys/contract.ts'
import { ToyCard } from '../../toys/ToyCard.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { PartBoundary } from '../../../ui/components/PartBoundary.tsx'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { Skeleton } from '../../../ui/components/Skeleton.tsx'
import type { ControlSession } from '../contract.ts'
import { useStartControl } from './hooks.ts'
import type { QueuePosition } from '../queue/contract.ts'
import { useJoinQueue, type QueueSnapshot } from '../queue/hooks.ts'
import { QueueCard } from '../queue/QueueCard.tsx'
import { useEffect, useRef } from 'react'
import { BuyMinutesDialog } from '../../../money/minutes/BuyMinutesDialog.tsx'
import { playableMinutesText } from '../../../money/minutes/labels.rules.ts'
import { BLOCKED_BALANCE_MINUTES } from '../../../money/minutes/rules.ts'
import { formatMinutes } from '../../../ui/format.ts'
import { ClockFace } from './BalanceClock.tsx'
import { sessionEndText } from '../engine/sessionEnd.rules.ts'

interface LobbyProps {
  user: User
  /** Undefined until they are loaded. */
  toys: Toy[] | undefined
  /** The session that has just ended, or null. */
  ended: ControlSession | null
  /** The server can't be reached. */
  unreachable: boolean
  queue: QueueSnapshot
  onStart: (session: ControlSession, countdownMs: number) => void
}

/** Before and after a session: the toys, the balance, and how the last session ended. */
export function Lobby({ user, toys, ended, unreachable, queue, onStart }: LobbyProps) {
  const start = useStartControl(onStart)
  const { place, reading } = queue
  return (
    <div className="measure grid gap-8 py-8 md:gap-10 md:py-14 lg:grid-cols-[1fr_24rem] lg:gap-x-8">
      <header className="grid gap-3 lg:col-span-2 lg:max-w-2xl">
        <h1 className="display text-title">Live Control</h1>
        <p className="text-lead text-ink-soft">
          Kies wie er online is en neem de controle. Je betaalt alleen voor de tijd waarin je speelt.
        </p>
      </header>
      {place && (
        <PartBoundary>
          <QueueCard
            place={place}
            reading={reading}
            starting={start.isPending}
            onStart={() => start.mutate(place.toyId)}
          />
        </PartBoundary>
      )}
      <PartBoundary>
        <SessionPanel user={user} ended={ended} unreachable={unreachable} isAlone={place === null} />
      </PartBoundary>
      <section
        aria-labelledby="online"
        className={cn('grid content-start gap-5 lg:col-start-1', place ? 'lg:row-start-3' : 'lg:row-start-2')}
      >
        <h2 id="online" className="eyebrow text-ink-faint">
          Nu online
        </h2>
        <PartBoundary>
          {toys ? <Toys toys={toys} place={place} start={start} /> : <Placeholders />}
        </PartBoundary>
      </section>
    </div>
  )
}

interface ToysProps {
  toys: Toy[]
  place: QueuePosition | null
  start: ReturnType<typeof useStartControl>
}

function Toys({ toys, place, start }: ToysProps) {
  const join = useJoinQueue()
  const present = toys.filter(toy => toy.isOnline)
  if (present.length === 0) return <NoToysOnline />
  return (
    <ul className="grid gap-3 sm:grid-cols-2 sm:gap-4">
      {present.map(toy => (
        <li key={toy.id}>
          <ToyCard toy={toy}>
            <ToyActionButton
              toy={toy}
              place={place}
              starting={start.isPending ? start.variables : undefined}
              onStart={start.mutate}
              join={join}
            />
          </ToyCard>
        </li>
      ))}
    </ul>
  )
}

const Placeholders = () => (
  <div className="grid gap-3 sm:grid-cols-2 sm:gap-4" aria-hidden>
    {[0, 1, 2, 3].map(place => (
      <Skeleton key={place} className="h-36 rounded-card sm:h-60" />
    ))}
  </div>
)

const NoToysOnline = () => (
  <div className="rounded-card border border-line bg-surface">
    <EmptyState
      icon={MoonStar}
      title="Er is nu niemand online"
      action={
        <ButtonLink to="/shop" variant="secondary">
          Kijk rond in de shop
        </ButtonLink>
      }
    >
      Zodra er iemand online komt, zie je het hier vanzelf.
    </EmptyState>
  </div>
)

interface ToyActionProps {
  toy: Toy
  /** The user's queue position, for any toy. */
  place: QueuePosition | null
  /** The toy that a start is in progress on; undefined without one. */
  starting: string | undefined
  onStart: (toyId: string) => void
  join: ReturnType<typeof useJoinQueue>
}

/** The action for a toy in the list: start on it, join its queue, or see that the user is in its queue. */
function ToyActionButton({ toy, place, starting, onStart, join }: ToyActionProps) {
  if (!toy.busy)
    return (
      <Button
        variant="live"
        disabled={starting !== undefined}
        busy={starting === toy.id}
        aria-label={`Start met ${toy.name}`}
        onClick={() => onStart(toy.id)}
      >
        Start
      </Button>
    )
  if (place?.toyId === toy.id)
    return <p className="figures flex h-12 items-center font-medium text-live-text">Plek {place.place}</p>
  return (
    <Button
      variant="secondary"
      disabled={place !== null || join.isPending || starting !== undefined}
      busy={join.isPending && join.variables === toy.id}
      aria-label={`In de rij voor ${toy.name}`}
      onClick={() => join.mutate(toy.id)}
    >
      In de rij
    </Button>
  )
}

interface SessionPanelProps {
  user: User
  ended: ControlSession | null
  unreachable: boolean
  /** Nothing is shown above the list, so the panel leaves space for the list's heading. */
  isAlone: boolean
}

/** Beside the list: the balance without a running meter, and notices about the session. */
function SessionPanel({ user, ended, unreachable, isAlone }: SessionPanelProps) {
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
