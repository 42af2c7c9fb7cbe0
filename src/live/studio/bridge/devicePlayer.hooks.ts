import { runDurationMs, runStrengthAt, type DeviceRun } from './bridge.rules.ts'

/** A device that can be driven. */
export interface PlayableDevice {
  index: number
  /** Runs at a strength, 0–20, under a cap, until the next call. Rejects when the device did not take it. */
  play: (strength: number, cap: number) => Promise<void>
  /** Resolves when the device took the stop and a 0 of each of its functions. */
  stop: () => Promise<void>
}

interface PlayingDevice {
  device: PlayableDevice
  run: DeviceRun
  startedAt: number
  endsAt: number
  strength: number | null
  isSending: boolean
}

/** A device that does not take its stop within this time is disconnected, in milliseconds. */
const STOP_TIMEOUT_MS = 1000
/** A stop of our own is sent again so long after the first, because an acknowledged one proves nothing; in milliseconds. */
export const CONFIRM_MS = [250, 1000] as const

/** Drives devices for the requested time and no longer. */
export class DevicePlayer {
  readonly #clock: () => number
  readonly #devices: () => PlayableDevice[]
  readonly #onStuck: () => void
  readonly #playing = new Map<number, PlayingDevice>()
  readonly #stopping = new Map<PlayableDevice, number>()
  /** When the stop of a device is sent again. */
  readonly #confirmAt = new Map<PlayableDevice, number[]>()

  /**
   * @param devices all of the program
   * @param onStuck is called when a device does not stop: its connection must be closed
   */
  constructor(clock: () => number, devices: () => PlayableDevice[], onStuck: () => void) {
    this.#clock = clock
    this.#devices = devices
    this.#onStuck = onStuck
  }

  /** Replaces the device's run. @returns whether the device took it */
  async run(device: PlayableDevice, run: DeviceRun): Promise<boolean> {
    const startedAt = this.#clock()
    const endsAt = startedAt + runDurationMs(run)
    const own: PlayingDevice = { device, run, startedAt, endsAt, strength: null, isSending: false }
    this.#playing.set(device.index, own)
    this.#forget(device)
    return this.#push(own).then(
      () => true,
      () => false,
    )
  }

  stop(device: PlayableDevice): Promise<boolean> {
    this.#playing.delete(device.index)
    return this.#halt(device)
  }

  /** Advances the time. */
  tick(): void {
    const now = this.#clock()
    for (const [index, own] of this.#playing) {
      if (now < own.endsAt) this.#push(own).catch(() => undefined)
      else {
        this.#playing.delete(index)
        void this.#halt(own.device)
        this.confirmStop(own.device)
      }
    }
    this.#confirmStops(now)
    for (const since of this.#stopping.values()) if (now - since > STOP_TIMEOUT_MS) return this.#onStuck()
  }

  /** Sends the stop of a device again, twice, unless it runs by then. */
  confirmStop(device: PlayableDevice): void {
    this.#forget(device)
    const now = this.#clock()
    this.#confirmAt.set(
      device,
      CONFIRM_MS.map(ms => now + ms),
    )
  }

  /** The number of devices that run now. */
  countPlaying(): number {
    return this.#playing.size
  }

  /** Whether a device runs, or did not take its stop yet. */
  isBusy(): boolean {
    return this.#playing.size > 0 || this.#stopping.size > 0
  }

  /** Drops all runs without sending stops: the program stops the devices. */
  clear(): void {
    this.#playing.clear()
    this.#stopping.clear()
    this.#confirmAt.clear()
  }

  /** By its index: each list of the program's devices has objects of its own. */
  #forget({ index }: PlayableDevice): void {
    for (const device of this.#confirmAt.keys()) if (device.index === index) this.#confirmAt.delete(device)
  }

  #confirmStops(now: number): void {
    for (const [device, [due = Infinity, ...rest]] of this.#confirmAt) {
      if (due > now) continue
      if (rest.length > 0) this.#confirmAt.set(device, rest)
      else this.#confirmAt.delete(device)
      void this.#halt(device)
    }
  }

  async #halt(device: PlayableDevice): Promise<boolean> {
    this.#stopping.set(device, this.#clock())
    this.#stopIdleDevices(device)
    try {
      await device.stop()
      return true
    } catch {
      if (this.#stopping.has(device)) this.#onStuck()
      return false
    } finally {
      this.#stopping.delete(device)
    }
  }

  /** The program may have taken one device for another: a stop goes to all that should do nothing. */
  #stopIdleDevices({ index }: PlayableDevice): void {
    for (const other of this.#devices())
      if (other.index !== index && !this.#playing.has(other.index)) other.stop().catch(() => undefined)
  }

  /** @throws when the device did not take it */
  async #push(own: PlayingDevice): Promise<void> {
    const strength = runStrengthAt(own.run, this.#clock() - own.startedAt)
    if (strength === own.strength || own.isSending) return
    own.isSending = true
    own.strength = strength
    try {
      await own.device.play(strength, own.run.cap)
    } finally {
      own.isSending = false
    }
  }
}
