import { Link } from 'react-router'
import { Button } from '../../ui/parts/Button.tsx'
import { leftUntil, secondsOf, type Reading } from './clock.rules.ts'
import type { QueuePlace } from './queue.contract.ts'
import { useQueue } from './queue.hooks.ts'
import { useLine } from './socket.hooks.ts'
import { useServerNow } from './stage.hooks.ts'

/** Keeps one's place from any page, and shows the way when it is one's turn. */
export function Turn() {
  useLine()
  const { place, reading } = useQueue(false, false)
  const isTurn = place !== null && place.claimUntil !== null
  return (
    <>
      {/* There before it says something, so that readers notice. */}
      <p role="status" className="sr-only">
        {isTurn && `${place.toyName} is vrij. Je bent aan de beurt.`}
      </p>
      {isTurn && <Invitation place={place} claimUntil={place.claimUntil ?? ''} reading={reading} />}
    </>
  )
}

interface InvitationProps {
  place: QueuePlace
  claimUntil: string
  reading: Reading | null
}

/** Over the page, which stays as it is. */
function Invitation({ place: { toyName, serverNow }, claimUntil, reading }: InvitationProps) {
  const now = useServerNow(reading, Date.parse(serverNow), 250)
  const seconds = secondsOf(leftUntil(Date.parse(claimUntil), now))
  return (
    <section
      aria-label="Je bent aan de beurt"
      className="fixed inset-x-4 top-20 z-40 flex animate-fade-in items-center gap-4 rounded-card border border-live bg-raised p-4 text-ink shadow-soft sm:right-6 sm:left-auto sm:w-md md:top-22"
    >
      <div className="grid min-w-0 grow gap-0.5">
        <h2 className="font-semibold">{toyName} is vrij</h2>
        <p className="text-small text-ink-soft">
          Jouw beurt, nog <span className="figures">{seconds}</span> {seconds === 1 ? 'seconde' : 'seconden'}.
        </p>
      </div>
      <Button asChild variant="live" className="shrink-0">
        <Link to="/live">Naar Live</Link>
      </Button>
    </section>
  )
}
