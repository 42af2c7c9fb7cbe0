import { Ban, Check, Hand, Square, Star } from 'lucide-react'
import { Link } from 'react-router'
import { msUntil, toWholeSeconds, type ClockReading } from '../sessions/ui/serverClock.rules.ts'
import { useServerNow } from '../sessions/ui/sessionScreen.hooks.ts'
import { NoteButton } from '../creatorNotes/NoteDialog.tsx'
import { MessagesButton } from '../messages/Thread.tsx'
import { ReportButton } from '../../people/contentReports/ReportButton.tsx'
import { formatDate, formatMinutes, formatTime } from '../../ui/format.ts'
import { Badge } from '../../ui/components/Badge.tsx'
import { Button } from '../../ui/components/Button.tsx'
import type { StudioSession, StudioToy } from './contract.ts'
import { useBlockUser } from '../blocks/hooks.ts'
import { useAcceptSession, useDeclineSession, useStopToys } from './hooks.ts'
import { useMarkFavourite, useUnmarkFavourite } from './menu/hooks.ts'
import { SignalBar } from './SignalBar.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { type ReactNode, useState } from 'react'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/dialogs/Dialog.tsx'

/** Why the session rests; meanwhile nothing is charged. */
const pauseLabels: Record<NonNullable<StudioSession['pause']>, string> = {
  CREATOR_WAITS: 'Wacht op jou, de toy is stil',
  PAYING: 'Koopt minuten, de toy is stil',
  LOW_BALANCE: 'Minuten bijna op, de toy is stil',
  CONTROLLER_LOST: 'Even weg, de toy is stil',
  TOY_UNREACHABLE: 'Je toy is niet te bereiken',
}

interface SessionCardProps {
  session: StudioSession
  toy: StudioToy | undefined
  reading: ClockReading | null
  /** No other session is live. */
  isOnly: boolean
}

/** A live session: its user and toy, for its creator also the level, and the buttons that end it. */
export function SessionCard({ session, toy, reading, isOnly }: SessionCardProps) {
  const { displayName, status, userId } = session
  const isCountdown = status === 'COUNTDOWN'
  return (
    <article
      aria-label={`${displayName} op ${toy?.name ?? 'je toy'}`}
      className="grid gap-5 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <header className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="display text-heading break-words">
            {/* Opens beside this page, which keeps its stop button. */}
            <Link to={`/users/${userId}`} target="_blank" className="hover:text-accent-text">
              {displayName}
              <span className="sr-only"> (nieuw tabblad)</span>
            </Link>
          </h3>
          <p className="text-small text-ink-soft">
            op {toy?.name ?? 'je toy'}
            {!isCountdown && `, sinds ${formatTime(session.countdownEndsAt)}`}
            {session.minutesUsed > 0 && `, ${formatMinutes(session.minutesUsed)}`}
            {session.delay && `, vertraging ${Math.round(session.delay.totalMs)} ms`}
          </p>
          <p className="text-small text-ink-soft">{lastPlayedText(session.lastPlayed)}</p>
        </div>
        {isCountdown ? (
          <Countdown session={session} reading={reading} />
        ) : (
          <Badge tone={session.pause ? 'neutral' : 'live'}>
            {session.pause ? pauseLabels[session.pause] : 'Heeft de controle'}
          </Badge>
        )}
      </header>
      {toy?.isOwn !== false && (
        <LevelMeter
          session={session}
          cap={session.cap}
          reading={reading}
          isUnstopped={toy ? toy.unstoppedAt !== null : false}
        />
      )}
      {!isCountdown && toy?.isOwn !== false && <SignalBar session={session} hasKey={isOnly} />}
      <Actions session={session} />
    </article>
  )
}

/** The session of the same person before this one. */
const lastPlayedText = (last: StudioSession['lastPlayed']): string =>
  last
    ? `Vorige keer op ${formatDate(last.at)}: ${last.toyName}, ${formatMinutes(last.minutes)}`
    : 'Speelt voor het eerst met jou'

