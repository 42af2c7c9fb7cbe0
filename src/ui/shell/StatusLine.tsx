import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createPath, useLocation, useNavigation } from 'react-router'
import { useIsConnected, useOnReconnect } from '../call/connection.ts'
import { markReloaded, useIsOutdated } from '../page/newVersion.ts'
import { retryPageLoads, useHasFailedPageLoad } from '../page/pageLoads.ts'
import { hasTypedInput } from '../typedInput.ts'

/** Pages that say themselves how the connection is, and that must never be reloaded: a toy may be controlled. */
const isLivePage = (pathname: string): boolean => pathname === '/live' || pathname === '/studio'

/** One quiet line below the top bar: no connection, a page that could not be loaded, or a new version of the shop. */
export function StatusLine() {
  const { pathname } = useLocation()
  const { location: goingTo } = useNavigation()
  const isConnected = useIsConnected()
  const hasFailed = useHasFailedPageLoad() && goingTo !== undefined
  const isOutdated = useReloadWhenOutdated() && !isLivePage(pathname)
  useRecovery()
  // A load that was given up for another page needs no attempt of its own.
  useEffect(() => retryPageLoads(), [goingTo])
  return (
    <div role="status" className="fixed inset-x-0 top-16 z-25 md:top-18 print:hidden">
      {isOutdated ? (
        <Line action="Vernieuwen" onAction={() => window.location.reload()}>
          Er is een nieuwe versie. Bewaar wat je typte en vernieuw.
        </Line>
      ) : hasFailed ? (
        <Line action="Opnieuw" onAction={retryPageLoads}>
          {isConnected ? 'De pagina kon niet laden.' : 'De pagina opent zodra er verbinding is.'}
        </Line>
      ) : (
        !isConnected && !isLivePage(pathname) && <Line>Geen verbinding. We proberen het opnieuw.</Line>
      )}
    </div>
  )
}

interface LineProps {
  /** The label of the button. */
  action?: string
  onAction?: () => void
  children: ReactNode
}

const Line = ({ action, onAction, children }: LineProps) => (
  <p className="flex animate-fade-in items-center justify-center gap-4 border-b border-line bg-sunken px-4 py-1 text-small text-ink">
    {children}
    {action && (
      <button
        type="button"
        onClick={onAction}
        className="-my-1.5 min-h-10 shrink-0 font-medium text-accent-text underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {action}
      </button>
    )}
  </p>
)

/** Fetches failed queries again, and opens the page that waits, when the connection is back. */
function useRecovery() {
  const cache = useQueryClient()
  useOnReconnect(() => {
    retryPageLoads()
    void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
  })
}

/** Reloads a page of an earlier build once, where nothing is lost by it. @returns whether the user has to do it */
function useReloadWhenOutdated(): boolean {
  const isOutdated = useIsOutdated()
  const { pathname } = useLocation()
  const { location: goingTo } = useNavigation()
  const reload = useEffectEvent(() => {
    if (isLivePage(pathname) || hasTypedInput() || !markReloaded()) return
    if (goingTo) window.location.assign(createPath(goingTo))
    else window.location.reload()
  })
  useEffect(() => {
    if (isOutdated) reload()
  }, [isOutdated, goingTo])
  return isOutdated
}
