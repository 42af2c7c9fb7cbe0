import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { hearNews, type Heard } from '../sessions/bell.rules.ts'
import { LIVE_PATH } from '../sessions/frames.contract.ts'
import { createLine } from '../sessions/line.hooks.ts'
import { refreshMessages } from '../messages/hooks.ts'
import { invalidateNotifications } from '../../people/notifications/hooks.ts'
import { createBridge, type Bridge, type BridgeState } from './bridge.hooks.ts'
import { studioQuery } from './hooks.ts'

/** The socket of the studio, and the bridge over it to what the creator's own computer has. */
export function useStudioLine(): Bridge {
  const cache = useQueryClient()
  const { line, bridge } = useMemo(() => connect(cache), [cache])
  useEffect(() => {
    line.open()
    window.addEventListener('pagehide', bridge.disconnect)
    // A browser that saves power halts a hidden page, its worker too: what runs then would run on.
    document.addEventListener('freeze', bridge.disconnect)
    return () => {
      window.removeEventListener('pagehide', bridge.disconnect)
      document.removeEventListener('freeze', bridge.disconnect)
      bridge.disconnect()
      line.close()
    }
  }, [line, bridge])
  return bridge
}

export const useBridgeState = (bridge: Bridge): BridgeState =>
  useSyncExternalStore(bridge.subscribe, bridge.state, bridge.state)

/** What is so is looked at again at once when the server says that a toy became busy or free. */
function connect(cache: QueryClient) {
  let heard: Heard = {}
  const line = createLine({
    connect: () => new WebSocket(LIVE_PATH),
    isLive: () => false,
    onFrame(frame) {
      if (frame.type === 'toys') void cache.invalidateQueries({ queryKey: studioQuery.queryKey, exact: true })
      const news = hearNews(heard, frame)
      heard = news.heard
      if (news.isNews) invalidateNotifications(cache)
      if (frame.type === 'messages') refreshMessages(cache)
      bridge.hear(frame)
    },
  })
  const bridge = createBridge({
    line,
    // The library comes when it is wanted: hardly any page needs it.
    open: async address => (await import('./intiface.hooks.ts')).openIntiface(address),
    startTicks,
    clock: () => performance.now(),
  })
  return { line, bridge }
}

function startTicks(onTick: () => void): () => void {
  const worker = new Worker(new URL('./ticks.hooks.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', onTick)
  return () => worker.terminate()
}

/** Marks an address at which the dialog opens by itself. */
const OPENED = '#intiface'

/**
 * Whether this page may reach this computer: only the document of the studio itself is allowed to, and who came here from
 * another page still has that one's. If not, it is loaded afresh, and goes on where it was.
 */
export function mayBridge(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded && new URL(loaded.name).pathname === location.pathname) return true
  location.hash = OPENED
  location.reload()
  return false
}

/** Whether it was loaded afresh for that. Once. */
export function isOpenedAfresh(): boolean {
  if (location.hash !== OPENED) return false
  history.replaceState(history.state, '', location.pathname)
  return true
}
