import { aliasedTable, and, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db.ts'
import type { listGivings } from './admin.contract.ts'
import { gifts, wishlistPurchases } from './table.ts'

/** More are not counted. */
const MOST_COUNTED = 10_000

const owners = aliasedTable(users, 'owners')

/** One page of what was given, newest first, in two statements. */
export async function givingPage(
  db: Db,
  { giftId, status, page, pageSize }: z.output<typeof listGivings.input>,
): Promise<z.input<typeof listGivings.output>> {
  const where = and(
    giftId ? eq(wishlistPurchases.wishlistItemId, giftId) : undefined,
    status ? eq(wishlistPurchases.status, status) : undefined,
  )
  const found = db.select({ id: wishlistPurchases.id }).from(wishlistPurchases).where(where)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(found.limit(MOST_COUNTED).as('found'))
  const { id, wishlistItemId, giftName, amount, isAnonymous, buyerId, buyerName, createdAt, paidAt } =
    wishlistPurchases
  const items = await db
    .select({
      id,
      giftId: wishlistItemId,
      giftName,
      amount,
      isAnonymous,
      status: wishlistPurchases.status,
      buyerId,
      buyerName,
      createdAt,
      paidAt,
      ownerName: owners.displayName,
      email: users.email,
    })
    .from(wishlistPurchases)
    .innerJoin(gifts, eq(gifts.id, wishlistItemId))
    .innerJoin(owners, eq(owners.id, gifts.ownerId))
    .innerJoin(users, eq(users.id, buyerId))
    .where(where)
    .orderBy(desc(createdAt), desc(id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items, total: counted?.total ?? 0, page, pageSize }
}
