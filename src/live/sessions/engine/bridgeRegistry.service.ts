import type { Platform } from '../../../platform/platform.ts'
import type { AuthenticatedUser } from '../../../platform/session.ts'
import type { BridgeGateway, BridgeCommand, BridgeTab } from '../../toys/bridge.gateway.ts'
import { saveBridgedToys, markBridgedToysOffline } from '../../toys/bridge.service.ts'
import type { BridgedToy } from '../../toys/contract.ts'
import type { ClientFrame } from '../socket.contract.ts'

/** A bridge without a heartbeat for this long is closed, in milliseconds. */
const BRIDGE_TIMEOUT_MS = 4000
/** How often heartbeats are checked, in milliseconds. */
const TIMEOUT_CHECK_MS = 500
/** A tab's reports are stored at most this often, in milliseconds. */
const MIN_SAVE_INTERVAL_MS = 1000

type BridgeServerFrame = BridgeCommand | { type: 'bridging' } | { type: 'unbridge'; taken: boolean }

/** A creator's tab, identified by its socket: one object for as long as the socket is open. */
export interface CreatorTab extends BridgeTab {
  send(frame: BridgeServerFrame): void
}

type BridgeFrame = Extract<ClientFrame, { type: 'bridge' | 'bridging' | 'done' }>

/** The tabs that bridge toys, at most one per creator. */
export interface BridgeRegistry {
  receive(tab: CreatorTab, who: AuthenticatedUser, frame: BridgeFrame): void
  removeTab(tab: CreatorTab, who: AuthenticatedUser): void
  close(): void
}

interface Bridge {
  tab: CreatorTab
  heardAt: number
  /** Its last report, while that is not stored yet. */
  reported: BridgedToy[] | null
  /** When a report was last stored; null when none was. */
  writtenAt: Date | null
  timer: NodeJS.Timeout | undefined
}

export function createBridgeRegistry(
  { db, bus, log, now }: Platform,
  gateway: BridgeGateway,
): BridgeRegistry {
  const bridges = new Map<string, Bridge>()
  /** Serializes the writes about a creator's toys in the order of the reports. */
  const turns = new Map<string, Promise<void>>()

  function inTurn(ownerId: string, work: () => Promise<void>): void {
    const turn = (turns.get(ownerId) ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'a bridge was not written down'))
      .finally(() => {
        if (turns.get(ownerId) === turn) turns.delete(ownerId)
      })
    turns.set(ownerId, turn)
  }

  const isCurrent = (ownerId: string, bridge: Bridge) => bridges.get(ownerId) === bridge

  async function write(ownerId: string, bridge: Bridge): Promise<void> {
    const { reported } = bridge
    if (!reported || !isCurrent(ownerId, bridge)) return
    bridge.reported = null
    bridge.writtenAt = now()
    const { bridged, unreachable } = await saveBridgedToys(db, ownerId, reported, bridge.writtenAt)
    if (!isCurrent(ownerId, bridge)) return
    gateway.assignToys(bridge.tab, bridged)
    bus.publish('toys.changed', null)
    for (const target of unreachable) bus.publish('toy.doubted', target)
  }

  function report(ownerId: string, bridge: Bridge, toys: BridgedToy[]): void {
    const isFirst = bridge.timer === undefined
    bridge.reported = toys
    if (isFirst) inTurn(ownerId, () => write(ownerId, bridge))
    // Of all further reports within a second, only the last is stored, at its end.
    bridge.timer ??= setTimeout(() => {
      bridge.timer = undefined
      if (bridge.reported) report(ownerId, bridge, bridge.reported)
    }, MIN_SAVE_INTERVAL_MS).unref()
  }

  /** Another tab bridges the creator's devices from now on. */
  function yieldTo(ownerId: string, { tab, timer }: Bridge): void {
    bridges.delete(ownerId)
    gateway.disconnectTab(tab)
    tab.send({ type: 'unbridge', taken: true })
    clearTimeout(timer)
  }

  function begin(ownerId: string, tab: CreatorTab): Bridge {
    const before = bridges.get(ownerId)
    if (before?.tab === tab) return before
    if (before) yieldTo(ownerId, before)
    const bridge = { tab, heardAt: 0, reported: null, writtenAt: null, timer: undefined }
    bridges.set(ownerId, bridge)
    bus.publish('bridge.begun', { ownerId })
    return bridge
  }

  function end(ownerId: string, bridge: Bridge): void {
    bridges.delete(ownerId)
    gateway.disconnectTab(bridge.tab)
    clearTimeout(bridge.timer)
    inTurn(ownerId, async () => {
      const { writtenAt } = bridge
      if (bridges.has(ownerId) || !writtenAt) return
      // By now the tab may have connected to another node.
      await markBridgedToysOffline(db, ownerId, { notAfter: writtenAt })
      bus.publish('toys.changed', null)
    })
  }

  const unsubscribe = bus.subscribe('bridge.begun', ({ ownerId }, from) => {
    const bridge = bridges.get(ownerId)
    if (from === 'elsewhere' && bridge) yieldTo(ownerId, bridge)
  })

  const timer = setInterval(() => {
    const oldest = performance.now() - BRIDGE_TIMEOUT_MS
    for (const [ownerId, bridge] of bridges) if (bridge.heardAt < oldest) end(ownerId, bridge)
  }, TIMEOUT_CHECK_MS)

  return {
    receive(tab, { userId, role }, frame) {
      if (frame.type === 'done') return gateway.resolveAnswer(tab, frame.id, frame.ok)
      const isFresh = frame.type === 'bridge' && frame.fresh && role !== 'USER'
      const bridge = isFresh ? begin(userId, tab) : bridges.get(userId)
      if (bridge?.tab !== tab)
        return tab.send({ type: 'unbridge', taken: bridge !== undefined || role === 'USER' })
      bridge.heardAt = performance.now()
      if (frame.type === 'bridge') report(userId, bridge, frame.toys)
      else tab.send({ type: 'bridging' })
    },
    removeTab(tab, { userId }) {
      const bridge = bridges.get(userId)
      if (bridge?.tab === tab) end(userId, bridge)
    },
    close() {
      clearInterval(timer)
      unsubscribe()
      for (const { timer: own } of bridges.values()) clearTimeout(own)
      bridges.clear()
    },
  }
}
