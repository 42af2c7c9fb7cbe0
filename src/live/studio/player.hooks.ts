import { durationMs, strengthAt, type Run } from './bridge.rules.ts'

/** A device that can be driven. */
export interface Playable {
  index: number
  /** Runs at a strength, 0–20, under a cap, until told otherwise. Rejects when the device did not take it. */
  play: (strength: number, cap: number) => Promise<void>
  stop: () => Promise<void>
}

interface Playing {
  device: Playable
  run: Run
  startedAt: number
  endsAt: number
  strength: number | null
  isSending: boolean
}

/** A device that does not take its stop for this long is cut off, in milliseconds. */
const STOP_MS = 1000

/** Drives devices for as long as they were told to, and not longer. Time passes with `tick`. */
export interface Player {
  /** Replaces what the device does. Whether it took it. */
  run: (device: Playable, run: Run) => Promise<boolean>
  silence: (device: Playable) => Promise<boolean>
  tick: () => void
  /** How many devices run now. */
  playing: () => number
  /** Nothing is played on, nor waited for: something else stops the devices. */
  forget: () => void
}

/** @param onStuck is told when a device does not stop: whoever has it must be cut off. */
export function createPlayer(clock: () => number, onStuck: () => void): Player {
  const playing = new Map<number, Playing>()
  const stopping = new Map<Playable, number>()

  async function halt(device: Playable): Promise<boolean> {
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
  async function push(own: Playing): Promise<void> {
    const strength = strengthAt(own.run, clock() - own.startedAt)
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
      const own: Playing = {
        device,
        run,
        startedAt,
        endsAt: startedAt + durationMs(run),
        strength: null,
        isSending: false,
      }
      playing.set(device.index, own)
      return push(own).then(
        () => true,
        () => false,
      )
    },
    silence(device) {
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
      for (const since of stopping.values()) if (now - since > STOP_MS) return onStuck()
    },
    playing: () => playing.size,
    forget() {
      playing.clear()
      stopping.clear()
    },
  }
}
