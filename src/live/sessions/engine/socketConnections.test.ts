import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { SocketConnection } from './socketConnections.service.ts'

/** A connection whose other end counts the writes to it. */
async function openCounted() {
  const writes: number[] = []
  const transport = new Duplex({
    read: () => undefined,
    write: (_chunk, _encoding, done) => done(void writes.push(1)),
    writev: (chunks, done) => done(void writes.push(chunks.length)),
  })
  const headers = {
    upgrade: 'websocket',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    'sec-websocket-version': '13',
  }
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const socket = await new Promise<WebSocket>(resolve =>
    server.handleUpgrade(
      { method: 'GET', headers } as unknown as IncomingMessage,
      transport,
      Buffer.alloc(0),
      resolve,
    ),
  )
  writes.length = 0
  const who = { userId: 'u', role: 'USER' as const, sessionId: 's' }
  const login = { tokenHash: 'h', readUser: () => Promise.resolve(who) }
  const opened = { socket, transport: transport as unknown as Socket }
  const connection = new SocketConnection(opened, who, login, 0)
  return { connection, transport, writes }
}

it('the frames of one turn of the event loop are one write, at its end', async () => {
  const { connection, transport, writes } = await openCounted()
  connection.send({ type: 'bridging' })
  await Promise.resolve()
  connection.send({ type: 'messages' })
  connection.sendTextIfChanged('balance', '{"type":"balance"}')
  connection.sendTextIfChanged('balance', '{"type":"balance"}')
  await new Promise(resolve => setImmediate(resolve))
  expect(writes).toHaveLength(1)
  connection.send({ type: 'bridging' })
  await new Promise(resolve => setImmediate(resolve))
  expect(writes).toHaveLength(2)
  connection.terminate()
  transport.destroy()
})
