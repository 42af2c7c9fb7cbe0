import { aliasedTable, and, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db.ts'
import type { listGiftPurchases } from './admin.contract.ts'
import { gifts, giftPurchases } from './table.ts'

/** The maximum that is counted. */
const MAX_COUNTED = 10_000

const owners = aliasedTable(users, 'owners')

/** One page of gift purchases, newest first, in two statements. */
export async function findGiftPurchases(
  db: Db,
  { giftId, status, page, pageSize }: z.output<typeof listGiftPurchases.input>,
): Promise<z.input<typeof listGiftPurchases.output>> {
  const where = and(
    giftId ? eq(giftPurchases.wishlistItemId, giftId) : undefined,
    status ? eq(giftPurchases.status, status) : undefined,
  )
  const found = db.select({ id: giftPurchases.id }).from(giftPurchases).where(where)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(found.limit(MAX_COUNTED).as('found'))
  const { id, wishlistItemId, giftName, amount, isAnonymous, buyerId, buyerName, createdAt, paidAt } =
    giftPurchases
  const items = await db
    .select({
      id,
      giftId: wishlistItemId,
      giftName,
      amount,
      isAnonymous,
      status: giftPurchases.status,
      buyerId,
      buyerName,
      createdAt,
      paidAt,
      ownerName: owners.displayName,
      email: users.email,
    })
    .from(giftPurchases)
    .innerJoin(gifts, eq(gifts.id, wishlistItemId))
    .innerJoin(owners, eq(owners.id, gifts.ownerId))
    .innerJoin(users, eq(users.id, buyerId))
    .where(where)
    .orderBy(desc(createdAt), desc(id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items, total: counted?.total ?? 0, page, pageSize }
}
