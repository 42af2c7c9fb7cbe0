import { and, desc, eq, ne, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { notifyUser } from '../../people/notifications/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { columnsOf, isAnyOf, qualified, sqlTimestamp } from '../../platform/db/sql.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { isHiddenFrom } from '../blocks/hiding.service.ts'
import { findCreatorCards, findShownCreator, isPageThere } from '../creatorPages/shown.service.ts'
import { creatorPages } from '../creatorPages/table.ts'
import { isFavourite } from '../menu/service.ts'
import { contacts } from '../messages/table.ts'
import { hasPlayed } from '../sessions/playerChoice.service.ts'
import { isOnAirAt } from '../toys/service.ts'
import { toys } from '../toys/table.ts'
import type { Follow } from './contract.ts'
import { follows } from './table.ts'

type FollowPlatform = Pick<Platform, 'db' | 'settings' | 'now'>

/** The longest delay of a notice, in seconds: nobody can tell from it when exactly she came. */
export const MAX_NOTICE_DELAY_SECONDS = 600
/** The least time between two notices about a creator to a follower, in milliseconds. */
const NOTICE_INTERVAL_MS = 6 * 3_600_000

/** The creators whom a user follows, the newest first, without those who are hidden from them. */
export async function findFollows(
  platform: FollowPlatform,
  userId: string,
): Promise<z.input<typeof Follow>[]> {
  const rows = await platform.db
    .select()
    .from(follows)
    .where(eq(follows.userId, userId))
    .orderBy(desc(follows.createdAt), desc(follows.creatorId))
  if (rows.length === 0) return []
  const ids = rows.map(({ creatorId }) => creatorId)
  const shown = await findCreatorCards(platform, { userId }, isAnyOf(creatorPages.userId, ids))
  const cards = new Map(shown.map(({ userId: id, card }) => [id, card]))
  return rows.flatMap(({ creatorId, wantsNotice }) => {
    const creator = cards.get(creatorId)
    return creator ? [{ creator, wantsNotice }] : []
  })
}

/** @throws Problem NOT_FOUND when the user may not know of her */
async function getCreatorId(platform: FollowPlatform, userId: string, slug: string): Promise<string> {
  const page = await findShownCreator(platform, slug, { userId })
  if (!page) throw new Problem('NOT_FOUND')
  return page.userId
}

/** Follows a creator; a second time changes only the choice of notices. @throws Problem NOT_FOUND; CONFLICT for oneself */
export async function setFollow(
  platform: FollowPlatform,
  userId: string,
  { slug, wantsNotice }: { slug: string; wantsNotice: boolean },
): Promise<z.input<typeof Follow>> {
  const creatorId = await getCreatorId(platform, userId, slug)
  if (creatorId === userId) throw new Problem('CONFLICT', { message: 'Jezelf kun je niet volgen.' })
  await platform.db
    .insert(follows)
    .values({ userId, creatorId, wantsNotice, createdAt: platform.now() })
    .onConflictDoUpdate({ target: [follows.userId, follows.creatorId], set: { wantsNotice } })
  const [found] = await findCreatorCards(platform, { userId }, eq(creatorPages.userId, creatorId))
  if (!found) throw new Problem('NOT_FOUND')
  return { creator: found.card, wantsNotice }
}

/** @throws Problem NOT_FOUND when the user does not follow her, or may not know of her */
export async function removeFollow(platform: FollowPlatform, userId: string, slug: string): Promise<void> {
  const creatorId = await getCreatorId(platform, userId, slug)
  const gone = await platform.db
    .delete(follows)
    .where(and(eq(follows.userId, userId), eq(follows.creatorId, creatorId)))
    .returning({ userId: follows.userId })
  if (gone.length === 0) throw new Problem('NOT_FOUND')
}

/** Of a creator who leaves. */
export async function deleteFollowersOf(tx: Tx, creatorId: string): Promise<void> {
  await tx.delete(follows).where(eq(follows.creatorId, creatorId))
}

interface OnlineNotice {
  creatorId: string
  userId: string
}

/** Tells one follower that a creator is online. */
export const onlineNoticeJob = defineJob<OnlineNotice>('follows.onlineNotice', 3)

/** Whether a follower, a row of `creator_follows`, is to be told that she is online: both want it, and neither hides from the other. */
function isToBeTold(platform: Omit<FollowPlatform, 'db'>): SQL {
  const isTheirs = eq(contacts.userId, qualified(follows.userId))
  const allows = sql`case ${creatorPages.noticeAudience}
    when 'EVERYONE' then true
    when 'PLAYED_BEFORE' then ${hasPlayed(follows.userId, follows.creatorId)} or ${isFavourite(follows.userId, follows.creatorId)}
    when 'FAVOURITES' then ${isFavourite(follows.userId, follows.creatorId)}
    else false end`
  return sql`(${follows.wantsNotice} and exists (
    select from ${creatorPages} join ${users} on ${users.id} = ${creatorPages.userId}
    where ${creatorPages.userId} = ${qualified(follows.creatorId)} and ${isPageThere(platform)} and ${allows}
  ) and not exists (
    select from ${contacts} where ${isTheirs} and ${contacts.otherId} = ${qualified(follows.creatorId)} and ${contacts.mutedAt} is not null
  ) and not ${isHiddenFrom(follows.userId, follows.creatorId)})`
}

/**
 * Plans a notice for each follower of a creator who puts a toy on the air, after a random delay; none while another toy of hers is on the air
 * already.
 * @param random from 0 up to 1
 */
export async function planOnlineNotices(
  { jobs, ...platform }: Pick<Platform, 'jobs' | 'settings' | 'now'>,
  tx: Tx,
  { ownerId: creatorId, id }: Pick<typeof toys.$inferSelect, 'ownerId' | 'id'>,
  random: () => number = Math.random,
): Promise<void> {
  const isOther = and(eq(toys.ownerId, creatorId), ne(toys.id, id), isOnAirAt(platform.now()))
  if ((await tx.$count(toys, isOther)) > 0) return
  const told = await tx
    .select({ creatorId: follows.creatorId, userId: follows.userId })
    .from(follows)
    .where(and(eq(follows.creatorId, creatorId), isToBeTold(platform)))
  if (told.length === 0) return
  await jobs.sendAll(tx, onlineNoticeJob, told, () => Math.floor(random() * (MAX_NOTICE_DELAY_SECONDS + 1)))
}

/** Tells a follower, if that still holds: once in six hours, however many notices were planned. */
export async function sendOnlineNotice(
  { bus, ...platform }: FollowPlatform & Pick<Platform, 'bus'>,
  { creatorId, userId }: OnlineNotice,
): Promise<void> {
  const now = platform.now()
  const latest = sqlTimestamp(new Date(now.getTime() - NOTICE_INTERVAL_MS))
  const isOnAir = sql`exists (
    select from ${toys} where ${and(eq(toys.ownerId, qualified(follows.creatorId)), eq(toys.isActive, true), isOnAirAt(now))})`
  const isTold = await platform.db.transaction(async tx => {
    const told = await tx
      .update(follows)
      .set({ toldAt: now })
      .where(
        and(
          eq(follows.userId, userId),
          eq(follows.creatorId, creatorId),
          sql`(${follows.toldAt} is null or ${follows.toldAt} <= ${latest})`,
          isOnAir,
          isToBeTold(platform),
        ),
      )
      .returning({ userId: follows.userId })
    if (told.length === 0) return false
    const about = `${creatorId} ${now.toISOString()}`
    await notifyUser(tx, userId, { kind: 'FOLLOWED_ONLINE', params: undefined, about, path: '/live' })
    return true
  })
  if (isTold) bus.publish('notifications.changed', { userId })
}

/** For the copy of a user's data: the creators whom they follow, by their names for others. Followers of theirs are the others' data. */
export const findFollowData = (db: Db, userId: string) =>
  db
    .select({
      stageName: sql<string | null>`${creatorPages.shown} ->> 'stageName'`,
      ...columnsOf(follows, 'wantsNotice', 'toldAt', 'createdAt'),
    })
    .from(follows)
    .leftJoin(creatorPages, eq(creatorPages.userId, follows.creatorId))
    .where(and(eq(follows.userId, userId), sql`not ${isHiddenFrom(userId, follows.creatorId)}`))
    .orderBy(desc(follows.createdAt))

/** Of an account that is erased: in both directions. */
export async function deleteFollowsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(follows).where(or(eq(follows.userId, userId), eq(follows.creatorId, userId)))
}
