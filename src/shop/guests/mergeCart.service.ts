import { and, eq, lte, notExists, sql } from 'drizzle-orm'
import { auditEntries } from '../../people/audit/table.ts'
import { users } from '../../people/accounts/table.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRows, sqlTimestamp } from '../../platform/db/sql.ts'
import { MAX_LINE_QUANTITY } from '../../wire/limits.ts'
import { cartItems } from '../cart/table.ts'
import { products } from '../products/catalog/table.ts'
import { isForSaleSql } from '../products/variants/service.ts'
import { orders } from '../orders/table.ts'

/**
 * Locks rows of a guest whose own row is locked already. A payment, a refund or an invoice locks its order first, and the buyer after it,
 * by a foreign key: so a row that one of them has is not waited for, which could be a deadlock.
 * @throws DrizzleQueryError of LOCK_NOT_AVAILABLE; then the transaction is tried again later
 */
export async function lockRowsOfGuest(
  tx: Tx,
  guestId: string,
  tables: readonly ('payments' | 'orders' | 'invoices' | 'cart_items')[],
): Promise<void> {
  for (const table of tables)
    await tx.execute(sql`
      select from ${sql.identifier(table)} where user_id = ${guestId}::uuid order by id for no key update nowait`)
}

/**
 * Moves the cart of a guest into that of an account: quantities add up, to the stock and at most 99. The guest is locked first, so that of
 * two logins at once one moves everything, and the other nothing. A guest without an order is deleted.
 * @returns whether not everything could be taken over
 */
export async function mergeGuestCart(tx: Tx, guestId: string, userId: string): Promise<boolean> {
  const own = and(eq(users.id, guestId), eq(users.role, 'GUEST'))
  const [guest] = await tx.select({ id: users.id }).from(users).where(own).for('update')
  if (!guest) return false
  await lockRowsOfGuest(tx, guestId, ['cart_items'])
  const moved = await queryRows<{ isPartial: boolean }>(
    tx,
    sql`
    with gone as (
      delete from ${cartItems} where user_id = ${guestId}::uuid returning product_id, quantity, created_at
    ), wanted as materialized (
      select gone.*, coalesce(available.most, 0) as most, coalesce(line.quantity, 0) as before
      from gone
      left join lateral (
        select least(greatest(${products.stock} - ${products.reservedStock}, 0), ${MAX_LINE_QUANTITY}::int) as most
        from ${products} where ${products.id} = gone.product_id and ${isForSaleSql()}
      ) as available on true
      left join ${cartItems} line on line.user_id = ${userId}::uuid and line.product_id = gone.product_id
      order by gone.product_id
    ), added as (
      insert into ${cartItems} as old (id, user_id, product_id, quantity, created_at)
      select gen_random_uuid(), ${userId}::uuid, product_id, least(quantity, most), created_at from wanted where most > 0
      on conflict (user_id, product_id) do update set quantity = greatest(old.quantity, least(
        old.quantity + excluded.quantity, (select most from wanted where wanted.product_id = excluded.product_id)
      ))
    )
    select before + quantity > most as "isPartial" from wanted`,
  )
  await deleteGuests(tx, own)
  return moved.some(({ isPartial }) => isPartial)
}

/** Deletes guests who never ordered, with their carts. Who cancelled an order that an account has by now stays in the audit log. */
async function deleteGuests(db: Db, which: ReturnType<typeof and>): Promise<void> {
  const ordered = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, users.id))
  const acted = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(eq(auditEntries.actorId, users.id))
  await db.delete(users).where(and(which, notExists(ordered), notExists(acted)))
}

/** Deletes the carts of guests who were away for 30 days, and closes guests whose last order is long ago: their data is erased then. */
export async function deleteStaleGuests({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const stale = and(eq(users.role, 'GUEST'), lte(users.guestUntil, now()))
  await deleteGuests(db, stale)
  await db
    .update(users)
    .set({ deleteAfter: sql`coalesce(${users.deleteAfter}, ${sqlTimestamp(now())})` })
    .where(stale)
}
