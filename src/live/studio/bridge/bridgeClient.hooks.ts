import { MAX_BRIDGED_TOYS, type ServerFrame } from '../../sessions/socket.contract.ts'
import type { LiveConnection, PushedFrame } from '../../sessions/ui/liveConnection.hooks.ts'
import { batteryPercent, buzzRun } from './bridge.rules.ts'
import { connectedState, type BridgeState } from './bridgeState.hooks.ts'
import { ClosingConnection } from './closingConnection.hooks.ts'
import { DevicePlayer } from './devicePlayer.hooks.ts'
import type { IntifaceConnection, IntifaceDevice } from './intiface.hooks.ts'

export interface BridgeClientOptions {
  connection: Pick<LiveConnection, 'isOpen' | 'subscribe' | 'sendFrame'>
  openIntiface: (address: string) => Promise<IntifaceConnection>
  /** Calls a function many times a second, also while the tab is hidden. @returns a function that stops it */
  startTicks: (onTick: () => void) => () => void
  clock: () => number
  /** A button of a device was pressed: the devices are still already. `isHeld`: for a second, which comes after a press. */
  onButton?: (isHeld: boolean) => void
}

/** The interval of the bridge's heartbeats to the server, and of reports of its toys, in milliseconds. */
const BRIDGE_HEARTBEAT_MS = 1000
const REPORT_MS = 10_000
const BATTERY_MS = 60_000
/** Without an answer for this long, from the server or from the program, the devices are stopped; in milliseconds. */
const ANSWER_TIMEOUT_MS = 3000
/** A button that is pressed for this long is held, in milliseconds. */
const BUTTON_HELD_MS = 1000

/** The state while the program is connected. */
interface ConnectedState {
  address: string
  /** Of this connection to the program: within it a device keeps its index. */
  link: string
  /** The server knows the devices of this connection: until then its commands are for those of the one before. */
  isKnown: boolean
  /** The indexes of the devices for which the server has no room. */
  refused: readonly number[]
  intiface: IntifaceConnection
  player: DevicePlayer
  batteries: Map<number, number | null>
  /** The indexes of the devices that were sent a stop when they appeared. */
  seen: Set<number>
  endTicks: () => void
  heartbeatAt: number
  /** Since when an answer of the server is due; null when none is. */
  heartbeatPendingSince: number | null
  reportedAt: number
  batteryAt: number
  pingAt: number
  pingedAt: number | null
  /** Since when a button is pressed; null while none is, or once it counts as held. */
  pressedAt: number | null
}

const lost: BridgeState = { phase: 'failed', why: 'lost' }

/** Maximum number of devices; more are ignored. */
const devicesOf = ({ intiface }: ConnectedState): IntifaceDevice[] =>
  intiface.devices().slice(0, MAX_BRIDGED_TOYS)

/** Passes the server's commands to the devices of this computer, and stops them when the server stops answering. */
export class BridgeClient {
  readonly #options: BridgeClientOptions
  readonly #listeners = new Set<() => void>()
  #state: BridgeState = { phase: 'off' }
  #connected: ConnectedState | null = null
  /** The newest connection before, and whether a device ran on it. */
  #closing: { address: string; wasBusy: boolean; connection: ClosingConnection } | null = null
  /** Grows with each attempt to connect: a connection of an earlier attempt is closed again. */
  #attempt = 0

