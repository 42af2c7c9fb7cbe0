import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openRedisCluster, type RedisCluster } from '../../../tests/chaos/ha/redisCluster.ts'
import { createBus, type Bus } from './bus.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../telemetry/log.ts'
import { redisRateLimitStore, type RateLimitStore } from '../http/rateLimitStore.ts'
import type { RedisAddress } from './redis.ts'
import { redisBusTransport } from './redisBus.ts'

const log = createLog('silent')
/** Milliseconds: a sentinel that a busy machine held up for two seconds decides nothing for thirty, and may be held up again. */
const PATIENCE_MS = 100_000
let folder: string
let cluster: RedisCluster
let buses: [Bus, Bus]
let limits: RateLimitStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloed-redis-'))
  cluster = await openRedisCluster(folder)
  const address = readConfig(cluster.env).redis as RedisAddress
  const open = () => createBus({ transport: redisBusTransport(address, log), now: () => new Date(), log })
  buses = [open(), open()]
  limits = redisRateLimitStore(address, log)
})
afterAll(async () => {
  for (const bus of buses) await bus.close()
  limits.close()
  await cluster.close()
  await rm(folder, { recursive: true, force: true })
})

/** Publishes until the other node hears it. */
async function publishUntilHeard(userId: string): Promise<string[]> {
  const heard: string[] = []
  const unsubscribe = buses[1].subscribe('minutes.changed', message => void heard.push(message.userId))
  await vi.waitFor(
    () => {
      buses[0].publish('minutes.changed', { userId })
      expect(heard).toContain(userId)
    },
    { timeout: PATIENCE_MS, interval: 100 },
  )
  unsubscribe()
  return heard
}
const expectCounted = () =>
  vi.waitFor(async () => expect(await limits.consume('key', 1000, 60_000)).toMatchObject({ isFree: true }), {
    timeout: PATIENCE_MS,
    interval: 100,
  })

it.each(['kill -9', 'frozen'] as const)(
  'carries messages and counts attempts again after a failover: %s',
  { timeout: 5 * PATIENCE_MS },
  async loss => {
    expect(await publishUntilHeard('before')).toContain('before')
    await expectCounted()
    const restore = await cluster.losePrimary(loss)
    try {
      expect(await publishUntilHeard('after')).toContain('after')
      await expectCounted()
    } finally {
      await restore()
      await cluster.whole()
    }
    expect(await publishUntilHeard('when it is back as a replica')).toContain('when it is back as a replica')
  },
)
