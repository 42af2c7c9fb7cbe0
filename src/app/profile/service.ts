import { and, eq, inArray, isNull, sql, or } from 'drizzle-orm'
import { saveContactDigests } from '../../people/accounts/contactDigest.service.ts'
import { assertBirthDateAllowed } from '../../people/accounts/rules.ts'
import { users } from '../../people/accounts/table.ts'
import { categories } from '../../shop/products/catalog/table.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { isHiddenFrom } from '../../live/blocks/hiding.service.ts'
import { Problem } from '../../wire/problem.ts'
import type { ProfileChange } from './contract.ts'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { creators } from '../../live/creators/table.ts'
import { sessions, toyControlSessions } from '../../live/sessions/table.ts'
import { orders } from '../../shop/orders/table.ts'
import type { AuthenticatedUser } from '../../platform/http/session.ts'
import { qualified } from '../../platform/db/sql.ts'
import { toys } from '../../live/toys/table.ts'
import { wishlistItems } from '../../shop/wishlist/table.ts'

/**
 * Changes the given fields of a profile, and keeps the others.
 * @throws Problem UNDER_AGE, or INVALID_INPUT for an impossible birth date or an unknown category
 */
export async function changeProfile(
  { db, keyFor }: Pick<Platform, 'db' | 'keyFor'>,
  userId: string,
  change: ProfileChange,
  now: Date,
) {
  const { dateOfBirth, preferredCategories = [] } = change
  if (dateOfBirth) assertBirthDateAllowed(dateOfBirth, now)
  await expectCategories(db, preferredCategories)
  // With a column that is always set, the statement is valid without any change as well.
  return db.transaction(async tx => {
    const [user] = await tx
      .update(users)
      .set({ ...change, id: sql`${users.id}` })
      .where(and(eq(users.id, userId), isNull(users.deleteAfter)))
      .returning()
    if (!user) throw new Problem('NO_SESSION')
    if (change.phone !== undefined) await saveContactDigests(tx, { keyFor }, userId)
    return user
  })
}

async function expectCategories(db: Db, wanted: string[]): Promise<void> {
  if (wanted.length === 0) return
  const known = await db.$count(categories, inArray(sql`${categories.id}::text`, wanted))
  if (known < wanted.length)
    throw new Problem('INVALID_INPUT', {
      fields: { preferredCategories: 'Kies uit de categorieën van de shop.' },
    })
}

/**
 * A user's public profile. A private one is visible to the user, to admins, and to a creator whose toy the user had a session with; for
 * everyone else it is not found, like that of a closed account, of a creator who left or is hidden from the viewer, and one that was hidden after a
 * report. One statement.
 * @throws Problem NOT_FOUND
 */
export async function findPublicProfile(db: Db, userId: string, viewer: AuthenticatedUser) {
  const hasLeft = sql`exists (select from ${creators} where ${creators.userId} = ${qualified(users.id)} and ${creators.leftAt} is not null)`
  const isShown = and(
    isNull(users.profileHiddenAt),
    isNull(users.suspendedAt),
    sql`not ${hasLeft}`,
    sql`not ${isHiddenFrom(viewer.userId, users.id)}`,
  )
  const isSeen = or(
    and(eq(users.profileVisibility, 'PUBLIC'), isShown),
    eq(users.id, viewer.userId),
    viewer.role === 'ADMIN' ? sql`true` : and(playedOnToyOf(viewer.userId), isShown),
  )
  const [found] = await db
    .select({
      id: users.id,
      displayName: users.displayName,
      avatarUrl: users.avatarUrl,
      bio: users.bio,
      role: users.role,
      profileVisibility: users.profileVisibility,
      createdAt: users.createdAt,
      statistics: sql<{ orders: number; favourites: number; sessions: number } | null>`case
        when ${users.showStatistics} then json_build_object(
          'orders', ${countOf(orders, orders.userId, userId)},
          'favourites', ${countOf(wishlistItems, wishlistItems.userId, userId)},
          'sessions', ${countOf(sessions, sessions.userId, userId)}
        ) end`,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleteAfter), isSeen))
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

const countOf = (table: PgTable, owner: PgColumn, userId: string) =>
  sql`(select count(*)::int from ${table} where ${qualified(owner)} = ${userId})`

const playedOnToyOf = (ownerId: string) => sql`exists (
  select from ${toyControlSessions} join ${toys} on ${toys.id} = ${toyControlSessions.toyDeviceId}
  where ${toyControlSessions.userId} = ${qualified(users.id)} and ${toys.ownerId} = ${ownerId}
)`
