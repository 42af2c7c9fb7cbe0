import { creatorPath } from '../creatorPages/path.rules.ts'
import { MoonStar, SearchX } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import type { User } from '../../people/accounts/contract.ts'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { cn } from '../../ui/components/cn.ts'
import { EmptyState } from '../../ui/components/EmptyState.tsx'
import { PartBoundary } from '../../ui/components/PartBoundary.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { Input } from '../../ui/forms/Field.tsx'
import { Portrait } from '../creatorPages/Portrait.tsx'
import { useFollows } from '../follows/hooks.ts'
import type { ControlSession } from '../sessions/contract.ts'
import type { QueuePosition } from '../sessions/queue/contract.ts'
import { useJoinQueue, type QueueSnapshot } from '../sessions/queue/hooks.ts'
import { QueueCard } from '../sessions/queue/QueueCard.tsx'
import { useStartControl } from '../sessions/ui/hooks.ts'
import type { Toy } from '../toys/contract.ts'
import { ToyCard } from '../toys/ToyCard.tsx'
import { searchTermQuery } from './hooks.ts'
import { groupByPerson, isFound, type LobbyPerson } from './lobby.rules.ts'
import { PersonCard } from './PersonCard.tsx'
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

/** Before and after a session: the people with their toys, the balance, and how the last session ended. */
export function Lobby({ user, toys, ended, unreachable, queue, onStart }: LobbyProps) {
  const start = useStartControl(onStart)
  const { place, reading } = queue
  return (
    <div className="measure grid gap-8 py-8 md:gap-10 md:py-14 lg:grid-cols-[1fr_24rem] lg:gap-x-8">
      <header className="grid gap-3 lg:col-span-2 lg:max-w-2xl">
        <h1 className="display text-title">Live Control</h1>
        <p className="text-lead text-ink-soft">
          Kies iemand die online is en neem de controle. Je betaalt alleen voor de tijd waarin je speelt.
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
        <PartBoundary>{toys && <AbsentFavourites toys={toys} />}</PartBoundary>
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
  const follows = useFollows()
  const [term, setTerm] = useState('')
  const people = groupByPerson(
    toys.filter(toy => toy.isOnline),
    follows,
  )
  const found = useFoundPeople(people, term)
  if (people.length === 0) return <NoToysOnline />
  const renderAction = (toy: Toy) => (
    <ToyActionButton
      toy={toy}
      place={place}
      starting={start.isPending ? start.variables : undefined}
      onStart={start.mutate}
      join={join}
    />
  )
  const free = found.filter(({ isBusy }) => !isBusy)
  const busy = found.filter(({ isBusy }) => isBusy)
  return (
    <>
      {/* A few are seen at a glance. */}
      {people.length > 3 && (
        <Input
          type="search"
          aria-label="Zoek op wat iemand leuk vindt"
          placeholder="Zoek op wat iemand leuk vindt"
          autoComplete="off"
          maxLength={60}
          value={term}
          onChange={event => setTerm(event.target.value)}
        />
      )}
      {found.length === 0 && (
        <EmptyState icon={SearchX} title={`We vonden nu niemand voor “${term.trim()}”`}>
          Probeer een ander woord, of kijk later nog eens.
        </EmptyState>
      )}
      <People people={free} renderAction={renderAction} />
      {busy.length > 0 && (
        <section aria-labelledby="busy" className="grid gap-5">
          {free.length === 0 && (
            <p className="text-ink-soft">
              Iedereen is nu bezig. Ga in de rij, dan hoor je het als je aan de beurt bent.
            </p>
          )}
          <h2 id="busy" className="eyebrow text-ink-faint">
            Bezig
          </h2>
          <People people={busy} renderAction={renderAction} />
        </section>
      )}
    </>
  )
}

/** The people whom a search finds: nobody for a term that the owner forbids, and everyone while it is empty. */
function useFoundPeople(people: LobbyPerson[], typed: string): LobbyPerson[] {
  const term = useDeferredValue(typed.trim())
  const { data: checked } = useQuery(searchTermQuery(term))
  if (term === '') return people
  return checked?.isAllowed === false ? [] : people.filter(person => isFound(person, term))
}

interface PeopleProps {
  people: LobbyPerson[]
  renderAction: (toy: Toy) => ReactNode
}

const People = ({ people, renderAction }: PeopleProps) => (
  <ul className="grid grid-cols-1 gap-3 empty:hidden sm:gap-4">
    {people.map(person => (
      <li key={person.key}>
        {person.creator ? (
          <PersonCard person={person} creator={person.creator} renderAction={renderAction} />
        ) : (
          person.toys.map(toy => (
            <ToyCard key={toy.id} toy={toy}>
              {renderAction(toy)}
            </ToyCard>
          ))
        )}
      </li>
    ))}
  </ul>
)

/** The favourites whose toys are not online, with their pages. */
function AbsentFavourites({ toys }: { toys: Toy[] }) {
  const here = new Set(toys.filter(toy => toy.isOnline).map(toy => toy.creator?.slug))
  const absent = [...useFollows().values()].filter(({ creator }) => !here.has(creator.slug))
  if (absent.length === 0) return null
  return (
    <section aria-labelledby="absent" className="grid gap-5">
      <h2 id="absent" className="eyebrow text-ink-faint">
        Je favorieten die nu niet online zijn
      </h2>
      <ul className="flex flex-wrap gap-4">
        {absent.map(({ creator: { slug, stageName, portraitUrl } }) => (
          <li key={slug} className="w-20">
            <Link to={creatorPath(slug)} className="grid gap-2 text-center text-small hover:text-accent-text">
              <Portrait name={stageName} url={portraitUrl} sizes="80px" className="rounded-inner" />
              <span className="wrap-anywhere">{stageName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Placeholders = () => (
  <div className="grid gap-3 sm:gap-4" aria-hidden>
    {[0, 1, 2].map(place => (
      <Skeleton key={place} className="h-44 rounded-card sm:h-52" />
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
      aria-label={`Ga in de rij voor ${toy.name}`}
      onClick={() => join.mutate(toy.id)}
    >
      Ga in de rij
    </Button>
  )
}
