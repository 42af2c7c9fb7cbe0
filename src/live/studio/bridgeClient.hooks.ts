import { MAX_BRIDGED_TOYS, type ServerFrame } from '../sessions/socket.contract.ts'
import type { LiveConnection } from '../sessions/ui/liveConnection.hooks.ts'
import type { BridgedToy } from '../toys/contract.ts'
import { createDevicePlayer, type PlayableDevice, type DevicePlayer } from './devicePlayer.hooks.ts'

export interface IntifaceDevice extends PlayableDevice {
  name: string
  /** What its motors do. */
  drives: BridgedToy['drives']
  /** Percent; null when it does not tell. */
  battery: () => Promise<number | null>
}

/** The program on the creator's computer that has the devices. */
export interface IntifaceConnection {
  /** How often it is to hear of us, in milliseconds. */
  pingMs: number
  devices: () => IntifaceDevice[]
  onChange: (listener: () => void) => void
  onLost: (listener: () => void) => void
  ping: () => Promise<void>
  stopAll: () => Promise<void>
  /** Lets go of it; it then stops the devices by itself. */
  close: () => void
}

export type BridgeState =
  | { phase: 'off' | 'connecting' }
  | { phase: 'on'; toys: string[]; isHeard: boolean }
  | { phase: 'failed'; why: 'unreachable' | 'lost' | 'taken' }

export interface BridgeClient {
  getState: () => BridgeState
  subscribe: (listener: () => void) => () => void
  /** Connects the devices of the program at the address, which is one on this computer. */
  connect: (address: string) => Promise<void>
  disconnect: () => void
  /** What the server says to a bridge; anything else is passed over. */
  receive: (frame: Exclude<ServerFrame, { type: 'ack' | 'error' }>) => void
}

export interface BridgeClientOptions {
  connection: Pick<LiveConnection, 'isOpen' | 'subscribe' | 'sendFrame'>
  openIntiface: (address: string) => Promise<IntifaceConnection>
  /** Calls many times a second, also while the tab is hidden. Returns how to end that. */
  startTicks: (onTick: () => void) => () => void
  clock: () => number
}

/** How often the server hears of the bridge, in milliseconds, and of its toys. */
const BRIDGE_HEARTBEAT_MS = 1000
const REPORT_MS = 10_000
const BATTERY_MS = 60_000
/** Without an answer for this long, from the server or from the program, the devices are stopped. */
const ANSWER_TIMEOUT_MS = 3000

/** What is so while the program is connected. */
interface ConnectedState {
  intiface: IntifaceConnection
  player: DevicePlayer
  batteries: Map<number, number | null>
  endTicks: () => void
  heartbeatAt: number
  /** Since when the server owes an answer; null when it owes none. */
  heartbeatPendingSince: number | null
  reportedAt: number
  batteryAt: number
  pingAt: number
  pingedAt: number | null
}

