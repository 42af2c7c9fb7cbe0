import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { minutePurchases } from '../../money/minutes/table.ts'
import { contactDigests } from '../../people/accounts/table.ts'
import { addresses } from '../../people/addresses/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { hideFromPlanner, qualified, queryRows, toPgArray } from '../../platform/db/sql.ts'
import { deliveryCountries } from '../../wire/countries.ts'
import { blockedAreas, blockedContacts, blockedUsers, blockSettings } from './table.ts'

type UserId = string | PgColumn | SQL

/** The code of an address's country, which addresses keep by its name. */
const addressCountry = sql`case a.country ${sql.join(
  deliveryCountries.map(({ name, code }) => sql`when ${sql.raw(`'${name}'`)} then ${sql.raw(`'${code}'`)}`),
  sql` `,
)} end`

/**
 * The users from whom a creator is hidden, as a subquery with the column `user_id`; some may occur twice. The conditions that name the creator
 * alone stand first in each part, so that a creator without such blocks costs one look into an index.
 * @param isAsked limits it to some users
 */
export const hiddenUsersOf = (creatorId: UserId, isAsked: (userId: SQL) => SQL): SQL => {
  const creator = typeof creatorId === 'string' ? sql`${creatorId}::uuid` : qualified(creatorId)
  const has = (table: typeof blockedAreas | typeof blockedContacts) =>
    sql`exists (select from ${table} own where own.creator_id = ${creator})`
  return sql`
    select b.user_id from ${blockedUsers} b where b.creator_id = ${creator} and ${isAsked(sql`b.user_id`)}
    union all
    select a.user_id from ${addresses} a join ${blockedAreas} r on r.creator_id = ${creator} and r.country = ${addressCountry}
      and starts_with(regexp_replace(a.postal_code, '^[^0-9]+', ''), r.postcode)
      where ${has(blockedAreas)} and a.user_id <> ${creator} and ${isAsked(sql`a.user_id`)}
    union all
    select p.user_id from ${minutePurchases} p join ${blockedAreas} r on r.creator_id = ${creator} and r.postcode = ''
      and r.country = p.vat ->> 'statedCountry'
      where ${has(blockedAreas)} and p.user_id <> ${creator} and ${isAsked(sql`p.user_id`)}
    union all
    select d.user_id from ${contactDigests} d join ${blockedContacts} c on c.creator_id = ${creator} and c.digest = d.digest
      where ${has(blockedContacts)} and d.user_id <> ${creator} and ${isAsked(sql`d.user_id`)}`
}

/**
 * Whether a creator is hidden from a user: the one question that every surface asks which shows a creator, or lets somebody reach her. Then the
 * answer is the same as for a creator who does not exist.
 */
export const isHiddenFrom = (viewerId: UserId, creatorId: UserId): SQL<boolean> => {
  const viewer = typeof viewerId === 'string' ? sql`${viewerId}::uuid` : qualified(viewerId)
  return sql<boolean>`exists (${hiddenUsersOf(creatorId, userId => sql`${userId} = ${viewer}`)})`
}

/**
 * The same for a visitor without an account, of whom nobody knows who it is: a creator who is hidden from anyone is hidden from visitors too,
 * unless she overrode that.
 */
export const isHiddenFromVisitors = (creatorId: UserId): SQL<boolean> => {
  const creator = typeof creatorId === 'string' ? sql`${creatorId}::uuid` : qualified(creatorId)
  const any = [blockedUsers, blockedAreas, blockedContacts].map(
    table => sql`exists (select from ${table} b where b.creator_id = ${creator})`,
  )
  return sql<boolean>`((${sql.join(any, sql` or `)}) and not exists (
    select from ${blockSettings} s where s.creator_id = ${creator} and s.is_public_despite_blocks))`
}

/** Those of some users from whom a creator is hidden. */
export async function findHiddenUsers(
  db: Db,
  creatorId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return []
  const asked = hideFromPlanner(toPgArray(userIds), 'uuid[]')
  const rows = await queryRows<{ userId: string }>(
    db,
    sql`select user_id as "userId" from (${hiddenUsersOf(creatorId, userId => sql`${userId} = any(${asked}::uuid[])`)}) as hidden`,
  )
  return rows.map(({ userId }) => userId)
}
