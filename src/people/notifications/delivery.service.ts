import { and, asc, eq, inArray, isNull, max, or } from 'drizzle-orm'
import { users } from '../accounts/table.ts'
import type { Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import { createRateLimit } from '../../platform/rateLimit.ts'
import { queueMail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { NotificationKind, unreadNotificationsMail } from './contract.ts'
import { pushJob } from './push.service.ts'
import { selectForMail, toE164, deliveryRules, timeToLiveSeconds, MAIL_DELAY_MS } from './delivery.rules.ts'
import { digestLines } from './digest.rules.ts'
import type { SmsGateway } from './sms.gateway.ts'
import { notifications, pushSubscriptions } from './table.ts'

export const unreadMailJob = defineJob<{ userId: string }>('notifications.mail')
export const smsJob = defineJob<{ notificationId: string }>('sms', 3)

/** How many notifications are dispatched in one transaction. */
const BATCH_SIZE = 100

/**
 * Queues push messages, mails and text messages for new notifications, as the user's settings allow. Each is queued
 * once, because a node claims its notifications first.
 */
export async function dispatchNotifications(platform: Pick<Platform, 'db' | 'jobs' | 'now'>): Promise<void> {
  const { db } = platform
  for (let count = BATCH_SIZE; count === BATCH_SIZE;)
    count = await db.transaction(tx => dispatchBatch(tx, platform))
}

async function dispatchBatch(tx: Tx, platform: Pick<Platform, 'jobs' | 'now'>): Promise<number> {
  const { now } = platform
  const due = await tx
    .select({ notification: notifications, user: users })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(isNull(notifications.passedOnAt))
    .orderBy(asc(notifications.createdAt))
    .limit(BATCH_SIZE)
    .for('no key update', { of: notifications, skipLocked: true })
  if (due.length === 0) return 0
  const deliverable = due.filter(({ notification, user }) => !notification.readAt && !user.deleteAfter)
  const subscriptionIds = await findSubscriptionIdsByUser(tx, [
    ...new Set(deliverable.map(({ user }) => user.id)),
  ])
  for (const { notification, user } of deliverable)
    await dispatchNotification(tx, platform, notification, user, subscriptionIds.get(user.id) ?? [])
  const ids = due.map(({ notification }) => notification.id)
  await tx.update(notifications).set({ passedOnAt: now() }).where(inArray(notifications.id, ids))
  return due.length
}

async function dispatchNotification(
  tx: Tx,
  { jobs }: Pick<Platform, 'jobs'>,
  { id: notificationId, kind, userId, ...chosen }: typeof notifications.$inferSelect,
  user: typeof users.$inferSelect,
  subscriptionIds: string[],
): Promise<void> {
  const { push, mail, isUrgent } = deliveryRules[kind]
  if (push !== null && (chosen.push ?? true) && user.pushNotifications)
    for (const subscriptionId of subscriptionIds)
      await jobs.send(tx, pushJob, { subscriptionId, notificationId })
  const delayMs = mail === 'at once' ? 0 : MAIL_DELAY_MS
  if (mail !== 'never' && (chosen.mail ?? true) && user.emailNotifications)
    await jobs.send(tx, unreadMailJob, { userId }, delayMs / 1000)
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

const mailedKinds = NotificationKind.options.filter(kind => deliveryRules[kind].mail !== 'never')
const isMailed = or(
  eq(notifications.mail, true),
  and(isNull(notifications.mail), inArray(notifications.kind, mailedKinds)),
)

/**
 * Mails a user that there are unread notifications, without their contents, at most once an hour or, when one of them is to be
 * mailed at once, every ten minutes. When the last mail is more recent than that, queues itself again for later.
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
      .where(
        and(
          eq(notifications.userId, userId),
          isMailed,
          isNull(notifications.readAt),
          isNull(notifications.mailedAt),
        ),
      )
      .orderBy(asc(notifications.createdAt), asc(notifications.id))
    const { due, intervalMs } = selectForMail(unread, at)
    if (due.length === 0) return
    const [last] = await tx
      .select({ mailedAt: max(notifications.mailedAt) })
      .from(notifications)
      .where(eq(notifications.userId, userId))
    const waitMs = (last?.mailedAt?.getTime() ?? -Infinity) + intervalMs - at
    if (waitMs > 0) return jobs.send(tx, unreadMailJob, { userId }, Math.ceil(waitMs / 1000))
    const ids = due.map(({ id }) => id)
    await tx.update(notifications).set({ mailedAt: now() }).where(inArray(notifications.id, ids))
    await queueMail(tx, jobs, unreadNotificationsMail, user.email, {
      count: ids.length,
      // What is not shown in the shop is not in the list of notifications either.
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

/** Dispatches new notifications from now on. @returns stops it, and waits for the dispatch that is running */
export function startDispatching(platform: Platform): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
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
