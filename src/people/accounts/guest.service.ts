import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { sqlTimestamp } from '../../platform/db/sql.ts'
import { users } from './table.ts'

/** Where mails about orders go: of a guest the address that was typed with the order. */
export const contactEmail = sql<string>`coalesce(${users.guestEmail}, ${users.email})`

/**
 * SQL that makes the row of a guest, unless it is there.
 * @param from the condition, such as `from products where …`
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

/** SQL that writes the address of a guest who orders and makes the row if it is not there, up to the condition of the change. */
export const upsertGuestSql = ({
  id,
  email,
  version,
  now,
  until,
}: {
  id: string
  email: string
  version: string
  now: Date
  until: Date
}): SQL => sql`
  insert into ${users} (
    id, email, guest_email, password, role, display_name, email_notifications, push_notifications, adult_statement_at, policy_version,
    guest_until, created_at
  )
  values (${id}::uuid, 'guest:' || ${id}::uuid, ${email}, '', 'GUEST', 'Gast', false, false, ${sqlTimestamp(now)}, ${version},
    ${sqlTimestamp(until)}, ${sqlTimestamp(now)})
  on conflict (id) do update set guest_email = excluded.guest_email, adult_statement_at = excluded.adult_statement_at,
    policy_version = excluded.policy_version, guest_until = excluded.guest_until
  where ${users.role} = 'GUEST'`
