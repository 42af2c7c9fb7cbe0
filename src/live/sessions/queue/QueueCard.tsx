import type { ReactNode } from 'react'
import { Button } from '../../../ui/components/Button.tsx'
import {
  msUntil,
  ringFraction,
  toWholeSeconds,
  announcedSeconds,
  type ClockReading,
} from '../ui/serverClock.rules.ts'
import type { QueuePosition } from './contract.ts'
import { useLeaveQueue } from './hooks.ts'
import { CLAIM_WINDOW_MS, waitLabel } from './rules.ts'
import { Ring } from '../ui/CountdownRing.tsx'
import { useServerNow } from '../ui/sessionScreen.hooks.ts'

interface QueueCardProps {
  place: QueuePosition
  reading: ClockReading | null
  /** A start is in progress. */
  starting: boolean
  onStart: () => void
}

/** The user's queue position; during the claim window, also the time that is left to start. */
export function QueueCard({ place, reading, starting, onStart }: QueueCardProps) {
  return place.claimUntil === null ? (
    <Waiting place={place} />
  ) : (
    <Turn
      place={place}
      claimUntil={place.claimUntil}
      reading={reading}
      starting={starting}
      onStart={onStart}
    />
  )
}

const aheadText = (ahead: number): string =>
  ahead === 0 ? 'Jij bent de volgende' : ahead === 1 ? '1 persoon voor je' : `${ahead} mensen voor je`

function Waiting({ place: { toyId, toyName, place, ahead, expectedWaitMs } }: { place: QueuePosition }) {
  const leave = useLeaveQueue()
  return (
    <Frame label="Je plek in de rij">
      <p className="display figures grid size-20 shrink-0 place-items-center rounded-full border border-live/40 text-heading text-live-text">
        <span className="sr-only">Plek </span>
        {place}
      </p>
      <div className="grid min-w-0 gap-0.5">
        <h2 className="display text-heading">In de rij voor {toyName}</h2>
        <p role="status" className="figures">
          {aheadText(ahead)}. {waitLabel(expectedWaitMs)}.
        </p>
        <p className="text-small text-ink-soft">
          Je kunt intussen rondkijken in de winkel. Houd dit venster wel open. Ben je aan de beurt, dan heb je{' '}
          {CLAIM_WINDOW_MS / 1000} seconden om te starten.
        </p>
      </div>
      <Button
        variant="secondary"
        className="max-sm:col-span-2"
        busy={leave.isPending}
        onClick={() => leave.mutate({ toyId })}
      >
        Rij verlaten
      </Button>
    </Frame>
  )
}

type TurnProps = QueueCardProps & { claimUntil: string }

/** During the claim window there is little time: one button, large enough for a thumb. */
function Turn({ place: { toyId, toyName, serverNow }, claimUntil, reading, starting, onStart }: TurnProps) {
  const leave = useLeaveQueue()
  const now = useServerNow(reading, Date.parse(serverNow), 100)
  const left = msUntil(Date.parse(claimUntil), now)
  const seconds = toWholeSeconds(left)
  return (
    <Frame label="Je bent aan de beurt" isTurn>
      <div
        role="timer"
        aria-label="Tijd om te starten"
        className="relative grid size-20 shrink-0 place-items-center"
      >
        <Ring size={80} radius={36} strokeWidth={4} share={ringFraction(left, CLAIM_WINDOW_MS)} />
        <span className="display figures text-heading leading-none">{seconds}</span>
      </div>
      <div className="grid min-w-0 gap-0.5">
        <h2 className="display text-heading">{toyName} is vrij</h2>
        <p className="text-ink-soft">
          Je bent aan de beurt. Na {CLAIM_WINDOW_MS / 1000} seconden gaat je plek naar de volgende.
        </p>
        <p role="status" className="sr-only">
          {toyName} is vrij. Nog {announcedSeconds(seconds) ?? seconds} seconden om te starten.
        </p>
      </div>
      <div className="grid gap-2 max-sm:col-span-2">
        <Button variant="live" size="lg" busy={starting} disabled={leave.isPending} onClick={onStart}>
          Start nu
        </Button>
        <Button
          variant="quiet"
          size="sm"
          busy={leave.isPending}
          disabled={starting}
          onClick={() => leave.mutate({ toyId })}
        >
          Plek afstaan
        </Button>
      </div>
    </Frame>
  )
}

const Frame = ({ label, isTurn, children }: { label: string; isTurn?: true; children: ReactNode }) => (
  <section
    aria-label={label}
    data-turn={isTurn}
    className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-5 rounded-card border border-live/35 bg-surface p-5 data-turn:sticky data-turn:top-20 data-turn:z-10 data-turn:border-live data-turn:bg-live-soft sm:grid-cols-[auto_1fr_auto] sm:p-6 lg:col-start-1 lg:row-start-2"
  >
    {children}
  </section>
)
