import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { minutePurchases } from '../../money/minutes/table.ts'
import { contactDigests } from '../../people/accounts/table.ts'
import { addresses } from '../../people/addresses/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { hideFromPlanner, qualified, queryRows, toPgArray } from '../../platform/db/sql.ts'
import { deliveryCountries } from '../../wire/countries.ts'
import { blockedAreas, blockedContacts, blockedUsers, blockSettings } from './table.ts'

type UserId = string | PgColumn | SQL

/** The code of an address's country, which addresses keep by its name. */
const countryOfAddress = sql`case hidden.country ${sql.join(
  deliveryCountries.map(({ name, code }) => sql.raw(`when '${name}' then '${code}'`)),
  sql` `,
)} end`

/** The parts of `hiddenUsersOf`: tables of users with their places or contacts, and the blocks of a creator that hide her from them. */
const hidingParts: { users: PgTable; blocks: PgTable; isHit: SQL }[] = [
  {
    users: addresses,
    blocks: blockedAreas,
    isHit: sql`block.country = ${countryOfAddress} and starts_with(ltrim(hidden.postal_code, 'BENLbenl- '), block.postcode)`,
  },
  {
    users: minutePurchases,
    blocks: blockedAreas,
    isHit: sql`block.country = hidden.vat ->> 'statedCountry' and block.postcode = ''`,
  },
  { users: contactDigests, blocks: blockedContacts, isHit: sql`block.digest = hidden.digest` },
]

const asUuid = (user: UserId): SQL => (typeof user === 'string' ? sql`${user}::uuid` : qualified(user))

/**
 * The users from whom a creator is hidden, as a subquery with the column `user_id`; some may occur twice. Each part first asks whether she has
 * such blocks at all, so that a creator without any costs a look into each index. No statement around it may call a table `hidden` or `block`.
 * @param isAsked limits it to some users
 */
export const hiddenUsersOf = (creatorId: UserId, isAsked: (userId: SQL) => SQL): SQL => {
  const creator = asUuid(creatorId)
  const asked = isAsked(sql`hidden.user_id`)
  const parts = hidingParts.map(
    part => sql`
    select hidden.user_id from ${part.users} hidden join ${part.blocks} block on block.creator_id = ${creator} and ${part.isHit}
    where exists (select from ${part.blocks} block where block.creator_id = ${creator}) and hidden.user_id <> ${creator} and ${asked}`,
  )
  const byName = sql`select hidden.user_id from ${blockedUsers} hidden where hidden.creator_id = ${creator} and ${asked}`
  return sql.join([byName, ...parts], sql` union all `)
}

/**
 * Whether a creator is hidden from a user: the one question that every surface asks which shows a creator, or lets somebody reach her. Then the
 * answer is the same as for a creator who does not exist.
 */
export const isHiddenFrom = (viewerId: UserId, creatorId: UserId): SQL<boolean> => {
  const viewer = asUuid(viewerId)
  return sql<boolean>`exists (${hiddenUsersOf(creatorId, userId => sql`${userId} = ${viewer}`)})`
}

/**
 * The same for a visitor without an account, of whom nobody knows who it is: a creator who is hidden from anyone is hidden from visitors too,
 * unless she overrode that.
 */
export const isHiddenFromVisitors = (creatorId: UserId): SQL<boolean> => {
  const creator = asUuid(creatorId)
  const any = [blockedUsers, blockedAreas, blockedContacts].map(
    table => sql`exists (select from ${table} block where block.creator_id = ${creator})`,
  )
  return sql<boolean>`((${sql.join(any, sql` or `)}) and not exists (
    select from ${blockSettings} s where s.creator_id = ${creator} and s.is_public_despite_blocks))`
}

/** The ids of some users from whom a creator is hidden. */
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
