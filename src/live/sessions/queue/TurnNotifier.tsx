import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useIsInQueue } from './waitingFlag.hooks.ts'

/** Comes with its socket when it is wanted: hardly anybody waits. */
const Turn = lazy(() => import('./TurnBanner.tsx').then(({ TurnBanner: Turn }) => ({ default: Turn })))

/** On every page but the queue's own, for who waits in one: says so when it is their turn. */
export function TurnNotifier() {
  const { pathname } = useLocation()
  if (!useIsInQueue() || pathname === '/live') return null
  return (
    <Suspense fallback={null}>
      <Turn />
    </Suspense>
  )
}
