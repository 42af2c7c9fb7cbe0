import { once } from 'node:events'
import { get, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../bin/builds.js'
import { LIVE_SOCKET_PATH } from '../../src/live/sessions/socket.contract.ts'
import { login, readUser, register } from '../../src/people/accounts/contract.ts'
import { openPostgres } from '../../src/platform/db/postgres/openPostgres.ts'
import { openFolders } from '../../src/platform/files/fileStores.ts'
import { newPrivateFileKey } from '../../src/platform/files/privateFiles.ts'
import { downloadFile } from '../../src/shop/downloads/contract.ts'
import { digitalFiles, digitalProducts } from '../../src/shop/downloads/table.ts'
import { orderItems } from '../../src/shop/orders/table.ts'
import { fillPath } from '../../src/wire/path.ts'
import { buy, digital } from '../support/downloads.ts'
import { addProduct } from '../support/fixtures.ts'
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

it('serves on while proxies notice, lets sockets go one by one, and finishes requests in progress', async () => {
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
    .poll(() => customer.request('GET', '/readyz'), { timeout: DRAIN_SECONDS * 1000, interval: 20 })
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
  expect(ready - began).toBeLessThan(DRAIN_SECONDS * 1000)

  await expect.poll(refused, { timeout: 10_000, interval: 50 }).toBe(true)
  expect(performance.now() - began).toBeGreaterThan(DRAIN_SECONDS * 1000 - 100)
  slow.end(body.slice(10))
  expect((await answered)[0].statusCode).toBe(200)
  expect(await stopped).toBe(0)
})

it('lets a slow download end, and not longer than its limit, while it takes no other request', async () => {
  const limits = { DRAIN_SECONDS: '1', DOWNLOAD_DRAIN_SECONDS: '16' }
  for (const { secondsToRead, isWhole } of [
    // Longer than other requests may take.
    { secondsToRead: 10, isWhole: true },
    { secondsToRead: 60, isWhole: false },
  ]) {
    server = await startServer({ env: { ...env, ...limits } })
    const { path, cookie } = await sellFile(server)
    const download = get(`${server.origin}${path}`, { headers: { cookie } })
    const [answer] = (await once(download, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(200)
    const began = performance.now()
    const read = readSlowly(answer, FILE_BYTES / secondsToRead)
    const stopped = server.stop().then(code => ({ code, seconds: (performance.now() - began) / 1000 }))
    await expect.poll(refused, { timeout: 10_000, interval: 50 }).toBe(true)
    const { code, seconds } = await stopped
    expect(code).toBe(0)
    expect((await read) === FILE_BYTES).toBe(isWhole)
    // When it is whole, it is not waited for any longer.
    expect(seconds > 1 + 16).toBe(!isWhole)
  }
}, 120_000)

/** More than systems buffer for a connection. */
const FILE_BYTES = 32 * 1024 ** 2

/** A file that a customer bought. */
async function sellFile({ origin, dataDir }: ServerProcess): Promise<{ path: string; cookie: string }> {
  const database = await openPostgres(env['DATABASE_URL'] ?? '')
  const { db } = database
  const { id: productId } = await addProduct(database, digital)
  const storageKey = newPrivateFileKey()
  await openFolders(dataDir).files.put(storageKey, Buffer.alloc(FILE_BYTES, 7))
  await db.insert(digitalProducts).values({ productId, kind: 'FILES' })
  const [file] = await db
    .insert(digitalFiles)
    .values({
      productId,
      name: 'film.mp4',
      bytes: FILE_BYTES,
      received: FILE_BYTES,
      storageKey,
      readyAt: new Date(),
    })
    .returning()
  const buyer = createTestClient(origin)
  expect((await buyer.call(login, account)).status).toBe(200)
  const orderId = await buy(buyer, [{ productId, quantity: 1 }])
  const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, orderId))
  await database.close()
  const { path } = fillPath(downloadFile.path, { orderId, itemId: item?.id, fileId: file?.id })
  return { path, cookie: buyer.cookie() }
}

/** @returns how many bytes came until the connection ended */
async function readSlowly(answer: IncomingMessage, bytesPerSecond: number): Promise<number> {
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length
      await pause((chunk.length / bytesPerSecond) * 1000)
    }
  } catch {
    // Cut off.
  }
  return bytes
}

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
})