/** The buttons that end the session; on a phone the first has a row of its own. */
function Actions({ session }: Pick<SessionCardProps, 'session'>) {
  const { id, displayName, status, userId } = session
  const decline = useDeclineSession()
  const stop = useStopToys()
  return (
    <div className="flex flex-wrap gap-3">
      {session.awaitsAccept && <AcceptButton sessionId={id} />}
      {status === 'COUNTDOWN' ? (
        <Button
          variant="live"
          className="grow max-sm:basis-full"
          busy={decline.isPending}
          onClick={() => decline.mutate({ sessionId: id })}
        >
          <Hand aria-hidden />
          Afwijzen
        </Button>
      ) : (
        <Button
          variant="secondary"
          className="grow max-sm:basis-full"
          busy={stop.isPending}
          onClick={() => stop.mutate(id)}
        >
          <Square className="fill-current" aria-hidden />
          Beëindigen
        </Button>
      )}
      <MessagesButton userId={userId} />
      <NoteButton person={{ userId, displayName }} />
      <FavouriteButton session={session} />
      <BlockDialog user={{ userId, displayName }}>
        <Button variant="quiet" className="max-sm:grow">
          <Ban aria-hidden />
          Blokkeren
        </Button>
      </BlockDialog>
      <ReportButton kind="SESSION" contentId={id} name={`de sessie met ${displayName}`} />
    </div>
  )
}

/** Without it the session does not begin, when the creator accepts each. */
function AcceptButton({ sessionId }: { sessionId: string }) {
  const accept = useAcceptSession()
  return (
    <Button
      className="grow max-sm:basis-full"
      busy={accept.isPending}
      onClick={() => accept.mutate({ sessionId })}
    >
      <Check aria-hidden />
      Ja, laat beginnen
    </Button>
  )
}

function FavouriteButton({ session: { userId, isFavourite } }: Pick<SessionCardProps, 'session'>) {
  const mark = useMarkFavourite()
  const unmark = useUnmarkFavourite()
  return (
    <Button
      variant="quiet"
      className="max-sm:grow"
      aria-pressed={isFavourite}
      busy={mark.isPending || unmark.isPending}
      onClick={() => (isFavourite ? unmark : mark).mutate({ userId })}
    >
      <Star aria-hidden className={isFavourite ? 'fill-current' : undefined} />
      Favoriet
    </Button>
  )
}

function Countdown({ session, reading }: Pick<SessionCardProps, 'session' | 'reading'>) {
  const endsAt = Date.parse(session.countdownEndsAt)
  const now = useServerNow(reading, endsAt, 200)
  return (
    <Badge tone="live" role="timer" aria-label="Begint over">
      <span className="figures">Begint over {toWholeSeconds(msUntil(endsAt, now))} s</span>
    </Badge>
  )
}

interface BlockDialogProps {
  user: { userId: string; displayName: string }
  /** The button that opens it. */
  children: ReactNode
}

/** Explains a block and asks for confirmation. */
function BlockDialog({ user, children }: BlockDialogProps) {
  const [open, setOpen] = useState(false)
  const block = useBlockUser()
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>{children}</DialogTrigger>
      <DialogContent
        title={`${user.displayName} blokkeren`}
        description="De sessie eindigt meteen, en je bestaat hier voor deze persoon niet meer. Waarom ziet deze persoon niet. Je kunt het later ongedaan maken."
        footer={
          <div className="grid gap-3 sm:grid-cols-2">
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Niet blokkeren
            </Button>
            <Button
              variant="danger"
              className="max-sm:order-first"
              busy={block.isPending}
              onClick={() => block.mutate(user, { onSuccess: () => setOpen(false) })}
            >
              Blokkeren
            </Button>
          </div>
        }
      >
        {null}
      </DialogContent>
    </Dialog>
  )
}
