import { runDurationMs, runStrengthAt, type DeviceRun } from './bridge.rules.ts'

/** A device that can be driven. */
export interface PlayableDevice {
  index: number
  /** Runs at a strength, 0–20, under a cap, until the next call. Rejects when the device did not take it. */
  play: (strength: number, cap: number) => Promise<void>
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

/** Drives devices for the requested time and no longer. `tick` advances the time. */
export interface DevicePlayer {
  /** Replaces what the device does. @returns whether it took it */
  run: (device: PlayableDevice, run: DeviceRun) => Promise<boolean>
  stop: (device: PlayableDevice) => Promise<boolean>
  tick: () => void
  /** The number of devices that run now. */
  countPlaying: () => number
  /** Drops all runs without sending stops: the program stops the devices. */
  clear: () => void
}

/** @param onStuck is called when a device does not stop: its connection must be closed */
export function createDevicePlayer(clock: () => number, onStuck: () => void): DevicePlayer {
  const playing = new Map<number, PlayingDevice>()
  const stopping = new Map<PlayableDevice, number>()

  async function halt(device: PlayableDevice): Promise<boolean> {
    stopping.set(device, clock())
    try {
      await device.stop()
      return true
    } catch {
      if (stopping.has(device)) onStuck()
      return false
    } finally {
      stopping.delete(device)
    }
  }

  /** @throws when the device did not take it */
  async function push(own: PlayingDevice): Promise<void> {
    const strength = runStrengthAt(own.run, clock() - own.startedAt)
    if (strength === own.strength || own.isSending) return
    own.isSending = true
    own.strength = strength
    try {
      await own.device.play(strength, own.run.cap)
    } finally {
      own.isSending = false
    }
  }

  return {
    async run(device, run) {
      const startedAt = clock()
      const own: PlayingDevice = {
        device,
        run,
        startedAt,
        endsAt: startedAt + runDurationMs(run),
        strength: null,
        isSending: false,
      }
      playing.set(device.index, own)
      return push(own).then(
        () => true,
        () => false,
      )
    },
    stop(device) {
      playing.delete(device.index)
      return halt(device)
    },
    tick() {
      const now = clock()
      for (const [index, own] of playing) {
        if (now < own.endsAt) push(own).catch(() => undefined)
        else {
          playing.delete(index)
          void halt(own.device)
        }
      }
      for (const since of stopping.values()) if (now - since > STOP_TIMEOUT_MS) return onStuck()
    },
    countPlaying: () => playing.size,
    clear() {
      playing.clear()
      stopping.clear()
    },
  }
}
