import { eq, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { sqlTimestamp } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { RESERVED_DAYS } from './page.rules.ts'
import { deletePicturesOf } from './picture.service.ts'
import { creatorPages, reservedSlugs } from './table.ts'

/**
 * Deletes the page of a creator who leaves or closes her account; nobody gets her addresses for a year, and no row says whose they were.
 * @returns the keys of the files to remove after the transaction
 */
export async function deletePageOf(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const until = sqlTimestamp(new Date(now.getTime() + RESERVED_DAYS * 86_400_000))
  await tx.execute(sql`
    insert into ${reservedSlugs} (slug, until)
    select slug, ${until} from ${creatorPages} where user_id = ${userId}::uuid
    on conflict (slug) do update set until = excluded.until`)
  await tx
    .update(reservedSlugs)
    .set({ userId: null, until: sql`${until}` })
    .where(eq(reservedSlugs.userId, userId))
  const files = await deletePicturesOf(tx, userId)
  await tx.delete(creatorPages).where(eq(creatorPages.userId, userId))
  return files
}

/** Frees the addresses whose year is over. */
export const deleteExpiredSlugs = ({ db, now }: Pick<Platform, 'db' | 'now'>) =>
  db.delete(reservedSlugs).where(lte(reservedSlugs.until, now()))
