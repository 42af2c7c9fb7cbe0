import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import type { PaymentRow } from '../payments/service.ts'
import { minutePurchases } from './table.ts'

/** Whether a user is in a live session now. Passed by `app`, because `money` may not import `live`. */
export type HasLiveSession = (db: Db, userId: string) => Promise<boolean>

/** The page to which a payment for minutes leads back: the live page when it was begun there, or while a session lives. */
export async function findReturnPage(
  db: Db,
  hasLiveSession: HasLiveSession,
  { subjectId, userId }: PaymentRow,
): Promise<string> {
  const [purchase] = await db
    .select({ fromLive: minutePurchases.fromLive })
    .from(minutePurchases)
    .where(eq(minutePurchases.id, subjectId))
  return purchase?.fromLive || (await hasLiveSession(db, userId)) ? '/live' : '/dashboard'
}