/** Hands what the server says on to the devices of this computer, and stops them when nothing comes any more. */
export function createBridgeClient({
  connection: line,
  openIntiface: open,
  startTicks,
  clock,
}: BridgeClientOptions): BridgeClient {
  const listeners = new Set<() => void>()
  let state: BridgeState = { phase: 'off' }
  let on: ConnectedState | null = null
  /** Grows with each connection: one that comes too late is not wanted any more. */
  let attempt = 0

  function become(next: BridgeState): void {
    state = next
    for (const listener of listeners) listener()
  }

  /** At most so many: more are of no use to anyone. */
  const devices = ({ intiface }: ConnectedState) => intiface.devices().slice(0, MAX_BRIDGED_TOYS)

  function show(own: ConnectedState): void {
    const toys = devices(own).map(({ name }) => name)
    // An answer that is on its way is none that fails to come.
    const isHeard =
      line.isOpen() &&
      (own.heartbeatPendingSince === null || clock() - own.heartbeatPendingSince <= BRIDGE_HEARTBEAT_MS)
    const is = { phase: 'on', toys, isHeard } as const
    if (JSON.stringify(is) !== JSON.stringify(state)) become(is)
  }

  function report(own: ConnectedState, fresh: boolean): void {
    own.reportedAt = clock()
    const toys = devices(own).map(({ index, name, drives }) => ({
      device: index,
      drives,
      name: name.slice(0, 60),
      battery: own.batteries.get(index) ?? null,
    }))
    line.sendFrame({ type: 'bridge', fresh, toys })
    // What begins is to be answered soon.
    if (fresh) own.heartbeatAt = -Infinity
    show(own)
  }

  /** Nothing is played on, by any device. */
  function hush(own: ConnectedState): void {
    own.player.clear()
    own.intiface.stopAll().catch(() => own === on && leave({ phase: 'failed', why: 'lost' }))
  }

  function leave(next: BridgeState): void {
    const own = on
    on = null
    attempt += 1
    if (own) {
      own.endTicks()
      own.player.clear()
      own.intiface.stopAll().catch(() => undefined)
      own.intiface.close()
      line.sendFrame({ type: 'bridge', fresh: false, toys: [] })
    }
    become(next)
  }

  function tick(): void {
    const own = on
    if (!own) return
    const now = clock()
    own.player.tick()
    if (own.pingedAt !== null && now - own.pingedAt > ANSWER_TIMEOUT_MS)
      return leave({ phase: 'failed', why: 'lost' })
    if (own.pingedAt === null && now - own.pingAt >= own.intiface.pingMs) void ping(own)
    if (
      own.heartbeatPendingSince !== null &&
      now - own.heartbeatPendingSince > ANSWER_TIMEOUT_MS &&
      own.player.countPlaying() > 0
    )
      hush(own)
    if (!line.isOpen()) return
    if (now - own.heartbeatAt >= BRIDGE_HEARTBEAT_MS) {
      own.heartbeatAt = now
      own.heartbeatPendingSince ??= now
      line.sendFrame({ type: 'bridging' })
    }
    if (now - own.reportedAt >= REPORT_MS) report(own, false)
    if (now - own.batteryAt >= BATTERY_MS) void readBatteries(own)
    if (own.heartbeatPendingSince !== null && now - own.heartbeatPendingSince > BRIDGE_HEARTBEAT_MS) show(own)
  }

  async function ping(own: ConnectedState): Promise<void> {
    own.pingAt = own.pingedAt = clock()
    await own.intiface.ping().catch(() => own === on && leave({ phase: 'failed', why: 'lost' }))
    own.pingedAt = null
  }

  async function readBatteries(own: ConnectedState): Promise<void> {
    own.batteryAt = clock()
    for (const device of devices(own))
      own.batteries.set(device.index, await device.battery().catch(() => null))
    if (own === on) report(own, false)
  }

  function lineChanged(): void {
    if (!on) return
    if (line.isOpen()) return report(on, true)
    on.heartbeatPendingSince = null
    hush(on)
    show(on)
  }

  async function obey(frame: Extract<ServerFrame, { type: 'run' | 'silence' }>): Promise<void> {
    const own = on
    const device = own?.intiface.devices().find(({ index }) => index === frame.device)
    const { id } = frame
    if (!own || !device) return line.sendFrame({ type: 'done', id, ok: false })
    const ok = await (frame.type === 'run' ? own.player.run(device, frame) : own.player.stop(device))
    line.sendFrame({ type: 'done', id, ok })
  }

  function begin(intiface: IntifaceConnection): void {
    const player = createDevicePlayer(clock, () => leave({ phase: 'failed', why: 'lost' }))
    const never = -Infinity
    const own: ConnectedState = {
      intiface,
      player,
      batteries: new Map(),
      endTicks: startTicks(tick),
      heartbeatAt: clock(),
      heartbeatPendingSince: null,
      reportedAt: never,
      batteryAt: never,
      pingAt: never,
      pingedAt: null,
    }
    on = own
    intiface.onLost(() => own === on && leave({ phase: 'failed', why: 'lost' }))
    intiface.onChange(() => own === on && report(own, false))
    report(own, true)
  }

  line.subscribe(lineChanged)

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async connect(address) {
      leave({ phase: 'connecting' })
      const own = attempt
      try {
        const intiface = await open(address)
        if (own === attempt) begin(intiface)
        else intiface.close()
      } catch {
        if (own === attempt) become({ phase: 'failed', why: 'unreachable' })
      }
    },
    disconnect: () => leave({ phase: 'off' }),
    receive(frame) {
      if (frame.type === 'run' || frame.type === 'silence') return void obey(frame)
      if (!on) return
      if (frame.type === 'bridging') {
        on.heartbeatPendingSince = null
        show(on)
      }
      if (frame.type === 'unbridge')
        return frame.taken ? leave({ phase: 'failed', why: 'taken' }) : report(on, true)
    },
  }
}
