import { useLocation } from 'react-router'
import { lazyPart } from '../../../ui/components/lazyPart.tsx'
import { useIsInQueue } from './waitingFlag.hooks.ts'

/** Loaded with its socket only when needed: few users are in a queue. */
const Turn = lazyPart({
  load: async () => (await import('./TurnBanner.tsx')).TurnBanner,
  // Nothing while it loads; a user who waits must know that we can't say when it is their turn.
  frame: content =>
    content && (
      <section
        aria-label="Je plaats in de rij"
        className="fixed inset-x-4 top-20 z-40 rounded-card border border-line-strong bg-raised p-4 shadow-soft sm:right-6 sm:left-auto sm:w-md md:top-22"
      >
        {content}
      </section>
    ),
})

/** On every page except the queue's own: notifies a user in a queue of the claim window. */
export function TurnNotifier() {
  const { pathname } = useLocation()
  if (!useIsInQueue() || pathname === '/live') return null
  return <Turn />
}
