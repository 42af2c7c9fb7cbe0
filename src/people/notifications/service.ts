import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../accounts/table.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { Problem } from '../../wire/problem.ts'
import type { Notification, NotificationKind } from './contract.ts'
import { type AdminNotificationKind, defaultChannels, topicOfKind } from './adminTopics.rules.ts'
import { adminNotificationPreferences, notifications } from './table.ts'
import { notificationActions } from './delivery.rules.ts'
import { type NotificationParams, notificationMessages } from './messages.rules.ts'

interface NewNotification<K extends NotificationKind> {
  kind: K
  params: NotificationParams<K>
  /** The id of the subject: a user gets one notification per kind and subject. */
  about: string
  /** The page that it links to, a path on our own site. */
  path: string
}

/** When this process last wrote a notification, by `performance.now()`. */
let writtenAt = -Infinity
export const lastWriteAt = (): number => writtenAt

/** Writes a notification for one user. */
export const notifyUser = <K extends NotificationKind>(tx: Tx, userId: string, one: NewNotification<K>) =>
  notifyUsers(tx, [{ ...one, userId }])

/** Writes notifications for several users, each with its own parameters, in one statement. */
export async function notifyUsers<K extends NotificationKind>(
  tx: Tx,
  newNotifications: (NewNotification<K> & { userId: string })[],
): Promise<void> {
  if (newNotifications.length === 0) return
  const rows = newNotifications.map(({ params, ...rest }) => ({
    ...rest,
    ...renderMessage(rest.kind, params),
  }))
  writtenAt = performance.now()
  await tx.insert(notifications).values(rows).onConflictDoNothing()
}

/**
 * Writes a notification for every admin with an open account, in one statement. Of each admin the row keeps the channels that
 * they chose for the topic; an admin who chose none gets no row.
 */
export async function notifyAdmins<K extends AdminNotificationKind>(
  tx: Tx,
  { kind, params, about, path }: NewNotification<K>,
): Promise<void> {
  const { title, text } = renderMessage(kind, params)
  const topic = topicOfKind[kind]
  const chosen = adminNotificationPreferences
  const [inShop, mail, push] = (['inShop', 'mail', 'push'] as const).map(
    channel => sql`coalesce(${chosen[channel]}, ${defaultChannels[topic][channel]}::boolean)`,
  )
  writtenAt = performance.now()
  await tx.execute(sql`
    insert into ${notifications} (id, user_id, kind, about, title, text, path, in_shop, mail, push)
    select gen_random_uuid(), ${users.id}, ${kind}, ${about}, ${title}, ${text}, ${path}, ${inShop}, ${mail}, ${push}
    from ${users} left join ${chosen} on ${chosen.userId} = ${users.id} and ${chosen.topic} = ${topic}
    where ${users.role} = 'ADMIN' and ${users.deleteAfter} is null and (${inShop} or ${mail} or ${push})
    on conflict do nothing`)
}

function renderMessage<K extends NotificationKind>(kind: K, params: NotificationParams<K>) {
  const render = notificationMessages[kind] as (params: NotificationParams<K>) => {
    title: string
    text: string
  }
  return render(params)
}

/** How many notifications are listed at most. */
const MAX_LISTED = 100

type NotificationResponse = z.input<typeof Notification>

interface ListingContext {
  now: Date
  /** How long the countdown of a session lasts. */
  countdownSeconds: number
}

/** A notification, as in the contract. */
function toNotification(
  { kind: type, text: message, inShop: _inShop, mail: _mail, push: _push, ...row }: NotificationRow,
  { now, countdownSeconds: countdown }: ListingContext,
): NotificationResponse {
  const age = (now.getTime() - row.createdAt.getTime()) / 1000
  const actions = notificationActions(type, row.about, { age, countdown })
  return { ...row, type, message, read: row.readAt !== null, actions }
}

type NotificationRow = typeof notifications.$inferSelect

/** A user's notifications, the newest first. */
export async function findNotifications(
  db: Db,
  userId: string,
  context: ListingContext,
): Promise<NotificationResponse[]> {
  const rows = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.inShop, true)))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(MAX_LISTED)
  return rows.map(row => toNotification(row, context))
}

/** Keeps the time of the first reading. @throws Problem NOT_FOUND when it is not the user's */
export async function setNotificationRead(
  db: Db,
  userId: string,
  notificationId: string,
  context: ListingContext,
) {
  const [read] = await db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${context.now.toISOString()}::timestamptz)` })
    .where(and(eq(notifications.id, notificationId), eq(notifications.userId, userId)))
    .returning()
  if (!read) throw new Problem('NOT_FOUND')
  return toNotification(read, context)
}

/** Marks all unread notifications of the list as read; those that are not in it still wait for their mail. @returns how many */
export async function setAllNotificationsRead(db: Db, userId: string, now: Date): Promise<number> {
  const read = await db
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(eq(notifications.userId, userId), eq(notifications.inShop, true), isNull(notifications.readAt)),
    )
    .returning({ id: notifications.id })
  return read.length
}

/** Marks notifications that link to a page as read, when the user has seen that page. */
export async function setNotificationsReadByPath(tx: Tx, userId: string, path: string, now: Date) {
  const isForPath = and(eq(notifications.userId, userId), eq(notifications.path, path))
  await tx
    .update(notifications)
    .set({ readAt: now })
    .where(and(isForPath, isNull(notifications.readAt)))
}
