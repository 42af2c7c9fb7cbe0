import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  readNotificationSignals,
  type NotificationSignals,
} from '../sessions/ui/notificationSignals.rules.ts'
import { LiveConnection } from '../sessions/ui/liveConnection.hooks.ts'
import { refreshMessages } from '../messages/hooks.ts'
import { invalidateNotifications } from '../../people/notifications/hooks.ts'
import { BridgeClient } from './bridge/bridgeClient.hooks.ts'
import type { BridgeState } from './bridge/bridgeState.hooks.ts'
import { readFunctionalItem, storeFunctionalItem } from '../../ui/visitor/consent.ts'
import { INTIFACE_DEFAULT_ADDRESS } from './bridge/bridge.rules.ts'
import { call } from '../../ui/call/call.ts'
import { toastFailure } from '../../ui/call/hooks.ts'
import { signalPlayer, stopToys } from './contract.ts'
import { studioQuery } from './hooks.ts'

/** The socket of the studio, and the bridge over it to the devices of the creator's computer. */
export function useStudioConnection(): BridgeClient {
  const cache = useQueryClient()
  const { connection, bridge } = useMemo(() => createStudioConnection(cache), [cache])
  useEffect(() => {
    connection.open()
    window.addEventListener('pagehide', bridge.disconnect)
    // A browser that saves power freezes a hidden page and its worker, so that a running device would not be stopped.
    document.addEventListener('freeze', bridge.disconnect)
    return () => {
      window.removeEventListener('pagehide', bridge.disconnect)
      document.removeEventListener('freeze', bridge.disconnect)
      bridge.disconnect()
      connection.close()
    }
  }, [connection, bridge])
  return bridge
}

export const useBridgeState = (bridge: BridgeClient): BridgeState =>
  useSyncExternalStore(bridge.subscribe, bridge.getState, bridge.getState)

/** Refetches when the server pushes that a toy became busy or free. */
function createStudioConnection(cache: QueryClient) {
  let heard: NotificationSignals = {}
  const connection = new LiveConnection()
  connection.onFrame(frame => {
    if (frame.type === 'toys' || frame.type === 'studio')
      void cache.invalidateQueries({ queryKey: studioQuery.queryKey, exact: true })
    const news = readNotificationSignals(heard, frame)
    heard = news.heard
    if (news.isNews) invalidateNotifications(cache)
    if (frame.type === 'messages') refreshMessages(cache)
  })
  const bridge = new BridgeClient({
    connection,
    // Loads the library on demand: few pages need it.
    openIntiface: async address => (await import('./bridge/intiface.hooks.ts')).openIntiface(address),
    startTicks,
    clock: () => performance.now(),
    onButton: isHeld => takeButton(cache, isHeld),
  })
  connection.onFrame(frame => bridge.receive(frame))
  return { connection, bridge }
}

/** The button of a device lets the sessions on the devices of this computer wait; held for a second, it stops everything. */
function takeButton(cache: QueryClient, isHeld: boolean): void {
  const { toys, sessions } = cache.getQueryData(studioQuery.queryKey)?.studio ?? { toys: [], sessions: [] }
  const bridged = new Set(toys.filter(toy => toy.isBridged && toy.isOwn).map(({ id }) => id))
  const waiting = sessions.filter(({ toyId, status }) => bridged.has(toyId) && status === 'ACTIVE')
  const told = isHeld
    ? [call(stopToys, {})]
    : waiting.map(({ id }) => call(signalPlayer, { sessionId: id, signal: 'WAIT' }))
  Promise.all<unknown>(told)
    .catch((error: unknown) => toastFailure('De knop kwam niet aan', error))
    .finally(() => void cache.invalidateQueries({ queryKey: studioQuery.queryKey }))
}

function startTicks(onTick: () => void): () => void {
  const worker = new Worker(new URL('./bridge/ticks.hooks.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', onTick)
  return () => worker.terminate()
}

const ADDRESS = 'gloed-intiface'

/** The last input for the address of the program, also in an earlier visit. */
export const typedAddress = (): string => readFunctionalItem(ADDRESS) ?? INTIFACE_DEFAULT_ADDRESS

export function keepTypedAddress(text: string): void {
  try {
    storeFunctionalItem(ADDRESS, text)
  } catch {
    // Without storage it is typed again.
  }
}

/** Marks a URL that opens the dialog. */
const RELOAD_MARKER = '#intiface'

/**
 * Whether this page may reach this computer: only the document of `/studio` has that permission, and a client-side navigation
 * keeps the document of an earlier page. Without it the page is reloaded, and continues where it was.
 */
export function ensureLocalAccess(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded && new URL(loaded.name).pathname === location.pathname) return true
  location.hash = RELOAD_MARKER
  location.reload()
  return false
}

/** Whether the page was reloaded for that; true only once. */
export function consumeReloadMarker(): boolean {
  if (location.hash !== RELOAD_MARKER) return false
  history.replaceState(history.state, '', location.pathname)
  return true
}
