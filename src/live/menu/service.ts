import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { qualified } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { toys } from '../toys/table.ts'
import type { Menu } from './contract.ts'
import { openMenu } from './rules.ts'
import { creatorFavourites, creatorMenus } from './table.ts'

const { patterns, ownPatterns, longestMinutes, pauseMinutes, warmUpFrom, warmUpMinutes, audience } =
  creatorMenus

const menuJson = sql`jsonb_build_object(
  'patterns', ${patterns}, 'ownPatterns', ${ownPatterns}, 'longestMinutes', ${longestMinutes},
  'pauseMinutes', ${pauseMinutes}, 'audience', ${audience}, 'warmUp', case when ${warmUpFrom} is not null
    then jsonb_build_object('from', ${warmUpFrom}, 'minutes', ${warmUpMinutes}) end)`

const isOwners = sql`${qualified(creatorMenus.userId)} = ${qualified(toys.ownerId)}`

/** The menu of a toy's owner, for statements that select from `toys`. */
export const menuOfOwner = sql`coalesce((
  select ${menuJson} from ${creatorMenus} where ${isOwners}
), '{}'::jsonb)`.mapWith((found: Partial<Menu>): Menu => ({ ...openMenu, ...found }))

/** When the owner's last session ended, for statements that select from `toys`. */
export const lastEndedOfOwner = sql<Date | null>`(
  select ${qualified(creatorMenus.lastEndedAt)} from ${creatorMenus} where ${isOwners}
)`.mapWith(creatorMenus.lastEndedAt)

/** Whether a creator marked a user as a favourite. */
export const isFavourite = (userId: string | PgColumn, ownerId: string | PgColumn) =>
  sql<boolean>`exists (
    select from ${creatorFavourites}
    where ${creatorFavourites.creatorId} = ${qualified(ownerId)} and ${creatorFavourites.userId} = ${qualified(userId)}
  )`

/** A creator's menu, and when her last session ended. */
export async function findMenuRow(db: Db, userId: string): Promise<{ menu: Menu; lastEndedAt: Date | null }> {
  const [row] = await db.select().from(creatorMenus).where(eq(creatorMenus.userId, userId))
  if (!row) return { menu: openMenu, lastEndedAt: null }
  const { userId: _, warmUpFrom: from, warmUpMinutes: minutes, lastEndedAt, ...menu } = row
  const warmUp = from !== null && minutes !== null ? { from, minutes } : null
  return { menu: { ...menu, warmUp }, lastEndedAt }
}

/** The caller holds the locks of the creator's toys, so that each start sees the old menu or the new one. */
export async function saveMenu(tx: Tx, userId: string, { warmUp, ...menu }: Menu): Promise<void> {
  const set = { ...menu, warmUpFrom: warmUp?.from ?? null, warmUpMinutes: warmUp?.minutes ?? null }
  await tx
    .insert(creatorMenus)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: creatorMenus.userId, set })
}

/** The creator's pause begins. */
export async function recordSessionEndOf(tx: Tx, ownerId: string, at: Date): Promise<void> {
  await tx.update(creatorMenus).set({ lastEndedAt: at }).where(eq(creatorMenus.userId, ownerId))
}

/** A creator's favourites, the newest first. */
export const findFavourites = (db: Db, creatorId: string) =>
  db
    .select({ userId: creatorFavourites.userId, displayName: users.displayName })
    .from(creatorFavourites)
    .innerJoin(users, eq(users.id, creatorFavourites.userId))
    .where(eq(creatorFavourites.creatorId, creatorId))
    .orderBy(desc(creatorFavourites.createdAt), desc(creatorFavourites.userId))

/** @throws Problem NOT_FOUND when there is no such user */
export async function addFavourite(db: Db, creatorId: string, userId: string, now: Date): Promise<void> {
  const account = and(eq(users.id, userId), ne(users.role, 'GUEST'), ne(users.id, creatorId))
  const [user] = await db.select({ id: users.id }).from(users).where(account)
  if (!user) throw new Problem('NOT_FOUND')
  await db.insert(creatorFavourites).values({ creatorId, userId, createdAt: now }).onConflictDoNothing()
}

export async function removeFavourite(db: Db, creatorId: string, userId: string): Promise<void> {
  const isIt = and(eq(creatorFavourites.creatorId, creatorId), eq(creatorFavourites.userId, userId))
  await db.delete(creatorFavourites).where(isIt)
}
