import { and, desc, eq, isNull, notInArray } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../accounts/table.ts'
import type { Db } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuthenticatedUser } from '../../platform/session.ts'
import { Problem } from '../../wire/problem.ts'
import type { PushGateway } from './push.gateway.ts'
import type { subscribeToPush } from './delivery.contract.ts'
import { deliveryRules, timeToLiveSeconds } from './delivery.rules.ts'
import { notifications, pushSubscriptions } from './table.ts'

export const pushJob = defineJob<{ subscriptionId: string; notificationId: string }>('push', 6)

/** Browsers of one person; the oldest go. */
const MAX_SUBSCRIPTIONS = 20

/**
 * Keeps where a browser is told, for as long as the sign-in that asks it lasts. One browser belongs to whoever asked last.
 * @throws Problem INVALID_INPUT for an endpoint that we would not ask, or a key that nothing can be encrypted for
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
  const kept = { userId, sessionId, ...keys }
  await db.transaction(async tx => {
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...kept })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: kept })
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

/** Fine when it is not there. */
export async function deletePushSubscription(db: Db, userId: string, endpoint: string): Promise<null> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)))
  return null
}

/**
 * Tells one browser of one thing, unless that was read by now, is too old to matter, or is not wanted any more. A browser
 * that is gone is forgotten.
 * @throws Problem PROVIDER_UNAVAILABLE, for the job to try again
 */
export async function deliverPush(
  platform: Platform,
  gateway: PushGateway,
  { subscriptionId, notificationId }: { subscriptionId: string; notificationId: string },
): Promise<void> {
  const { db, settings, log, now } = platform
  const [due] = await db
    .select({ browser: pushSubscriptions, news: notifications })
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
  const { kind, path, createdAt } = due.news
  const left = timeToLiveSeconds(kind) - Math.floor((now().getTime() - createdAt.getTime()) / 1000)
  const body = deliveryRules[kind].push
  if (body === null || left <= 0) return
  const became = await gateway.send(
    due.browser,
    { title: settings.current.shopName, body, path, tag: kind },
    left,
  )
  if (became === 'refused') log.warn({ subscriptionId }, 'a push message is refused')
  if (became === 'gone') await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId))
}
