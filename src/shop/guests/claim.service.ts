import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { termsAcceptances, users } from '../../people/accounts/table.ts'
import { moveStoreCredit } from '../../money/credit/move.service.ts'
import { notifyUser } from '../../people/notifications/service.ts'
import type { Tx } from '../../platform/db.ts'
import { queryRows } from '../../platform/sql.ts'
import { lockRowsOfGuest, mergeGuestCart } from './mergeCart.service.ts'

/**
 * The columns that name the customer of an order, which move with it. Named in text, because some slices import this one. What else refers
 * to a user is never of a guest, or goes with the row (`claim.test.ts`).
 */
export const movedColumns = [
  'payments.user_id',
  'orders.user_id',
  'invoices.user_id',
  'promotion_uses.user_id',
  'digital_deliveries.user_id',
  'addresses.user_id',
  'recall_notices.user_id',
  'support_conversations.user_id',
  'internal_notes.customer_id',
] as const

/**
 * Moves what guests ordered with the address of an account to it, once the address is verified. The guests are locked first: a checkout of
 * theirs comes before, and moves along, or after, and then makes the guest anew.
 * @returns how many orders
 */
export async function claimGuestOrders(tx: Tx, userId: string): Promise<number> {
  const [account] = await tx
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        ne(users.role, 'GUEST'),
        isNotNull(users.emailVerifiedAt),
        isNull(users.deleteAfter),
      ),
    )
  if (!account) return 0
  const guests = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'GUEST'), eq(users.guestEmail, account.email)))
    .orderBy(users.id)
    .for('update')
  let claimed = 0
  for (const { id } of guests) claimed += await claimGuest(tx, id, userId)
  if (guests.length > 0) await chooseDefaultAddress(tx, userId)
  if (claimed > 0)
    await notifyUser(tx, userId, {
      kind: 'ORDERS_CLAIMED',
      params: { count: claimed },
      about: guests.map(({ id }) => id).join(' '),
      path: '/orders',
    })
  return claimed
}

async function claimGuest(tx: Tx, guestId: string, userId: string): Promise<number> {
  await lockRowsOfGuest(tx, guestId, ['payments', 'orders', 'invoices'])
  const count = await countOrders(tx, guestId)
  await mergeGuestCart(tx, guestId, userId)
  // Both may have used what is for one use by each customer: an index allows an account one of them.
  await tx.execute(sql`
    update promotion_uses mine set is_once = false
    where mine.user_id = ${guestId}::uuid and mine.is_once and exists (
      select from promotion_uses other
      where other.user_id = ${userId}::uuid and other.promotion_id = mine.promotion_id and other.is_once
    )`)
  // One notice of a recall is enough.
  await tx.execute(sql`
    delete from recall_notices mine where mine.user_id = ${guestId}::uuid and exists (
      select from recall_notices other where other.user_id = ${userId}::uuid and other.recall_id = mine.recall_id
    )`)
  // The address that an order was sent to is the account's from now on, unless it has that one already.
  await tx.execute(sql`
    delete from addresses mine where mine.user_id = ${guestId}::uuid and exists (
      select from addresses other where other.user_id = ${userId}::uuid
        and (other.first_name, other.last_name, other.company, other.street, other.house_number, other.city, other.postal_code, other.country)
          is not distinct from
          (mine.first_name, mine.last_name, mine.company, mine.street, mine.house_number, mine.city, mine.postal_code, mine.country)
    )`)
  for (const name of movedColumns) {
    const [table = '', column = ''] = name.split('.')
    await tx.execute(sql`
      update ${sql.identifier(table)} set ${sql.identifier(column)} = ${userId}::uuid
      where ${sql.identifier(column)} = ${guestId}::uuid`)
  }
  await moveTermsAcceptances(tx, guestId, userId)
  await moveStoreCredit(tx, guestId, userId)
  await removeGuest(tx, guestId)
  return count
}

/** The newest address of an account that had none, so that the next order is filled in with it. */
const chooseDefaultAddress = (tx: Tx, userId: string) =>
  tx.execute(sql`
    update addresses set is_default = true
    where id = (
      select id from addresses where user_id = ${userId}::uuid order by created_at desc, id desc limit 1
    ) and not exists (select from addresses where user_id = ${userId}::uuid and is_default)`)

/** They prove what was agreed when an order was placed. Of a version that both accepted, the first time counts. */
async function moveTermsAcceptances(tx: Tx, guestId: string, userId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${termsAcceptances} as own (user_id, version, accepted_at)
    select ${userId}::uuid, version, accepted_at from ${termsAcceptances} where user_id = ${guestId}::uuid
    on conflict (user_id, version) do update set accepted_at = least(own.accepted_at, excluded.accepted_at)`)
  await tx.delete(termsAcceptances).where(eq(termsAcceptances.userId, guestId))
}

async function countOrders(tx: Tx, guestId: string): Promise<number> {
  const [found] = await queryRows<{ count: number }>(
    tx,
    sql`select count(*)::int as count from orders where user_id = ${guestId}::uuid`,
  )
  return found?.count ?? 0
}

/**
 * Keys of requests stay for their day: one that is repeated has the order that it made, and makes no second one.
 * What a guest did stays in the audit log, and what was on their store credit in its ledger, which nobody can change: the row then stays
 * too, without a trace of the person.
 */
async function removeGuest(tx: Tx, guestId: string): Promise<void> {
  await tx.execute(sql`
    delete from ${users} where id = ${guestId}::uuid and not exists (
      select from audit_entries where actor_id = ${guestId}::uuid
    ) and not exists (select from credit_accounts where user_id = ${guestId}::uuid)`)
  await tx.update(users).set({ guestEmail: null }).where(eq(users.id, guestId))
}
