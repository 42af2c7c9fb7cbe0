import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop } from '../../../tests/support/shop.ts'
import { endSlowReaders } from './slowReaders.ts'

/** More than the system buffers for a connection. */
const ANSWER_BYTES = 24 * 1024 ** 2
const LOOK_MS = 1000
const part = Buffer.alloc(64 * 1024)

const openAnswers = async (bytesPerSecond: number): Promise<FastifyInstance> => {
  const app = fastify({ forceCloseConnections: true })
  endSlowReaders(app, { lookEveryMs: LOOK_MS, bytesPerSecond })
  app.get('/page', (_, reply) => reply.send(Buffer.alloc(ANSWER_BYTES)))
  app.get('/download', (_, reply) =>
    reply.header('content-length', ANSWER_BYTES).send(Readable.from(parts(ANSWER_BYTES / part.length))),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

function* parts(count: number) {
  for (let sent = 0; sent < count; sent += 1) yield part
}

let app: FastifyInstance
beforeAll(async () => void (app = await openAnswers(1024)))
afterAll(() => app.close())

/** Asks and reads nothing. */
function ask(server: FastifyInstance, path: string, times = 1): Socket {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(times))
  return socket
}

/** Resolves when the server has closed the connection of its next request. */
async function untilClosed({ server }: FastifyInstance): Promise<void> {
  const [{ socket }] = (await once(server, 'request')) as [IncomingMessage]
  await new Promise(resolve => socket.on('close', resolve))
}

/** Reads the whole answer, a part every `pauseMs`. @returns how many bytes came */
async function readSlowly(socket: Socket, pauseMs: number): Promise<number> {
  const closed = once(socket, 'close')
  const timer = setInterval(() => socket.read(), pauseMs)
  const ended = await Promise.race([closed, untilRead(socket)])
  clearInterval(timer)
  socket.destroy()
  return ended === undefined ? ANSWER_BYTES : socket.bytesRead
}

async function untilRead(socket: Socket): Promise<undefined> {
  await expect.poll(() => socket.bytesRead >= ANSWER_BYTES, { timeout: 20_000 }).toBe(true)
}

it('a client that takes nothing of its answer is disconnected, and its answer is gone', async () => {
  const start = performance.now()
  const socket = ask(app, '/page')
  await untilClosed(app)
  expect(performance.now() - start).toBeGreaterThan(LOOK_MS / 2)
  socket.destroy()
})

it('a client that takes a little now and then gets all of it', async () => {
  expect(await readSlowly(ask(app, '/page'), 5)).toBe(ANSWER_BYTES)
})

it('a client that takes a little now and then is disconnected when it would take too long', async () => {
  const strict = await openAnswers(1024 ** 3)
  expect(await readSlowly(ask(strict, '/page'), 200)).toBeLessThan(ANSWER_BYTES)
  await strict.close()
})

it('a download may wait for its client', async () => {
  const socket = ask(app, '/download')
  const start = performance.now()
  await expect.poll(() => performance.now() - start > 3 * LOOK_MS, { timeout: 10_000 }).toBe(true)
  expect(await readSlowly(socket, 0)).toBe(ANSWER_BYTES)
})

it('the shop does so within half a minute', { timeout: 120_000 }, async () => {
  const shop = await openShop()
  const start = performance.now()
  const socket = ask(shop.node.app, '/api/openapi.json', 24)
  await untilClosed(shop.node.app)
  expect(performance.now() - start).toBeGreaterThan(14_000)
  socket.destroy()
  await shop.close()
})
