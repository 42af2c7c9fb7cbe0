import { openPostgres } from '../../src/platform/db.ts'
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
