import { ButtonLink } from '../../../ui/components/ButtonLink.tsx'
import { msUntil, toWholeSeconds, type ClockReading } from '../ui/serverClock.rules.ts'
import type { QueuePosition } from './contract.ts'
import { useQueuePosition } from './hooks.ts'
import { usePlayerConnection } from '../ui/playerConnection.hooks.ts'
import { useServerNow } from '../ui/sessionScreen.hooks.ts'

/** Keeps the queue position from any page, and links to the toy during the claim window. */
export function TurnBanner() {
  usePlayerConnection()
  const { place, reading } = useQueuePosition(false, false)
  const isTurn = place !== null && place.claimUntil !== null
  return (
    <>
      {/* Rendered before it has text, so that screen readers announce the text. */}
      <p role="status" className="sr-only">
        {isTurn && `${place.toyName} is vrij. Je bent aan de beurt.`}
      </p>
      {isTurn && <TurnCard place={place} claimUntil={place.claimUntil ?? ''} reading={reading} />}
    </>
  )
}

interface TurnCardProps {
  place: QueuePosition
  claimUntil: string
  reading: ClockReading | null
}

/** Lies over the page, so that the page does not move. */
function TurnCard({ place: { toyName, serverNow }, claimUntil, reading }: TurnCardProps) {
  const now = useServerNow(reading, Date.parse(serverNow), 250)
  const seconds = toWholeSeconds(msUntil(Date.parse(claimUntil), now))
  return (
    <section
      aria-label="Je bent aan de beurt"
      className="fixed inset-x-4 top-20 z-40 flex animate-fade-in items-center gap-4 rounded-card border border-live bg-raised p-4 text-ink shadow-soft print:hidden sm:right-6 sm:left-auto sm:w-md md:top-22"
    >
      <div className="grid min-w-0 grow gap-0.5">
        <h2 className="font-semibold">{toyName} is vrij</h2>
        <p className="text-small text-ink-soft">
          Jouw beurt, nog <span className="figures">{seconds}</span> {seconds === 1 ? 'seconde' : 'seconden'}.
        </p>
      </div>
      <ButtonLink to="/live" variant="live" className="shrink-0">
        Naar Live
      </ButtonLink>
    </section>
  )
}
