import { and, asc, eq, gt, inArray, isNull, max, or, sql } from 'drizzle-orm'
import { users } from '../accounts/table.ts'
import type { Tx } from '../../platform/db/db.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { createRateLimit } from '../../platform/http/rateLimit.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { NotificationKind, unreadNotificationsMail } from './contract.ts'
import { pushJob } from './push.service.ts'
import {
  deliveryRules,
  MAIL_DELAY_MS,
  MIN_MAIL_INTERVAL_MS,
  selectForMail,
  timeToLiveSeconds,
  toE164,
} from './delivery.rules.ts'
import { digestLines } from './digest.rules.ts'
import type { SmsGateway } from './sms.gateway.ts'
import { lastWriteAt } from './service.ts'
import { notifications, pushSubscriptions } from './table.ts'

export const unreadMailJob = defineJob<{ userId: string }>('notifications.mail')
export const smsJob = defineJob<{ notificationId: string }>('sms', 3)

/** How many notifications are dispatched in one transaction. */
const BATCH_SIZE = 100

const isNew = isNull(notifications.dispatchedAt)

/**
 * Queues push messages, mails and text messages for new notifications, as the user's settings allow. Each is queued
 * once, because a node claims its notifications first.
 */
export async function dispatchNotifications(platform: Pick<Platform, 'db' | 'jobs' | 'now'>): Promise<void> {
  const { db } = platform
  // One statement instead of a transaction: mostly there are none.
  const [some] = await db.select({ id: notifications.id }).from(notifications).where(isNew).limit(1)
  if (!some) return
  for (let count = BATCH_SIZE; count === BATCH_SIZE;)
    count = await db.transaction(tx => dispatchBatch(tx, platform))
}

async function dispatchBatch(tx: Tx, platform: Pick<Platform, 'jobs' | 'now'>): Promise<number> {
  const { now } = platform
  const due = await tx
    .select({ notification: notifications, user: users })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(isNew)
    .orderBy(asc(notifications.createdAt))
    .limit(BATCH_SIZE)
    .for('no key update', { of: notifications, skipLocked: true })
  if (due.length === 0) return 0
  const deliverable = due.filter(({ notification, user }) => !notification.readAt && !user.deleteAfter)
  const userIds = [...new Set(deliverable.map(({ user }) => user.id))]
  const subscriptionIds = await findSubscriptionIdsByUser(tx, userIds)
  for (const { notification, user } of deliverable)
    await dispatchNotification(tx, platform, notification, user, subscriptionIds.get(user.id) ?? [])
  await queueMailJobs(tx, platform, deliverable)
  const ids = due.map(({ notification }) => notification.id)
  await tx.update(notifications).set({ dispatchedAt: now() }).where(inArray(notifications.id, ids))
  return due.length
}

async function dispatchNotification(
  tx: Tx,
  { jobs }: Pick<Platform, 'jobs'>,
  { id: notificationId, kind, ...chosen }: typeof notifications.$inferSelect,
  user: typeof users.$inferSelect,
  subscriptionIds: string[],
): Promise<void> {
  const { push, isUrgent } = deliveryRules[kind]
  if (push !== null && (chosen.push ?? true) && user.pushNotifications)
    for (const subscriptionId of subscriptionIds)
      await jobs.send(tx, pushJob, { subscriptionId, notificationId })
  if (isUrgent && user.smsNotifications) await jobs.send(tx, smsJob, { notificationId })
}

/** The push subscriptions of these users, in one statement. */
async function findSubscriptionIdsByUser(tx: Tx, userIds: string[]): Promise<Map<string, string[]>> {
  const rows = await tx
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.userId, userIds))
  const byUser = Map.groupBy(rows, ({ userId }) => userId)
  return new Map([...byUser].map(([userId, subscriptions]) => [userId, subscriptions.map(({ id }) => id)]))
}

interface Dispatched {
  notification: typeof notifications.$inferSelect
  user: typeof users.$inferSelect
}

/**
 * Queues the mail about new notifications, once for each user: whoever has an unread one that waits for its mail has a job already, which
 * queues itself again while there are more. An admin of a busy shop gets thousands of them a day.
 */
async function queueMailJobs(
  tx: Tx,
  { jobs, now }: Pick<Platform, 'jobs' | 'now'>,
  dispatched: Dispatched[],
): Promise<void> {
  const mailed = dispatched.filter(
    ({ notification: { kind, mail }, user }) =>
      deliveryRules[kind].mail !== 'never' && (mail ?? true) && user.emailNotifications,
  )
  if (mailed.length === 0) return
  const byUser = Map.groupBy(mailed, ({ user }) => user.id)
  const waiting = await findWaitingForMail(tx, [...byUser.keys()], now())
  for (const [userId, own] of byUser) {
    const isAtOnce = own.some(({ notification: { kind } }) => isMailedAtOnce(kind))
    const hasJob = isAtOnce ? waiting.get(userId)?.isAtOnce : waiting.has(userId)
    if (!hasJob) await jobs.send(tx, unreadMailJob, { userId }, isAtOnce ? 0 : MAIL_DELAY_MS / 1000)
  }
}

/**
 * The users among these with unread notifications that wait for a mail, so that they have a queued job. Locks the users, as the
 * job does: a job that runs now has then mailed the notifications that it read. A job that was queued long ago is not relied on.
 */
