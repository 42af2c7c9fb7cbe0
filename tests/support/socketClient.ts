import { once } from 'node:events'
import { expect, vi } from 'vitest'
import { LIVE_SOCKET_PATH, type ServerFrame } from '../../src/live/sessions/socket.contract.ts'

/** A browser tab as the server sees it: one socket, with the frames received. */
export interface SocketClient {
  received: ServerFrame[]
  send(frame: unknown): void
  /** Sends the tab's next command and waits for its result. */
  command(command: object): Promise<Extract<ServerFrame, { type: 'ack' | 'error' }>>
  /** Waits for a frame of this type that matches. @returns the newest */
  until<T extends ServerFrame['type']>(type: T, fits?: object): Promise<Extract<ServerFrame, { type: T }>>
  /** The code with which the server closed the socket. */
  closed: Promise<number>
  close(): void
}

type Headers = Record<string, string>

/** @throws when the server refuses the socket */
export async function openSocketClient(origin: string, headers: Headers): Promise<SocketClient> {
  // Node's own WebSocket sets headers, which a page's script cannot.
  const Socket = WebSocket as unknown as new (url: string, options: { headers: Headers }) => WebSocket
  const socket = new Socket(origin.replace(/^http/, 'ws') + LIVE_SOCKET_PATH, { headers })
  const received: ServerFrame[] = []
  socket.addEventListener('message', ({ data }) => received.push(JSON.parse(String(data)) as ServerFrame))
  const closed = new Promise<number>(resolve => socket.addEventListener('close', ({ code }) => resolve(code)))
  const refused = once(socket, 'error').then(() => Promise.reject(new Error('the socket was refused')))
  await Promise.race([once(socket, 'open'), refused])
  refused.catch(() => undefined)

  let sequence = 0
  const tab: SocketClient = {
    received,
    closed,
    send: frame => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    async command(command) {
      const own = (sequence += 1)
      tab.send({ type: 'command', sequence: own, ...command })
      return vi.waitFor(() => {
        const answer = received.find(frame => 'sequence' in frame && frame.sequence === own)
        expect(answer).toBeDefined()
        return answer as Extract<ServerFrame, { type: 'ack' | 'error' }>
      }, PATIENCE)
    },
    until: (type, fits = {}) =>
      vi.waitFor(() => {
        const last = received.findLast(frame => frame.type === type)
        expect(last).toMatchObject({ type, ...fits })
        return last as Extract<ServerFrame, { type: typeof type }>
      }, PATIENCE),
    close: () => socket.close(),
  }
  return tab
}

const PATIENCE = { timeout: 8000, interval: 10 }
