import { sql, type SQL } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'

/**
 * The part of a `from` that locks the address of the row `buyer`: orders of one address wait for each other, with an account or as a
 * guest, until the transaction ends.
 */
export const lockBuyerEmailSql = sql`, lateral (
  select pg_advisory_xact_lock(hashtextextended('buyer ' || buyer.email, 0)) is not null as is_mine offset 0
) as lock where lock.is_mine`

/** The guests, and the account, with the address of this user: to promotions they are one customer. */
export const sameEmailUsersSql = (userId: string): SQL => sql`(
  select same.id from ${users} me
  join ${users} same on same.email = coalesce(me.guest_email, me.email) or same.guest_email = coalesce(me.guest_email, me.email)
  where me.id = ${userId}::uuid
)`
