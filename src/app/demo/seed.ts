import { sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'

/** Arbitrary, but the same for every node. */
const SEED_LOCK = 20_261_121

/** Fills an empty database with the demo, in one transaction; does nothing when there are users. */
export async function seedDemo(platform: Platform, isSmall = false): Promise<void> {
  if (await hasUsers(platform.db)) return
  await platform.db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
    if (await hasUsers(tx)) return
    // Loaded here, because only the first start needs it.
    const { insertDemo } = await import('./insertDemo.ts')
    await insertDemo(tx, platform, isSmall)
  })
}

const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).limit(1)).length > 0
