import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../bin/builds.js'
import { LIVE_SOCKET_PATH } from '../../src/live/sessions/socket.contract.ts'
import { login, readUser, register } from '../../src/people/accounts/contract.ts'
import { openPostgresServer } from '../support/postgres.ts'
import { startServer, type ServerProcess } from '../support/server.ts'
import { openSharedPostgres } from '../support/sharedPostgres.ts'
import { createTestClient, type TestClient } from '../support/shop.ts'
import { openSocketClient } from '../support/socketClient.ts'

/** A node that is replaced while it is used. */
const DRAIN_SECONDS = 3
const postgres = openSharedPostgres()
const account = { email: 'robin@example.nl', password: 'een lang wachtwoord' }
let env: Record<string, string>
let server: ServerProcess
let customer: TestClient
beforeAll(async () => {
  const build = process.env['BUILD_DIR'] ?? (await ensureBuilt(process.execPath))
  env = {
    DATABASE_URL: await postgres.create(),
    DEMO: 'off',
    BUILD_DIR: build,
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  }
  server = await startServer({ env })
  customer = createTestClient(server.origin)
  await customer.call(register, { ...account, displayName: 'Robin' })
}, 180_000)
afterAll(() => postgres.close())

const refused = () =>
  fetch(`${server.origin}/readyz`).then(
    () => false,
    () => true,
  )

it('serves on while proxies notice, lets sockets go one by one, and finishes what is under way', async () => {
  const opened = await Promise.all(
    Array.from({ length: 20 }, () => openSocketClient(server.origin, { cookie: customer.cookie() })),
  )
  const closings = opened.map(async ({ closed }) => ({ code: await closed, at: performance.now() }))
  const body = JSON.stringify(account)
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const slow = request(`${server.origin}${login.path}`, { method: 'POST', headers })
  const answered = once(slow, 'response') as Promise<[IncomingMessage]>
  slow.write(body.slice(0, 10))
  const began = performance.now()
  const stopped = server.stop()

  const ready = await expect
    .poll(() => customer.request('GET', '/readyz'), { timeout: 2000, interval: 20 })
    .toMatchObject({ status: 503, body: { status: 'draining' } })
    .then(() => performance.now())
  const user = await customer.call(readUser)
  expect({ status: user.status, connection: user.headers.get('connection') }).toEqual({
    status: 200,
    connection: 'close',
  })
  const ends = await Promise.all(closings)
  expect(new Set(ends.map(({ code }) => code))).toEqual(new Set([1012]))
  const moments = ends.map(({ at }) => at - began)
  expect(Math.max(...moments) - Math.min(...moments)).toBeGreaterThan(500)
  expect(ready - began).toBeLessThan(2000)

  await expect.poll(refused, { timeout: 10_000, interval: 50 }).toBe(true)
  expect(performance.now() - began).toBeGreaterThan(DRAIN_SECONDS * 1000 - 100)
  slow.end(body.slice(10))
  expect((await answered)[0].statusCode).toBe(200)
  expect(await stopped).toBe(0)
})

it('ends cleanly beside a tab that does not answer any more', async () => {
  server = await startServer({ env: { ...env, DRAIN_SECONDS: '0' } })
  const { hostname, port } = new URL(server.origin)
  const silent = connect(Number(port), hostname)
  const key = Buffer.alloc(16).toString('base64')
  const upgrade = `connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}`
  silent.write(
    `GET ${LIVE_SOCKET_PATH} HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${customer.cookie()}\r\n${upgrade}\r\n\r\n`,
  )
  const [first] = (await once(silent, 'data')) as [Buffer]
  expect(String(first)).toContain('101 Switching Protocols')
  silent.pause()
  expect(await server.stop()).toBe(0)
  silent.destroy()
})

it('ends within its limit when its database and the reader of its log are gone', async () => {
  const own = await openPostgresServer()
  server = await startServer({ env: { ...env, DATABASE_URL: await own.create(), DRAIN_SECONDS: '0' } })
  const stopped = server.stop()
  const killed = own.kill()
  server.closeLogs()
  // Not null: it ends by itself.
  expect(await stopped).toBeTypeOf('number')
  await killed
  await own.close()
}, 60_000)
