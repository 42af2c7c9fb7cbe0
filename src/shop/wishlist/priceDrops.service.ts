import { randomUUIDv7 } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { notifyUsers } from '../../people/notifications/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { productPath } from '../products/search/filters.rules.ts'
import { changedPrices } from '../products/prices/table.ts'
import { products } from '../products/catalog/table.ts'
import { isActiveSql } from '../products/variants/service.ts'
import { wishlistItems } from './table.ts'

/** Products, and wishes of theirs, in one transaction. */
const PRODUCT_BATCH = 100
const WISH_BATCH = 1000

/** Whether a price changed since the last run. */
export const isAnyPriceChanged = (): SQL => sql`exists (select from ${changedPrices})`

/** Tells those who wished for a product that it costs less than it did then; once, until it costs as much again. */
export async function notifyPriceDrops(db: Db): Promise<void> {
  while (await db.transaction(notifyBatch));
}

interface DroppedWish {
  userId: string
  productId: string
  name: string
  slug: string
  cents: number
}

/**
 * Marks the wishes whose price fell below the noted one, or rose again, in one statement each, and forgets the products when all of their
 * wishes were looked at. Products that another node is working on are left to it.
 * @returns whether there may be more
 */
async function notifyBatch(tx: Tx): Promise<boolean> {
  const changed = await queryRows<{ productId: string }>(
    tx,
    sql`select product_id as "productId" from ${changedPrices} order by product_id
      limit ${PRODUCT_BATCH} for update skip locked`,
  )
  if (changed.length === 0) return false
  const ids = JSON.stringify(changed.map(({ productId }) => productId))
  const own = sql`(select value::uuid from jsonb_array_elements_text(${ids}::jsonb))`
  const wished = sql`coalesce(w.price_cents, c.old_cents)`
  await tx.execute(sql`
    update ${wishlistItems} w set notified_cents = null from ${products} p join ${changedPrices} c on c.product_id = p.id
    where p.id in ${own} and w.product_id = p.id and w.notified_cents is not null and p.price >= ${wished}`)
  const dropped = await queryRows<DroppedWish>(
    tx,
    sql`with due as (
      select w.id, p.name, p.slug, p.price
      from ${wishlistItems} w join ${products} p on p.id = w.product_id join ${changedPrices} c on c.product_id = p.id
      where p.id in ${own} and ${isActiveSql('p')} and not w.purchased and p.price < ${wished}
        and (w.notified_cents is null or p.price < w.notified_cents)
      order by w.id limit ${WISH_BATCH} for update of w
    ), told as (
      update ${wishlistItems} w set notified_cents = due.price from due where w.id = due.id
      returning w.user_id, w.product_id, due.name, due.slug, due.price
    )
    select user_id as "userId", product_id as "productId", name, slug, price as cents
    from told join ${users} u on u.id = user_id where u.delete_after is null`,
  )
  await notifyUsers(
    tx,
    dropped.map(({ userId, productId, name: productName, slug, cents }) => ({
      userId,
      kind: 'PRICE_DROP',
      params: { productName, cents },
      // A price may drop several times: each is told.
      about: `${productId} ${randomUUIDv7()}`,
      path: productPath({ slug }),
    })),
  )
  if (dropped.length < WISH_BATCH)
    await tx.execute(sql`delete from ${changedPrices} where product_id in ${own}`)
  return true
}
