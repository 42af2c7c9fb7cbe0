import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRedisServer, type RedisServer } from '../../../tests/support/redis.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { openPostgres } from '../db/postgres/openPostgres.ts'

const postgres = openSharedPostgres()
let databaseUrl: string
let redis: RedisServer
let shop: TestShop
beforeAll(async () => {
  databaseUrl = await postgres.create()
  redis = await openRedisServer()
  shop = await open()
})
afterAll(async () => {
  await shop.close()
  await redis.close()
  await postgres.close()
})

const open = async () =>
  openShop({
    database: await openPostgres(databaseUrl),
    env: { REDIS_URL: redis.url, SESSION_SECRET: 'the-secret-that-both-nodes-share' },
  })

/** Reads the answer of `/readyz`, and the metric. */
async function readConnection(node: TestShop) {
  const ready = await node.newClient().request('GET', '/readyz')
  const metrics = String((await node.newClient().request('GET', '/metrics')).body)
  const [, connected] = /^gloed_bus_connected (\d)$/m.exec(metrics) ?? []
  return { status: ready.status, bus: (ready.body as { bus: boolean }).bus, connected }
}
const connected = { status: 200, bus: true, connected: '1' }
const apart = { status: 200, bus: false, connected: '0' }

it('says whether the other nodes are reached, serves without them, and starts without Redis', async () => {
  expect(await readConnection(shop)).toEqual(connected)
  await redis.kill()
  await expect.poll(() => readConnection(shop), { timeout: 10_000 }).toEqual(apart)
  const other = await open()
  expect(await readConnection(other)).toEqual(apart)
  await redis.start()
  for (const each of [shop, other])
    await expect.poll(() => readConnection(each), { timeout: 10_000 }).toEqual(connected)
  await other.close()
})
