import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** The treatment of the bytes that pass. */
export type NetworkFault = 'latency' | 'reset' | 'black hole'

export interface TcpProxy {
  port: number
  /** Applies to open connections and new ones, until `mend`. */
  break(fault: NetworkFault): void
  /** The bytes that a black hole held back arrive, as TCP sends it again. */
  mend(): void
  close(): Promise<void>
}

/**
 * A proxy on loopback between a node and one of its neighbours.
 * @param latencyMs one way, while its fault is latency
 */
export async function openTcpProxy(
  target: { host: string; port: number },
  latencyMs = 250,
): Promise<TcpProxy> {
  let fault: NetworkFault | null = null
  const sockets = new Set<Socket>()
  const forward = (from: Socket, to: Socket) => {
    const inOrder = delayedInOrder(() => (fault === 'latency' ? latencyMs : 0))
    from.on('data', chunk => inOrder(() => void (to.writable && to.write(chunk))))
    from.on('end', () => inOrder(() => to.end()))
    from.on('close', () => void (sockets.delete(from), to.destroy()))
    from.on('error', () => to.destroy())
    sockets.add(from)
    if (fault === 'black hole') from.pause()
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, client => {
    if (fault === 'reset') return void client.resetAndDestroy()
    const upstream = connect({ ...target, allowHalfOpen: true, noDelay: true })
    forward(client, upstream)
    forward(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    break(next) {
      fault = next
      for (const socket of sockets) {
        if (next === 'reset') socket.resetAndDestroy()
        if (next === 'black hole') socket.pause()
      }
    },
    mend() {
      fault = null
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Runs its tasks later, in the order in which they came: TCP never lets bytes that are sent after a delay overtake those that were sent
 * during it.
 */
function delayedInOrder(delayMs: () => number): (deliver: () => void) => void {
  const waiting: { dueAt: number; deliver: () => void }[] = []
  const deliverDue = () => {
    const now = performance.now()
    while (waiting[0] && waiting[0].dueAt <= now) waiting.shift()?.deliver()
    if (waiting[0]) setTimeout(deliverDue, waiting[0].dueAt - now)
  }
  return deliver => {
    const dueAt = Math.max(performance.now() + delayMs(), waiting.at(-1)?.dueAt ?? 0)
    waiting.push({ dueAt, deliver })
    if (waiting.length === 1) deliverDue()
  }
}
