import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  readNotificationSignals,
  type NotificationSignals,
} from '../sessions/ui/notificationSignals.rules.ts'
import { LIVE_SOCKET_PATH } from '../sessions/socket.contract.ts'
import { LiveConnection } from '../sessions/ui/liveConnection.hooks.ts'
import { refreshMessages } from '../messages/hooks.ts'
import { invalidateNotifications } from '../../people/notifications/hooks.ts'
import { BridgeClient, type BridgeState } from './bridgeClient.hooks.ts'
import { studioQuery } from './hooks.ts'

/** The socket of the studio, and the bridge over it to what the creator's own computer has. */
export function useStudioConnection(): BridgeClient {
  const cache = useQueryClient()
  const { connection, bridge } = useMemo(() => createStudioConnection(cache), [cache])
  useEffect(() => {
    connection.open()
    window.addEventListener('pagehide', bridge.disconnect)
    // A browser that saves power halts a hidden page, its worker too: what runs then would run on.
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

/** What is so is looked at again at once when the server says that a toy became busy or free. */
function createStudioConnection(cache: QueryClient) {
  let heard: NotificationSignals = {}
  const connection = new LiveConnection({
    connect: () => new WebSocket(LIVE_SOCKET_PATH),
    isLive: () => false,
  })
  connection.onFrame(frame => {
    if (frame.type === 'toys') void cache.invalidateQueries({ queryKey: studioQuery.queryKey, exact: true })
    const news = readNotificationSignals(heard, frame)
    heard = news.heard
    if (news.isNews) invalidateNotifications(cache)
    if (frame.type === 'messages') refreshMessages(cache)
  })
  const bridge = new BridgeClient({
    connection,
    // The library comes when it is wanted: hardly any page needs it.
    openIntiface: async address => (await import('./intiface.hooks.ts')).openIntiface(address),
    startTicks,
    clock: () => performance.now(),
  })
  connection.onFrame(frame => bridge.receive(frame))
  return { connection, bridge }
}

function startTicks(onTick: () => void): () => void {
  const worker = new Worker(new URL('./ticks.hooks.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', onTick)
  return () => worker.terminate()
}

/** Marks an address at which the dialog opens by itself. */
const RELOAD_MARKER = '#intiface'

/**
 * Whether this page may reach this computer: only the document of the studio itself is allowed to, and who came here from
 * another page still has that one's. If not, it is loaded afresh, and goes on where it was.
 */
export function ensureLocalAccess(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded && new URL(loaded.name).pathname === location.pathname) return true
  location.hash = RELOAD_MARKER
  location.reload()
  return false
}

/** Whether it was loaded afresh for that. Once. */
export function consumeReloadMarker(): boolean {
  if (location.hash !== RELOAD_MARKER) return false
  history.replaceState(history.state, '', location.pathname)
  return true
}
