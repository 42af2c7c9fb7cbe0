import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useIsWaiting } from './waiting.hooks.ts'

/** Comes with its socket when it is wanted: hardly anybody waits. */
const Turn = lazy(() => import('./Turn.tsx').then(({ Turn }) => ({ default: Turn })))

/** On every page but the queue's own, for who waits in one: says so when it is their turn. */
export function TurnWatch() {
  const { pathname } = useLocation()
  if (!useIsWaiting() || pathname === '/live') return null
  return (
    <Suspense fallback={null}>
      <Turn />
    </Suspense>
  )
}
