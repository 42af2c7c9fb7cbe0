import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useIsInQueue } from './waitingFlag.hooks.ts'

/** Loaded with its socket only when needed: few users are in a queue. */
const Turn = lazy(() => import('./TurnBanner.tsx').then(({ TurnBanner: Turn }) => ({ default: Turn })))

/** On every page except the queue's own: notifies a user in a queue of the claim window. */
export function TurnNotifier() {
  const { pathname } = useLocation()
  if (!useIsInQueue() || pathname === '/live') return null
  return (
    <Suspense fallback={null}>
      <Turn />
    </Suspense>
  )
}
