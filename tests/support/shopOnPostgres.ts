import { openPostgres } from '../../src/platform/db/postgres/openPostgres.ts'
import { openRedisServer } from './redis.ts'
import { openSharedPostgres } from './sharedPostgres.ts'
import { openShop, type TestShop } from './shop.ts'

/** A whole shop on a real PostgreSQL of its own, where races can occur; both stop together. */
export async function openShopOnPostgres(): Promise<TestShop> {
  const postgres = openSharedPostgres()
  const shop = await openShop({ database: await openPostgres(await postgres.create()) })
  return {
    ...shop,
    async close() {
      await shop.close()
      await postgres.close()
    },
  }
}

const NODES_SECRET = 'the-secret-that-both-nodes-share'

export interface TwoNodes {
  one: TestShop
  two: TestShop
  databaseUrl: string
  /** One more, which the caller closes; with more of an environment than the others have. */
  openThird(env?: Record<string, string>): Promise<TestShop>
  /** Stops both nodes, then their servers. */
  close(): Promise<void>
}

/**
 * Two nodes on one real PostgreSQL of their own.
 * @param options `now`: the clock of both. `redis: false`: they learn of each other by the database alone
 */
export async function openTwoNodes({
  now,
  redis: isJoined = true,
}: { now?: () => Date; redis?: boolean } = {}): Promise<TwoNodes> {
  const postgres = openSharedPostgres()
  const redis = isJoined ? await openRedisServer() : undefined
  const databaseUrl = await postgres.create()
  const open = async (env: Record<string, string> = {}) =>
    openShop({
      database: await openPostgres(databaseUrl),
      ...(now && { now }),
      env: { SESSION_SECRET: NODES_SECRET, ...(redis && { REDIS_URL: redis.url }), ...env },
    })
  const [one, two] = [await open(), await open()]
  return {
    one,
    two,
    databaseUrl,
    openThird: open,
    async close() {
      await Promise.all([one.close(), two.close()])
      await redis?.close()
      await postgres.close()
    },
  }
}
