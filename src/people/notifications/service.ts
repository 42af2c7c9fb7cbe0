import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../accounts/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import type { Notification, NotificationKind } from './contract.ts'
import { notifications } from './table.ts'
import { type NotificationParams, notificationMessages } from './messages.rules.ts'

interface NewNotification<K extends NotificationKind> {
  kind: K
  params: NotificationParams<K>
  /** An id of what happened: the same news is told once, however often it comes. */
  about: string
  /** Where it leads, on our own site. */
  path: string
}

/** Tells someone, in the caller's transaction. */
export async function notifyUser<K extends NotificationKind>(
  tx: Tx,
  userId: string,
  news: NewNotification<K>,
): Promise<void> {
  await tx
    .insert(notifications)
    .values({ userId, ...renderNotification(news) })
    .onConflictDoNothing()
}

/** Tells several people, each their own news, in one statement of the caller's transaction. */
export async function notifyUsers<K extends NotificationKind>(
  tx: Tx,
  news: (NewNotification<K> & { userId: string })[],
): Promise<void> {
  await tx
    .insert(notifications)
    .values(
      news.map(({ userId, ...each }) => ({ userId, ...renderNotification(each as NewNotification<K>) })),
    )
    .onConflictDoNothing()
}

/** Tells every admin, in the caller's transaction: for what must not be silent. */
export async function notifyAdmins<K extends NotificationKind>(
  tx: Tx,
  news: NewNotification<K>,
): Promise<void> {
  const admins = await tx.select({ userId: users.id }).from(users).where(eq(users.role, 'ADMIN'))
  if (admins.length === 0) return
  const told = renderNotification(news)
  await tx
    .insert(notifications)
    .values(admins.map(admin => ({ ...admin, ...told })))
    .onConflictDoNothing()
}

function renderNotification<K extends NotificationKind>({
  kind,
  params: facts,
  about,
  path,
}: NewNotification<K>) {
  const say = notificationMessages[kind] as (facts: NotificationParams<K>) => { title: string; text: string }
  return { kind, about, path, ...say(facts) }
}

/** More are not shown at once. */
const MAX_LISTED = 100

type NotificationResponse = z.input<typeof Notification>

/** One's own, the newest first. */
export const findNotifications = (db: Db, userId: string): Promise<NotificationResponse[]> =>
  db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(MAX_LISTED)

/** Keeps when it was first read. @throws Problem NOT_FOUND when it is not there or someone else's. */
export async function setNotificationRead(
  db: Db,
  userId: string,
  notificationId: string,
  now: Date,
): Promise<NotificationResponse> {
  const [read] = await db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(notifications.id, notificationId), eq(notifications.userId, userId)))
    .returning()
  if (!read) throw new Problem('NOT_FOUND')
  return read
}

/** Those that were read before keep when. @returns how many were not */
export async function setAllNotificationsRead(db: Db, userId: string, now: Date): Promise<number> {
  const read = await db
    .update(notifications)
    .set({ readAt: now })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
    .returning({ id: notifications.id })
  return read.length
}

/** What a notification leads to was seen without it: it is read. */
export async function setNotificationsReadByPath(
  tx: Tx,
  userId: string,
  path: string,
  now: Date,
): Promise<void> {
  const leadsThere = and(eq(notifications.userId, userId), eq(notifications.path, path))
  await tx
    .update(notifications)
    .set({ readAt: now })
    .where(and(leadsThere, isNull(notifications.readAt)))
}
