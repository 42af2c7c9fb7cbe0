import { vi } from 'vitest'
import { openButtplugServer } from '../../simulators/buttplug/server.ts'
import { LIVE_SOCKET_PATH } from '../../src/live/sessions/socket.contract.ts'
import { LiveConnection } from '../../src/live/sessions/ui/liveConnection.hooks.ts'
import { BridgeClient } from '../../src/live/studio/bridge/bridgeClient.hooks.ts'
import { openIntiface } from '../../src/live/studio/bridge/intiface.hooks.ts'

const TICK_MS = 20
const PATIENCE = { timeout: 30_000, interval: 25 }

/** A creator's studio with one device of one motor: the page's own code, from its socket to Intiface with the device. */
export async function openCreatorBrowser(origin: string, cookie: string) {
  const server = await openButtplugServer()
  const device = server.devices.add({
    name: 'Aurora',
    motors: [{ output: 'Vibrate', most: 20 }],
    battery: 80,
  })
  /** The address of the next socket: a load balancer may choose another node. */
  let at = origin
  // Node's own WebSocket sets headers, which a page's script cannot.
  const Socket = WebSocket as unknown as new (url: string, options: { headers: object }) => WebSocket
  const connection = new LiveConnection({
    connect: () => new Socket(at.replace(/^http/, 'ws') + LIVE_SOCKET_PATH, { headers: { cookie } }),
    isLive: () => false,
  })
  const bridge = new BridgeClient({
    connection,
    openIntiface: openIntiface,
    startTicks(onTick) {
      const timer = setInterval(onTick, TICK_MS)
      return () => clearInterval(timer)
    },
    clock: () => performance.now(),
  })
  connection.onFrame(frame => bridge.receive(frame))
  connection.open()
  await bridge.connect(server.address)
  return {
    server,
    /** The device's levels (0–20) and their times, oldest first. */
    timeline: () => server.devices.timeline(device),
    level: () => server.devices.levels(device)[0],
    untilLevel: (level: number) =>
      vi.waitFor(() => {
        if (server.devices.levels(device)[0] !== level) throw new Error(`the device is not at ${level}`)
      }, PATIENCE),
    /** Directs later sockets to another address. */
    moveTo(next: string) {
      at = next
      connection.close()
      connection.open()
    },
    async close() {
      bridge.disconnect()
      connection.close()
      await server.close()
    },
  }
}
