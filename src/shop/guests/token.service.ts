import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { contactEmail } from '../../people/accounts/guest.service.ts'
import type { Db } from '../../platform/db/db.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { hashToken, newToken } from '../../platform/http/session.ts'
import { Problem } from '../../wire/problem.ts'
import { GUEST_ORDER_PATH } from '../orders/contract.ts'
import { orders } from '../orders/table.ts'
import { GUEST_LINK_DAYS, guestOrderLinkMail } from './contract.ts'
import { guestOrderTokens } from './table.ts'

/** Makes a token for a mail, which opens one order of a guest for 60 days. Only its hash is stored. */
export async function issueGuestOrderToken(db: Db, orderId: string, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + GUEST_LINK_DAYS * 24 * 3_600_000)
  await db.insert(guestOrderTokens).values({ tokenHash: hashToken(token), orderId, expiresAt })
  return token
}

/**
 * The order that a token opens, and its buyer. It is not used up: a link is opened on several devices.
 * @throws Problem TOKEN_INVALID, also once the order belongs to an account
 */
export async function findGuestOrder(
  db: Db,
  token: string,
  now: Date,
): Promise<{ orderId: string; guestId: string }> {
  const [found] = await db
    .select({ orderId: orders.id, guestId: users.id, role: users.role })
    .from(guestOrderTokens)
    .innerJoin(orders, eq(orders.id, guestOrderTokens.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(guestOrderTokens.tokenHash, hashToken(token)), gt(guestOrderTokens.expiresAt, now)))
  if (!found)
    throw new Problem('TOKEN_INVALID', {
      message: 'Deze link werkt niet meer. Vraag hieronder een nieuwe aan.',
    })
  if (found.role !== 'GUEST')
    throw new Problem('TOKEN_INVALID', {
      message: 'Deze bestelling staat nu bij je account. Log in om haar te bekijken.',
    })
  return found
}

export async function deleteExpiredGuestOrderTokens(db: Db, now: Date): Promise<void> {
  await db.delete(guestOrderTokens).where(lte(guestOrderTokens.expiresAt, now))
}

/** Minimum response time, in milliseconds; well above the time to queue a mail, so that it does not show whether one was. */
export const LINK_RESPONSE_MS = 300

/** Mails the link to an order of a guest, when number and address belong together. Takes as long when they don't. */
export async function requestLink(
  { db, jobs, settings, origin }: Platform,
  { number, email, mayMail }: { number: string; email: string; mayMail: boolean },
): Promise<void> {
  const queue = () =>
    db.transaction(async tx => {
      const own = and(
        sql`lower(${orders.number}) = ${number.toLowerCase()}`,
        eq(contactEmail, email),
        eq(users.role, 'GUEST'),
      )
      const [order] = await tx
        .select({ id: orders.id, number: orders.number })
        .from(orders)
        .innerJoin(users, eq(users.id, orders.userId))
        .where(own)
      if (!order) return
      await queueMail(tx, jobs, guestOrderLinkMail, email, {
        number: order.number,
        url: origin() + GUEST_ORDER_PATH,
        guestOrderId: order.id,
        shopName: settings.current.shopName,
      })
    })
  await Promise.all([mayMail ? queue() : null, pause(LINK_RESPONSE_MS)])
}
