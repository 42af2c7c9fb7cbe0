import { afterAll, beforeAll, expect, it } from 'vitest'
import { openRedisServer, type RedisServer } from '../../tests/support/redis.ts'
import { redisCounters } from './counters.ts'
import { createSharedLimit } from './limit.ts'
import { createLog } from './log.ts'

let redis: RedisServer
beforeAll(async () => void (redis = await openRedisServer()))
afterAll(() => redis.close())

const log = createLog('silent')
const now = () => new Date()
const nodes = (count: number, url = redis.url) => Array.from({ length: count }, () => redisCounters(url, log))
const MINUTE = 60_000

it('is one limit for all nodes, also when they count at once', async () => {
  const counters = nodes(3)
  const limits = counters.map(each => createSharedLimit({ counters: each, now }, 'samen', 10, MINUTE))
  const tries = Array.from(
    { length: 30 },
    async (_, at) => limits[at % 3]?.mayTake('robin@gloed.test') ?? false,
  )
  const free = (await Promise.all(tries)).filter(Boolean)
  expect(free).toHaveLength(10)
  await expect(limits[2]?.take('robin@gloed.test')).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { retryAfter: expect.toSatisfy((wait: number) => wait > 0 && wait <= 60) },
  })
  await expect(limits[0]?.take('iemand@gloed.test')).resolves.toBeUndefined()
  await limits[1]?.giveBack('robin@gloed.test')
  expect(await limits[2]?.mayTake('robin@gloed.test')).toBe(true)
  for (const each of counters) each.close()
})

it('is counted by each node alone while Redis is away', async () => {
  const [counters] = nodes(1, 'redis://127.0.0.1:1')
  const limit = createSharedLimit({ counters: counters ?? null, now }, 'alleen', 2, MINUTE)
  const tries = [await limit.mayTake('a'), await limit.mayTake('a'), await limit.mayTake('a')]
  expect(tries).toEqual([true, true, false])
  await limit.giveBack('a')
  expect(await limit.mayTake('a')).toBe(true)
  counters?.close()
})
