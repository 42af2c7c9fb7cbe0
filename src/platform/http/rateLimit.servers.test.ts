import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRedisServer, type RedisServer } from '../../../tests/support/redis.ts'
import { redisRateLimitStore } from './rateLimitStore.ts'
import { createSharedRateLimit } from './rateLimit.ts'
import { createLog } from '../telemetry/log.ts'

let redis: RedisServer
beforeAll(async () => void (redis = await openRedisServer()))
afterAll(() => redis.close())

const log = createLog('silent')
const now = () => new Date()
const nodes = (count: number, url = redis.url) =>
  Array.from({ length: count }, () => redisRateLimitStore({ url, sentinels: undefined }, log))
const MINUTE = 60_000

it('is one limit across all nodes, also when they count concurrently', async () => {
  const rateLimitStore = nodes(3)
  const limits = rateLimitStore.map(each =>
    createSharedRateLimit({ rateLimitStore: each, now }, 'samen', 10, MINUTE),
  )
  const tries = Array.from(
    { length: 30 },
    async (_, at) => limits[at % 3]?.tryConsume('robin@gloed.test') ?? false,
  )
  const free = (await Promise.all(tries)).filter(Boolean)
  expect(free).toHaveLength(10)
  await expect(limits[2]?.consume('robin@gloed.test')).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { retryAfter: expect.toSatisfy((wait: number) => wait > 0 && wait <= 60) },
  })
  await expect(limits[0]?.consume('iemand@gloed.test')).resolves.toBeUndefined()
  await limits[1]?.restore('robin@gloed.test')
  expect(await limits[2]?.tryConsume('robin@gloed.test')).toBe(true)
  for (const each of rateLimitStore) each.close()
})

it('is counted by each node separately while Redis is unavailable', async () => {
  const [rateLimitStore] = nodes(1, 'redis://127.0.0.1:1')
  const limit = createSharedRateLimit({ rateLimitStore: rateLimitStore ?? null, now }, 'alleen', 2, MINUTE)
  const tries = [await limit.tryConsume('a'), await limit.tryConsume('a'), await limit.tryConsume('a')]
  expect(tries).toEqual([true, true, false])
  await limit.restore('a')
  expect(await limit.tryConsume('a')).toBe(true)
  rateLimitStore?.close()
})
