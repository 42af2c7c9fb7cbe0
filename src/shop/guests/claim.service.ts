import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { termsAcceptances, users } from '../../people/accounts/table.ts'
import { moveStoreCredit } from '../../money/credit/move.service.ts'
import { notifyUser } from '../../people/notifications/service.ts'
import type { Tx } from '../../platform/db/db.ts'
import { queryRows, toPgArray } from '../../platform/db/sql.ts'
import { lockBuyerEmail } from '../promotions/buyerEmail.service.ts'
import { markUsesOfClaim } from '../promotions/redeem.service.ts'
import { lockRowsOfGuest } from './mergeCart.service.ts'

/**
 * The columns that name the customer of an order, each with the column of that order; null where it has none, and goes along when no order
 * stays behind. Named in text, because some slices import this one. Every other reference to a user is never of a guest, or goes with the
 * row (`order.test.ts`).
 */
export const movedColumns = {
  'payments.user_id': 'subject_id',
  'orders.user_id': 'id',
  'invoices.user_id': 'subject_id',
  'promotion_uses.user_id': 'order_id',
  'digital_deliveries.user_id': 'order_id',
  'recall_notices.user_id': 'order_id',
  'support_conversations.user_id': 'order_id',
  'internal_notes.customer_id': null,
} as const satisfies Record<string, string | null>

/**
 * Moves the orders that guests paid with the address of an account to it, once the address is verified: anyone can type an address, and
 * order without paying. The guests are locked first: a checkout of theirs comes before, and moves along, or after, and then makes the guest
 * anew.
 * @param ownGuestId the guest of the browser that logs in: unpaid orders of that one move too
 * @returns how many orders
 */
export async function claimGuestOrders(tx: Tx, userId: string, ownGuestId?: string): Promise<number> {
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
  if (guests.length === 0) return 0
  await lockBuyerEmail(tx, account.email)
  const claimed: string[] = []
  for (const { id } of guests) claimed.push(...(await claimGuest(tx, id, userId, id === ownGuestId)))
  const [about] = claimed
  if (about !== undefined)
    await notifyUser(tx, userId, {
      kind: 'ORDERS_CLAIMED',
      params: { count: claimed.length },
      about,
      path: '/orders',
    })
  return claimed.length
}

/** @returns the ids of the orders that were moved */
async function claimGuest(tx: Tx, guestId: string, userId: string, isOwn: boolean): Promise<string[]> {
  await lockRowsOfGuest(tx, guestId, ['payments', 'orders', 'invoices'])
  const orders = await queryRows<{ id: string; isPaid: boolean }>(
    tx,
    sql`select id, paid_at is not null as "isPaid" from orders where user_id = ${guestId}::uuid order by id`,
  )
  const moved = orders.filter(({ isPaid }) => isPaid || isOwn).map(({ id }) => id)
  const isAll = moved.length === orders.length
  if (!isAll && moved.length === 0) return []
  await markUsesOfClaim(tx, guestId, userId, moved)
  // One notice of a recall is enough.
  await tx.execute(sql`
    delete from recall_notices mine where mine.user_id = ${guestId}::uuid and exists (
      select from recall_notices other where other.user_id = ${userId}::uuid and other.recall_id = mine.recall_id
    )`)
  for (const [name, orderColumn] of Object.entries(movedColumns)) {
    const [table = '', column = ''] = name.split('.')
    const isOfMoved = orderColumn && sql`${sql.identifier(orderColumn)} = any (${toPgArray(moved)}::uuid[])`
    await tx.execute(sql`
      update ${sql.identifier(table)} set ${sql.identifier(column)} = ${userId}::uuid
      where ${sql.identifier(column)} = ${guestId}::uuid and ${isAll || (isOfMoved ?? false)}`)
  }
  await copyTermsAcceptances(tx, guestId, userId)
  await moveStoreCredit(tx, guestId, userId)
  if (isAll) await removeGuest(tx, guestId)
  return moved
}

/**
 * Moves the address that this browser ordered with to the account of the same e-mail address. It never becomes the default one, and gets an
 * id of its own: a guest's has the guest's, which the browser may come back with. Call it when the guest is locked.
 */
export async function claimOwnAddress(tx: Tx, guestId: string, userId: string): Promise<void> {
  await tx.execute(sql`
    update addresses mine set id = gen_random_uuid(), user_id = ${userId}::uuid, is_default = false
    from ${users} guest, ${users} account
    where mine.user_id = ${guestId}::uuid and guest.id = mine.user_id and guest.role = 'GUEST'
      and account.id = ${userId}::uuid and account.email = guest.guest_email
      and not exists (
        select from addresses other where other.user_id = account.id
          and (other.first_name, other.last_name, other.company, other.street, other.house_number, other.city, other.postal_code, other.country)
            is not distinct from
            (mine.first_name, mine.last_name, mine.company, mine.street, mine.house_number, mine.city, mine.postal_code, mine.country)
      )`)
}

/** They prove the agreement when an order was placed. Of a version that both accepted, the first time counts. */
async function copyTermsAcceptances(tx: Tx, guestId: string, userId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${termsAcceptances} as own (user_id, version, accepted_at)
    select ${userId}::uuid, version, accepted_at from ${termsAcceptances} where user_id = ${guestId}::uuid
    on conflict (user_id, version) do update set accepted_at = least(own.accepted_at, excluded.accepted_at)`)
}

/**
 * Keys of requests stay for their day: one that is repeated has the order that it made, and makes no second one.
 * A cart stays with its browser, a guest's actions in the audit log, and the entries of their store credit in its ledger, which nobody can
 * change: the row then stays too, without a trace of the person.
 */
async function removeGuest(tx: Tx, guestId: string): Promise<void> {
  await tx.execute(sql`delete from addresses where user_id = ${guestId}::uuid`)
  await tx.delete(termsAcceptances).where(eq(termsAcceptances.userId, guestId))
  await tx.execute(sql`
    delete from ${users} where id = ${guestId}::uuid and not exists (
      select from cart_items where user_id = ${guestId}::uuid
    ) and not exists (
      select from audit_entries where actor_id = ${guestId}::uuid
    ) and not exists (select from credit_accounts where user_id = ${guestId}::uuid)`)
  await tx.update(users).set({ guestEmail: null }).where(eq(users.id, guestId))
}
