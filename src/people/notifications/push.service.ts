import { and, desc, eq, isNull, notInArray } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../accounts/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuthenticatedUser } from '../../platform/http/session.ts'
import { Problem } from '../../wire/problem.ts'
import type { PushGateway } from './push.gateway.ts'
import type { subscribeToPush } from './contract.ts'
import { deliveryRules, notificationActions, pushTag, timeToLiveSeconds } from './delivery.rules.ts'
import { notifications, pushSubscriptions } from './table.ts'

export const pushJob = defineJob<{ subscriptionId: string; notificationId: string }>('push', 6)

/** Per user; the oldest are deleted. */
const MAX_SUBSCRIPTIONS = 20

/**
 * Stores a push subscription, until the login session ends. A browser belongs to the user who subscribed last.
 * @throws Problem INVALID_INPUT for an endpoint that is not allowed, or an invalid key
 */
export async function savePushSubscription(
  db: Db,
  gateway: PushGateway,
  { userId, sessionId }: AuthenticatedUser,
  { endpoint, keys }: z.output<typeof subscribeToPush.input>,
): Promise<null> {
  if (!gateway.isAllowedEndpoint(endpoint))
    throw new Problem('INVALID_INPUT', { fields: { endpoint: 'Dit adres kunnen we niet bereiken.' } })
  if (!gateway.isValidKey(keys.p256dh))
    throw new Problem('INVALID_INPUT', { fields: { keys: 'Deze sleutel klopt niet.' } })
  const values = { userId, sessionId, ...keys }
  await db.transaction(async tx => {
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...values })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: values })
    const newest = tx
      .select({ id: pushSubscriptions.id })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
      .limit(MAX_SUBSCRIPTIONS)
    await tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.id, newest)))
  })
  return null
}

/** Does nothing when the subscription does not exist. */
export async function deletePushSubscription(db: Db, userId: string, endpoint: string): Promise<null> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
  return null
}

/**
 * Sends one notification to one browser, unless it is read or too old by now, or the user turned push messages off. Deletes
 * a subscription that no longer exists.
 * @throws Problem PROVIDER_UNAVAILABLE; the job tries again
 */
export async function deliverPush(
  platform: Platform,
  gateway: PushGateway,
  { subscriptionId, notificationId }: { subscriptionId: string; notificationId: string },
): Promise<void> {
  const { config, db, settings, log, now } = platform
  const [due] = await db
    .select({ subscription: pushSubscriptions, notification: notifications })
    .from(pushSubscriptions)
    .innerJoin(notifications, eq(notifications.userId, pushSubscriptions.userId))
    .innerJoin(users, and(eq(users.id, notifications.userId), eq(users.pushNotifications, true)))
    .where(
      and(
        eq(pushSubscriptions.id, subscriptionId),
        eq(notifications.id, notificationId),
        isNull(notifications.readAt),
      ),
    )
  if (!due) return
  const { kind, about, path, createdAt } = due.notification
  const age = (now().getTime() - createdAt.getTime()) / 1000
  const actions = notificationActions(kind, about, { age, countdown: config.countdownSeconds })
  const ttlSeconds = timeToLiveSeconds(kind) - Math.floor(age)
  const body = deliveryRules[kind].push
  if (body === null || ttlSeconds <= 0) return
  const outcome = await gateway.send(
    due.subscription,
    {
      title: settings.current.shopName,
      body,
      path,
      tag: pushTag(kind, about),
      ...(actions.length > 0 && { actions }),
    },
    ttlSeconds,
  )
  if (outcome === 'refused') log.warn({ subscriptionId }, 'push message refused')
  if (outcome === 'gone') await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId))
}
