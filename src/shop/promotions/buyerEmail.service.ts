import { sql, type SQL } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { Tx } from '../../platform/db/db.ts'

/**
 * The part of a `from` that locks the address of the row `buyer`: orders of one address wait for each other, with an account or as a
 * guest, until the transaction ends.
 */
export const lockBuyerEmailSql = sql`, lateral (
  select pg_advisory_xact_lock(hashtextextended('buyer ' || buyer.email, 0)) is not null as is_mine offset 0
) as lock where lock.is_mine`

/** Locks a user and their address, in a statement of its own: the next one sees what the customer's other orders have taken. */
export async function lockBuyer(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    with buyer as materialized (
      select coalesce(guest_email, email) as email from ${users} where id = ${userId}::uuid for no key update
    )
    select from buyer ${lockBuyerEmailSql}`)
}

/** Locks an address for a transaction that has locked the guests with it. */
export async function lockBuyerEmail(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`with buyer as (select ${email}::text as email) select from buyer ${lockBuyerEmailSql}`)
}

/** The guests, and the account, with the address of this user: to promotions they are one customer. */
export const sameEmailUsersSql = (userId: string): SQL => sql`(
  select same.id from ${users} me
  join ${users} same on same.email = coalesce(me.guest_email, me.email) or same.guest_email = coalesce(me.guest_email, me.email)
  where me.id = ${userId}::uuid
)`

/**
 * The users whose unpaid orders hold a promotion that a customer may use once. Against an account only its own do: anyone can
 * type its address in another browser, and leave the order unpaid.
 */
export const holdingUsersSql = (userId: string): SQL => sql`(
  select ${userId}::uuid
  union
  select same.id from ${users} me
  join ${users} same on same.email = me.guest_email or same.guest_email = me.guest_email
  where me.id = ${userId}::uuid and me.role = 'GUEST'
)`

/** Whether a use `u` keeps this customer from another. @param isHeld when one that is held does */
export const isUsedBySql = (userId: string, isHeld: SQL = sql`true`): SQL => sql`(
  (u.state = 'REDEEMED' and u.user_id in ${sameEmailUsersSql(userId)})
  or (u.state = 'HELD' and ${isHeld} and u.user_id in ${holdingUsersSql(userId)})
)`