  constructor(options: BridgeClientOptions) {
    this.#options = options
    options.connection.subscribe(() => this.#connectionChanged())
  }

  getState = (): BridgeState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Connects to the program at the address, which must be on this computer. */
  connect = async (address: string): Promise<void> => {
    if (!this.#closing?.connection.isOpen()) this.#closing = null
    this.#leave({ phase: 'connecting' })
    const attempt = this.#attempt
    try {
      const intiface = await this.#open(address)
      if (attempt === this.#attempt) this.#begin(address, intiface)
      else intiface.close()
    } catch {
      if (attempt === this.#attempt) this.#become(this.#afterClosing({ phase: 'failed', why: 'unreachable' }))
    }
  }

  /** Lets a device of this computer be felt for a moment, at most at the cap. @returns whether it is connected */
  buzz = (device: number, cap: number): boolean => {
    const own = this.#connected
    const felt = own?.intiface.devices().find(({ index }) => index === device)
    if (!own || !felt) return false
    void own.player.run(felt, buzzRun(cap))
    return true
  }

  disconnect = (): void => this.#leave({ phase: 'off' })

  /** Handles the server's frames for a bridge; ignores all others. */
  receive(frame: PushedFrame): void {
    if (frame.type === 'run' || frame.type === 'silence') return void this.#carryOut(frame)
    const own = this.#connected
    if (!own) return
    if (frame.type === 'bridging') own.heartbeatPendingSince = null
    if (frame.type === 'bridged') this.#takeAnswer(own, frame)
    if (frame.type === 'bridging' || frame.type === 'bridged') this.#show(own)
    if (frame.type !== 'unbridge') return
    if (frame.taken) this.#leave({ phase: 'failed', why: 'taken' })
    else this.#report(own, true)
  }

  /** @param answer to a report, perhaps of the connection before */
  #takeAnswer(own: ConnectedState, { link, refused }: Extract<ServerFrame, { type: 'bridged' }>): void {
    if (link !== own.link) return
    own.isKnown = true
    own.refused = refused
  }

  #become(next: BridgeState): void {
    this.#state = next
    for (const listener of this.#listeners) listener()
  }

  /** A program that serves one client at a time is asked again once our socket before is closed. */
  async #open(address: string): Promise<IntifaceConnection> {
    try {
      return await this.#options.openIntiface(address)
    } catch (error) {
      const before = this.#closing
      if (before?.address !== address || !before.connection.isOpen()) throw error
      before.connection.close()
      return this.#options.openIntiface(address)
    }
  }

  /** The message that the creator must see first: on the connection before a device ran, and took no stop. */
  #afterClosing(next: BridgeState): BridgeState {
    const why = this.#closing?.wasBusy ? this.#closing.connection.getState() : 'stopped'
    return why === 'unstopped' || why === 'lostRunning' ? { phase: 'failed', why } : next
  }

  #begin(address: string, intiface: IntifaceConnection): void {
    const { clock, startTicks } = this.#options
    const never = -Infinity
    const own: ConnectedState = {
      address,
      link: crypto.randomUUID(),
      isKnown: false,
      refused: [],
      intiface,
      player: new DevicePlayer(clock, intiface.devices, () => this.#leave(lost)),
      batteries: new Map(),
      seen: new Set(),
      endTicks: startTicks(() => this.#tick()),
      heartbeatAt: clock(),
      heartbeatPendingSince: null,
      reportedAt: never,
      batteryAt: never,
      pingAt: never,
      pingedAt: null,
      pressedAt: null,
    }
    this.#connected = own
    intiface.onLost(() => this.#leaveIfCurrent(own))
    intiface.onChange(() => {
      if (own !== this.#connected) return
      this.#stopNewDevices(own)
      this.#report(own, false)
    })
    intiface.onButton(isPressed => own === this.#connected && this.#takeButton(own, isPressed))
    this.#stopNewDevices(own)
    this.#report(own, true)
  }

  /** Stops the devices before the server knows: the hand that presses is at the toy. */
  #takeButton(own: ConnectedState, isPressed: boolean): void {
    const wasPressed = own.pressedAt !== null
    own.pressedAt = isPressed ? (own.pressedAt ?? this.#options.clock()) : null
    if (!isPressed || wasPressed) return
    this.#stopAllDevices(own)
    this.#options.onButton?.(false)
  }

  /** A device that appears may run: it may be one that ran, under another index. */
  #stopNewDevices(own: ConnectedState): void {
    const devices = devicesOf(own)
    for (const device of devices)
      if (!own.seen.has(device.index)) {
        void own.player.stop(device)
        own.player.confirmStop(device)
      }
    own.seen = new Set(devices.map(({ index }) => index))
  }

  #leaveIfCurrent(own: ConnectedState): void {
    if (own === this.#connected) this.#leave(lost)
  }

  #leave(next: BridgeState): void {
    const own = this.#connected
    this.#connected = null
    this.#attempt += 1
    if (own) {
      const wasBusy = own.player.isBusy()
      own.endTicks()
      own.player.clear()
      this.#close(own, wasBusy, next)
      this.#options.connection.sendFrame({ type: 'bridge', fresh: false, toys: [] })
    }
    this.#become(next.phase === 'connecting' ? next : this.#afterClosing(next))
  }

  /** Closes the socket once the devices took their zeros. @param wasBusy whether any ran: then the creator must know if it did not */
  #close({ address, intiface }: ConnectedState, wasBusy: boolean, next: BridgeState): void {
    const { clock, startTicks } = this.#options
    const isShown = () => this.#closing?.connection === connection && this.#state.phase !== 'connecting'
    const connection = new ClosingConnection(intiface, {
      clock,
      startTicks,
      // A later connection has the devices.
      isReplaced: () => this.#connected !== null,
      onState: () => void (isShown() && !this.#connected && this.#become(this.#afterClosing(next))),
    })
    this.#closing = { address, wasBusy, connection }
    connection.start()
  }

  #show(own: ConnectedState): void {
    const { clock, connection } = this.#options
    // An answer is not late within one heartbeat interval.
    const isHeard =
      connection.isOpen() &&
      (own.heartbeatPendingSince === null || clock() - own.heartbeatPendingSince <= BRIDGE_HEARTBEAT_MS)
    const next = connectedState(own, isHeard)
    if (JSON.stringify(next) !== JSON.stringify(this.#state)) this.#become(next)
  }

  /** Reports the toys to the server. */
  #report(own: ConnectedState, fresh: boolean): void {
    own.reportedAt = this.#options.clock()
    const toys = devicesOf(own).map(({ index, name, drives }) => ({
      device: index,
      drives,
      name: name.slice(0, 60),
      battery: own.batteries.get(index) ?? null,
    }))
    this.#options.connection.sendFrame({ type: 'bridge', fresh, link: own.link, toys })
    // The first report needs an answer soon.
    if (fresh) own.heartbeatAt = -Infinity
    this.#show(own)
  }

  #stopAllDevices(own: ConnectedState): void {
    own.player.clear()
    own.intiface.stopAll().catch(() => this.#leaveIfCurrent(own))
    for (const device of devicesOf(own)) own.player.confirmStop(device)
  }

  #tick(): void {
    const own = this.#connected
    if (!own) return
    const now = this.#options.clock()
    own.player.tick()
    if (own.pressedAt !== null && now - own.pressedAt >= BUTTON_HELD_MS) {
      own.pressedAt = null
      this.#options.onButton?.(true)
    }
    if (own.pingedAt !== null && now - own.pingedAt > ANSWER_TIMEOUT_MS) return this.#leave(lost)
    if (own.pingedAt === null && now - own.pingAt >= own.intiface.pingMs) void this.#ping(own)
    const isUnheard =
      own.heartbeatPendingSince !== null && now - own.heartbeatPendingSince > ANSWER_TIMEOUT_MS
    if (isUnheard && own.player.countPlaying() > 0) this.#stopAllDevices(own)
    if (this.#options.connection.isOpen()) this.#keepUp(own, now)
  }

  /** Sends the bridge's heartbeat or report when it is due. */
  #keepUp(own: ConnectedState, now: number): void {
    if (now - own.heartbeatAt >= BRIDGE_HEARTBEAT_MS) {
      own.heartbeatAt = now
      own.heartbeatPendingSince ??= now
      this.#options.connection.sendFrame({ type: 'bridging' })
    }
    if (now - own.reportedAt >= REPORT_MS) this.#report(own, false)
    if (now - own.batteryAt >= BATTERY_MS) void this.#readBatteries(own)
    if (own.heartbeatPendingSince !== null && now - own.heartbeatPendingSince > BRIDGE_HEARTBEAT_MS)
      this.#show(own)
  }

  async #ping(own: ConnectedState): Promise<void> {
    own.pingAt = own.pingedAt = this.#options.clock()
    await own.intiface.ping().catch(() => this.#leaveIfCurrent(own))
    own.pingedAt = null
  }

  async #readBatteries(own: ConnectedState): Promise<void> {
    own.batteryAt = this.#options.clock()
    for (const device of devicesOf(own))
      own.batteries.set(device.index, batteryPercent(await device.battery().catch(() => null)))
    if (own === this.#connected) this.#report(own, false)
  }

  /** The connection to the server opened or broke: after a break all devices are stopped. */
  #connectionChanged(): void {
    const own = this.#connected
    if (!own) return
    if (this.#options.connection.isOpen()) return this.#report(own, true)
    own.heartbeatPendingSince = null
    this.#stopAllDevices(own)
    this.#show(own)
  }

  async #carryOut(frame: Extract<ServerFrame, { type: 'run' | 'silence' }>): Promise<void> {
    const { connection } = this.#options
    const own = this.#connected
    const device = own?.intiface.devices().find(({ index }) => index === frame.device)
    const { id } = frame
    const isMeant = own?.isKnown || frame.type === 'silence'
    if (!own || !device || !isMeant) return connection.sendFrame({ type: 'done', id, ok: false })
    const ok = await (frame.type === 'run' ? own.player.run(device, frame) : own.player.stop(device))
    connection.sendFrame({ type: 'done', id, ok })
  }
}