async function findWaitingForMail(tx: Tx, userIds: string[], now: Date) {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, userIds))
    .orderBy(asc(users.id))
    .for('no key update')
  const { userId, kind, dispatchedAt } = notifications
  const rows = await tx
    .select({ userId, isAtOnce: sql<boolean>`bool_or(${inArray(kind, mailedAtOnce)})` })
    .from(notifications)
    .where(
      and(
        inArray(userId, userIds),
        isWaitingForMail,
        gt(dispatchedAt, new Date(now.getTime() - 2 * MIN_MAIL_INTERVAL_MS)),
      ),
    )
    .groupBy(userId)
  return new Map(rows.map(row => [row.userId, row]))
}

const isMailedAtOnce = (kind: NotificationKind): boolean => deliveryRules[kind].mail === 'at once'
const mailedAtOnce = NotificationKind.options.filter(isMailedAtOnce)
const mailedKinds = NotificationKind.options.filter(kind => deliveryRules[kind].mail !== 'never')
const isMailed = or(
  eq(notifications.mail, true),
  and(isNull(notifications.mail), inArray(notifications.kind, mailedKinds)),
)
const isWaitingForMail = and(isMailed, isNull(notifications.readAt), isNull(notifications.mailedAt))

/**
 * Mails a user that there are unread notifications, without their contents, at most once an hour or, when one of them is to be
 * mailed at once, every ten minutes. While there are some that it may not mail yet, it queues itself again.
 */
export const mailUnreadNotifications = (platform: Platform, userId: string): Promise<void> =>
  platform.db.transaction(async tx => {
    const { jobs, settings, now, origin } = platform
    const at = now().getTime()
    const isOpen = and(eq(users.id, userId), isNull(users.deleteAfter), eq(users.emailNotifications, true))
    const [user] = await tx.select({ email: users.email }).from(users).where(isOpen).for('no key update')
    if (!user) return
    const unread = await tx
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, userId), isWaitingForMail))
      .orderBy(asc(notifications.createdAt), asc(notifications.id))
    const { due, intervalMs } = selectForMail(unread, at)
    const again = (ms: number) => jobs.send(tx, unreadMailJob, { userId }, Math.ceil(ms / 1000))
    const [oldest] = unread
    if (!oldest) return
    if (due.length === 0) return again(Math.max(oldest.createdAt.getTime() + MAIL_DELAY_MS - at, 0))
    const [last] = await tx
      .select({ mailedAt: max(notifications.mailedAt) })
      .from(notifications)
      .where(eq(notifications.userId, userId))
    const waitMs = (last?.mailedAt?.getTime() ?? -Infinity) + intervalMs - at
    if (waitMs > 0) return again(waitMs)
    if (unread.length > due.length) await again(intervalMs)
    const ids = due.map(({ id }) => id)
    await tx.update(notifications).set({ mailedAt: now() }).where(inArray(notifications.id, ids))
    await queueMail(tx, jobs, unreadNotificationsMail, user.email, {
      count: ids.length,
      // A notification that is not shown in the shop is not in the list of notifications either.
      url: origin() + (due.some(({ inShop }) => inShop) ? '/notifications' : '/admin'),
      lines: digestLines(due),
      shopName: settings.current.shopName,
    })
  })

/** Text messages per user per day: they cost money, and the number is not verified. */
const MAX_SMS_PER_DAY = 5

/** @returns sends the text message of one notification, unless it is read or too old by now */
export function createSmsSender({ db, settings, now }: Platform, gateway: SmsGateway) {
  const daily = createRateLimit(MAX_SMS_PER_DAY, 24 * 3600_000, now)
  return async (notificationId: string): Promise<void> => {
    const [due] = await db
      .select({ notification: notifications, phone: users.phone })
      .from(notifications)
      .innerJoin(users, and(eq(users.id, notifications.userId), eq(users.smsNotifications, true)))
      .where(and(eq(notifications.id, notificationId), isNull(notifications.readAt)))
    const to = toE164(due?.phone ?? null)
    if (!due || !to) return
    const { kind, createdAt, userId } = due.notification
    const isExpired = now().getTime() - createdAt.getTime() > timeToLiveSeconds(kind) * 1000
    if (isExpired || !daily.tryConsume(userId)) return
    await gateway.send(to, `${settings.current.shopName}: ${deliveryRules[kind].push ?? ''}`)
  }
}

/** How often new notifications are dispatched, in milliseconds. */
const DISPATCH_INTERVAL_MS = 4000
/** For how long after this process wrote one it looks for them, in milliseconds: until its transaction has committed, and longer. */
const WRITTEN_MS = 30_000
/** How late it finds those that a process wrote which ended since, or a transaction that took longer. In milliseconds. */
const UNANNOUNCED_MS = 30_000

/** Dispatches new notifications from now on. @returns stops it, and waits for the dispatch that is running */
export function startDispatching(platform: Platform): () => Promise<void> {
  let running: Promise<void> | null = null
  let lookedAt = -Infinity
  const timer = setInterval(() => {
    const now = performance.now()
    if (now - lastWriteAt() > WRITTEN_MS && now - lookedAt < UNANNOUNCED_MS) return
    lookedAt = now
    running ??= dispatchNotifications(platform)
      .catch((error: unknown) => platform.log.error({ err: error }, 'dispatching notifications failed'))
      .finally(() => (running = null))
  }, DISPATCH_INTERVAL_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
