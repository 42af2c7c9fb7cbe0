import { expect, vi } from 'vitest'
import { type ButtplugOptions, openButtplugServer } from '../../simulators/buttplug/server.ts'
import type { ClientFrame, ServerFrame } from '../../src/live/sessions/socket.contract.ts'
import { BridgeClient } from '../../src/live/studio/bridge/bridgeClient.hooks.ts'
import { openIntiface } from '../../src/live/studio/bridge/intiface.hooks.ts'

const TICK_MS = 20
const PATIENCE = { timeout: 4000, interval: 10 }

type Said = Exclude<ClientFrame, { type: 'command' | 'heartbeat' }>

/** A creator's browser with a simulated Intiface, and the test in the place of the shop. */
export async function openBridgeFixture(options: ButtplugOptions = {}) {
  const server = await openButtplugServer(options)
  const listeners = new Set<() => void>()
  const said: Said[] = []
  let isOpen = true
  let ahead = 0
  let asks = 0
  const pressed: string[] = []
  const bridge = new BridgeClient({
    connection: {
      isOpen: () => isOpen,
      subscribe: listener => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      sendFrame(frame) {
        if (!isOpen) return
        said.push(frame)
        if (!rig.answers) return
        if (frame.type === 'bridging') bridge.receive({ type: 'bridging' })
        if (frame.type === 'bridge' && frame.link !== undefined)
          bridge.receive({ type: 'bridged', link: frame.link, refused: [] })
      },
    },
    openIntiface: openIntiface,
    startTicks(onTick) {
      const timer = setInterval(onTick, TICK_MS)
      return () => clearInterval(timer)
    },
    clock: () => performance.now() + ahead,
    onButton: isHeld => pressed.push(isHeld ? 'held' : 'pressed'),
  })
  const answered = (id: number) =>
    vi.waitFor(() => {
      const done = said.find(frame => frame.type === 'done' && frame.id === id)
      expect(done).toBeDefined()
      return (done as Extract<Said, { type: 'done' }>).ok
    }, PATIENCE)
  const rig = {
    server,
    bridge,
    said,
    /** The presses of buttons of devices. */
    pressed,
    /** Whether the shop answers heartbeats and reports. */
    answers: true,
    pass: (ms: number) => void (ahead += ms),
    connect: () => bridge.connect(server.address),
    /** @returns whether the device accepted the command */
    run(device: number, strengths: number[], seconds = 2, stepMs = 200, cap = 20): Promise<boolean> {
      const id = (asks += 1)
      bridge.receive({ type: 'run', id, device, strengths, stepMs, seconds, cap })
      return answered(id)
    },
    silence(device: number): Promise<boolean> {
      const id = (asks += 1)
      bridge.receive({ type: 'silence', id, device })
      return answered(id)
    },
    hear: (frame: Exclude<ServerFrame, { type: 'ack' | 'error' }>) => bridge.receive(frame),
    breakLine(next = false) {
      isOpen = next
      for (const listener of listeners) listener()
    },
    untilLevels: (device: number, levels: number[]) =>
      vi.waitFor(() => expect(server.devices.levels(device)).toEqual(levels), PATIENCE),
    untilPhase: (phase: string) => vi.waitFor(() => expect(bridge.getState().phase).toBe(phase), PATIENCE),
    async close() {
      bridge.disconnect()
      await server.close()
    },
  }
  return rig
}

/** A toy with two motors of different ranges, and a battery. */
export const twoMotorDevice = {
  name: 'Aurora',
  motors: [
    { output: 'Vibrate', most: 20 },
    { output: 'Vibrate', most: 10 },
  ],
  battery: 80,
}
