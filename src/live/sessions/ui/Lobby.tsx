import { MoonStar } from 'lucide-react'
import type { User } from '../../../people/accounts/contract.ts'
import type { Toy } from '../../toys/contract.ts'
import { ToyCard } from '../../toys/ToyCard.tsx'
import { Button } from '../../../ui/components/Button.tsx'
import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { cn } from '../../../ui/components/cn.ts'
import { EmptyState } from '../../../ui/components/EmptyState.tsx'
import { Skeleton } from '../../../ui/components/Skeleton.tsx'
import type { ControlSession } from '../contract.ts'
import { useStartControl } from './hooks.ts'
import type { QueuePosition } from '../queue/contract.ts'
import { useJoinQueue, type QueueSnapshot } from '../queue/hooks.ts'
import { QueueCard } from '../queue/QueueCard.tsx'
import { SessionPanel } from './SessionPanel.tsx'

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
        <QueueCard
          place={place}
          reading={reading}
          starting={start.isPending}
          onStart={() => start.mutate(place.toyId)}
        />
      )}
      <SessionPanel user={user} ended={ended} unreachable={unreachable} isAlone={place === null} />
      <section
        aria-labelledby="online"
        className={cn('grid content-start gap-5 lg:col-start-1', place ? 'lg:row-start-3' : 'lg:row-start-2')}
      >
        <h2 id="online" className="eyebrow text-ink-faint">
          Nu online
        </h2>
        {toys ? <Toys toys={toys} place={place} start={start} /> : <Placeholders />}
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
