import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { users } from './table.ts'

/**
 * SQL that makes the row of a guest, unless it is there.
 * @param from what it depends on, such as `from products where …`
 */
export const insertGuestSql = (
  { id, now, guestUntil }: Record<'id' | 'now' | 'guestUntil', SQLWrapper>,
  from: SQL = sql``,
): SQL => sql`
  insert into ${users} (
    id, email, password, role, display_name, email_notifications, push_notifications, adult_statement_at, policy_version, guest_until, created_at
  )
  select ${id}::uuid, 'guest:' || ${id}::uuid, '', 'GUEST', 'Gast', false, false, ${now}::timestamptz, '', ${guestUntil}::timestamptz, ${now}::timestamptz
  ${from}
  on conflict (id) do nothing`
