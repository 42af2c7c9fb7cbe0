import { newId } from '../../../platform/db/columns.ts'
import { createKeyedMutex } from '../../../platform/cluster/keyedMutex.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { AuthenticatedUser } from '../../../platform/http/session.ts'
import type { BridgeGateway, BridgeCommand, BridgeTab } from '../../toys/bridge.gateway.ts'
import { saveBridgedToys, markBridgedToysOffline, type BridgeReport } from '../../toys/bridge.service.ts'
import type { ClientFrame } from '../socket.contract.ts'

/** A bridge without a heartbeat for this long is closed, in milliseconds. */
const BRIDGE_TIMEOUT_MS = 4000
/** How often heartbeats are checked, in milliseconds. */
const TIMEOUT_CHECK_MS = 500
/** A tab's reports are stored at most this often, in milliseconds. */
const MIN_SAVE_INTERVAL_MS = 1000

type BridgeServerFrame =
  | BridgeCommand
  | { type: 'bridging' }
  | { type: 'bridged'; link: string; refused: number[] }
  | { type: 'unbridge'; taken: boolean }

/** A creator's tab, identified by its socket: one object for as long as the socket is open. */
export interface CreatorTab extends BridgeTab {
  send(frame: BridgeServerFrame): void
}

type BridgeFrame = Extract<ClientFrame, { type: 'bridge' | 'bridging' | 'done' }>

interface Bridge {
  tab: CreatorTab
  heardAt: number
  /** The connection to the program that its reports are of. */
  link: string
  /** Its last report, while that is not stored yet. */
  reported: BridgeReport | null
  /** The report that was stored last. */
  stored: BridgeReport | null
  /** When a report was last stored; null when none was. */
  writtenAt: Date | null
  timer: NodeJS.Timeout | undefined
}

/** The tabs that bridge toys, at most one per creator. */
export class BridgeRegistry {
  readonly #platform: Platform
  readonly #gateway: BridgeGateway
  readonly #bridges = new Map<string, Bridge>()
  /** One write at a time about a creator's toys, in the order of the reports. */
  readonly #writes = createKeyedMutex()
  /** Runs while there are bridges. */
  #timer: NodeJS.Timeout | undefined
  readonly #unsubscribe: (() => void)[]

  constructor(platform: Platform, gateway: BridgeGateway) {
    this.#platform = platform
    this.#gateway = gateway
    this.#unsubscribe = [
      platform.bus.subscribe('bridge.connected', ({ ownerId }, from) => {
        const bridge = this.#bridges.get(ownerId)
        if (from === 'elsewhere' && bridge) this.#yieldTo(ownerId, bridge)
      }),
      platform.bus.subscribe('bridge.confirmed', ({ ownerId }) => {
        const bridge = this.#bridges.get(ownerId)
        const report = bridge?.reported ?? bridge?.stored
        if (bridge && report) this.#report(ownerId, bridge, report)
      }),
    ]
  }

  receive(tab: CreatorTab, { userId, role }: AuthenticatedUser, frame: BridgeFrame): void {
    if (frame.type === 'done') return this.#gateway.resolveAnswer(tab, frame.id, frame.ok)
    const isFresh = frame.type === 'bridge' && frame.fresh && role !== 'USER'
    const bridge = isFresh ? this.#begin(userId, tab) : this.#bridges.get(userId)
    if (bridge?.tab !== tab)
      return tab.send({ type: 'unbridge', taken: bridge !== undefined || role === 'USER' })
    bridge.heardAt = performance.now()
    if (frame.type === 'bridge') {
      if (frame.link !== undefined) bridge.link = frame.link
      else if (frame.fresh) bridge.link = newId()
      this.#report(userId, bridge, { toys: frame.toys, link: bridge.link })
    } else tab.send({ type: 'bridging' })
  }

  removeTab(tab: CreatorTab, { userId }: AuthenticatedUser): void {
    const bridge = this.#bridges.get(userId)
    if (bridge?.tab === tab) this.#end(userId, bridge)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    for (const { timer } of this.#bridges.values()) clearTimeout(timer)
    this.#bridges.clear()
  }

  #begin(ownerId: string, tab: CreatorTab): Bridge {
    const before = this.#bridges.get(ownerId)
    if (before?.tab === tab) return before
    if (before) this.#yieldTo(ownerId, before)
    const bridge: Bridge = {
      tab,
      heardAt: 0,
      link: newId(),
      reported: null,
      stored: null,
      writtenAt: null,
      timer: undefined,
    }
    this.#bridges.set(ownerId, bridge)
    this.#timer ??= setInterval(() => this.#endSilent(), TIMEOUT_CHECK_MS)
    this.#platform.bus.publish('bridge.connected', { ownerId })
    return bridge
  }

  /** Another tab bridges the creator's devices from now on. */
  #yieldTo(ownerId: string, { tab, timer }: Bridge): void {
    this.#bridges.delete(ownerId)
    this.#gateway.disconnectTab(tab)
    tab.send({ type: 'unbridge', taken: true })
    clearTimeout(timer)
  }

  #report(ownerId: string, bridge: Bridge, report: BridgeReport): void {
    const isFirst = bridge.timer === undefined
    bridge.reported = report
    if (isFirst) this.#inTurn(ownerId, () => this.#write(ownerId, bridge))
    // Of all further reports within a second, only the last is stored, at its end.
    bridge.timer ??= setTimeout(() => {
      bridge.timer = undefined
      if (bridge.reported) this.#report(ownerId, bridge, bridge.reported)
    }, MIN_SAVE_INTERVAL_MS).unref()
  }

  async #write(ownerId: string, bridge: Bridge): Promise<void> {
    const { db, bus, now } = this.#platform
    const isCurrent = () => this.#bridges.get(ownerId) === bridge
    const { reported } = bridge
    if (!reported || !isCurrent()) return
    bridge.reported = null
    bridge.stored = reported
    bridge.writtenAt = now()
    const { bridged, doubted, refused } = await saveBridgedToys(db, ownerId, reported, bridge.writtenAt)
    if (!isCurrent()) return
    this.#gateway.assignToys(bridge.tab, bridged)
    bridge.tab.send({ type: 'bridged', link: reported.link, refused })
    bus.publish('toys.changed', null)
    for (const target of doubted) bus.publish('toy.reported', target)
  }

  #endSilent(): void {
    const oldest = performance.now() - BRIDGE_TIMEOUT_MS
    for (const [ownerId, bridge] of this.#bridges) if (bridge.heardAt < oldest) this.#end(ownerId, bridge)
    if (this.#bridges.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #end(ownerId: string, bridge: Bridge): void {
    this.#bridges.delete(ownerId)
    this.#gateway.disconnectTab(bridge.tab)
    clearTimeout(bridge.timer)
    this.#inTurn(ownerId, async () => {
      const { writtenAt } = bridge
      if (this.#bridges.has(ownerId) || !writtenAt) return
      const { db, bus } = this.#platform
      // By now the tab may have connected to another node.
      await markBridgedToysOffline(db, ownerId, { notAfter: writtenAt })
      bus.publish('toys.changed', null)
    })
  }

  #inTurn(ownerId: string, work: () => Promise<void>): void {
    this.#writes
      .run(ownerId, work)
      .catch((error: unknown) => this.#platform.log.error({ err: error }, 'could not save the bridged toys'))
  }
}
