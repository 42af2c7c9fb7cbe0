import { creatorPath } from '../creatorPages/path.rules.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ReportButton } from '../../people/contentReports/ReportButton.tsx'
import { Badge } from '../../ui/components/Badge.tsx'
import { StarRating } from '../../ui/components/StarRating.tsx'
import { Portrait } from '../creatorPages/Portrait.tsx'
import { FollowButtons } from '../follows/FollowButtons.tsx'
import { Battery } from '../toys/Battery.tsx'
import { toyBusyText } from '../toys/ToyCard.tsx'
import type { Toy, ToyCreator } from '../toys/contract.ts'
import { busyText, type LobbyPerson } from './lobby.rules.ts'

/** How many of her likes a card has; her page has all. */
const LIKES_SHOWN = 4

interface PersonCardProps {
  person: LobbyPerson
  creator: ToyCreator
  /** The button of a toy. */
  renderAction: (toy: Toy) => ReactNode
}

/** A creator in the lobby: her portrait, name and mood, her likes, and her toys with their buttons. */
export function PersonCard({ person: { toys, isBusy }, creator, renderAction }: PersonCardProps) {
  const { slug, stageName, portraitUrl, mood, likes, rating, reviewCount } = creator
  const path = creatorPath(slug)
  return (
    <article
      aria-labelledby={`person-${slug}`}
      className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-4 rounded-card border border-line bg-surface p-4 transition-colors duration-200 hover:border-line-strong sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-x-6 sm:p-5"
    >
      <Link to={path} tabIndex={-1} aria-hidden className="self-start sm:row-span-2">
        <Portrait
          name={stageName}
          url={portraitUrl}
          sizes="(min-width: 640px) 144px, 96px"
          className="rounded-inner"
        />
      </Link>
      <div className="grid content-start gap-2">
        <div className="-mt-2 -mr-2 flex items-start justify-between gap-2">
          <h3 id={`person-${slug}`} className="display min-w-0 pt-2 text-heading wrap-anywhere sm:text-title">
            <Link to={path} className="hover:text-accent-text">
              {stageName}
            </Link>
          </h3>
          <FollowButtons creator={creator} className="shrink-0" />
        </div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PersonStatus toys={toys} isBusy={isBusy} />
          {rating !== null && (
            <span className="flex items-center gap-1.5 text-small text-ink-soft">
              <StarRating rating={rating} />
              <span className="figures">({reviewCount})</span>
            </span>
          )}
        </p>
        {mood && <p className="text-ink-soft wrap-anywhere">{mood}</p>}
      </div>
      <div className="grid gap-4 max-sm:col-span-2">
        {likes.length > 0 && (
          <ul aria-label={`${stageName} houdt van`} className="flex flex-wrap gap-1.5">
            {likes.slice(0, LIKES_SHOWN).map(like => (
              <li
                key={like}
                className="rounded-full bg-ink/8 px-2.5 py-0.5 text-tiny text-ink-soft wrap-anywhere"
              >
                {like}
              </li>
            ))}
            {likes.length > LIKES_SHOWN && <li className="self-center text-tiny text-ink-faint">en meer</li>}
          </ul>
        )}
        <PersonToys toys={toys} renderAction={renderAction} />
      </div>
    </article>
  )
}

const PersonToys = ({ toys, renderAction }: Pick<PersonCardProps, 'renderAction'> & { toys: Toy[] }) => (
  <ul className="grid gap-3 border-t border-line pt-3">
    {toys.map(toy => (
      <li key={toy.id} className="flex items-center justify-between gap-x-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 text-small">
            <span className="font-medium wrap-anywhere">{toy.name}</span>
            <span className="text-ink-soft capitalize">{toy.type}</span>
            <Battery percent={toy.batteryLevel} />
            <ReportButton kind="TOY" contentId={toy.id} name={`de toy ${toy.name}`} />
          </p>
          {toy.busy && <p className="text-small text-live-text">{toyBusyText(toy)}</p>}
          {toy.notice && <p className="text-small text-ink-soft">{toy.notice}</p>}
        </div>
        {renderAction(toy)}
      </li>
    ))}
  </ul>
)

function PersonStatus({ toys, isBusy }: Pick<LobbyPerson, 'toys' | 'isBusy'>) {
  const now = useMinute()
  const since = toys.map(({ busySince }) => busySince).find(each => each !== null) ?? null
  const text = isBusy ? (now === null ? 'bezig' : busyText(since, now)) : 'online'
  return (
    <Badge tone={isBusy ? 'live' : 'green'}>
      <span className="size-1.5 rounded-full bg-current" aria-hidden />
      <span className="first-letter:uppercase">{text}</span>
    </Badge>
  )
}

const MINUTE_MS = 60_000

/** The time, anew each minute; null on the server, whose page may be read later. */
function useMinute(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
