import { and, eq, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { PaymentSubject } from '../../money/payments/effects.service.ts'
import { contactEmail } from '../../people/accounts/guest.service.ts'
import { users } from '../../people/accounts/table.ts'
import { notifyAdmins, notifyUsers } from '../../people/notifications/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MailTemplate } from '../../wire/mail.ts'
import { GUEST_ORDER_PATH, orderReceivedMail, type orderPaidMail } from './contract.ts'
import { orderNotFound, type OrderRow } from './service.ts'
import { orders } from './table.ts'

type OrderHeader = Pick<OrderRow, 'id' | 'userId' | 'number'>

export const orderPath = (orderId: string): string => `/order-confirmation/${orderId}`

export const orderSubject = ({ id, number }: Pick<OrderRow, 'id' | 'number'>): PaymentSubject => ({
  label: `bestelling ${number}`,
  adminPath: `/admin/orders/${id}`,
  buyerPath: orderPath(id),
})

/**
 * Writes notifications about orders for their buyers, in one statement. The caller has locked the orders and changes
 * them in the same transaction; the time distinguishes repetitions of one change.
 */
export const notifyBuyers = (
  tx: Tx,
  { now }: Platform,
  changed: OrderHeader[],
  kind: 'ORDER_PAID' | 'ORDER_SHIPPED' | 'ORDER_DELIVERED' | 'ORDER_DIGITAL' | 'ORDER_CANCELLED',
): Promise<void> =>
  notifyUsers(
    tx,
    changed.map(({ id, userId, number }) => ({
      userId,
      kind,
      params: { number },
      about: `${id} ${now().toISOString()}`,
      path: orderPath(id),
    })),
  )

/** Notifies admins of a paid order, once: one that was cancelled and is paid again is not new. */
export const notifyAdminsOfOrder = (
  tx: Tx,
  { id, number, totalAmount: cents }: Pick<OrderRow, 'id' | 'number' | 'totalAmount'>,
): Promise<void> =>
  notifyAdmins(tx, {
    kind: 'NEW_ORDER',
    params: { number, cents },
    about: id,
    path: orderSubject({ id, number }).adminPath,
  })

type OrderMailProps = z.input<typeof orderPaidMail.props>

/**
 * Queues a mail about each order for its buyer, in three statements in total.
 * @param mails `more`: props besides the order data, or in place of them
 * @throws Problem NOT_FOUND
 */
export async function queueOrderMails<Props extends z.ZodType<unknown, OrderMailProps>>(
  tx: Tx,
  { jobs, settings, origin }: Platform,
  template: MailTemplate<Props>,
  mails: { orderId: string; more?: Partial<z.input<Props>> }[],
): Promise<void> {
  const { shopName } = settings.current
  const orderIds = mails.map(({ orderId }) => orderId)
  const known = await readOrderMailData(tx, orderIds)
  const letters = mails.map(({ orderId, more }) => {
    const data = known.get(orderId)
    if (!data) throw orderNotFound()
    const { email, isGuest, ...facts } = data
    const link = isGuest
      ? { url: origin() + GUEST_ORDER_PATH, guestOrderId: orderId }
      : { url: origin() + orderPath(orderId) }
    const props = { ...facts, ...link, shopName, ...more }
    return { recipient: email, props: props as z.input<Props> }
  })
  await queueMails(tx, jobs, template, letters)
}

/** The order data and recipients of mails, by order id. */
async function readOrderMailData(db: Db, orderIds: string[]) {
  const found = await db
    .select({
      id: orders.id,
      email: contactEmail,
      isGuest: sql<boolean>`${users.role} = 'GUEST'`,
      number: orders.number,
      totalCents: orders.totalAmount,
      /** Whether the order is shipped to an address. */
      isSent: sql<boolean>`${orders.shippingStreet} is not null`,
      isDelivered: sql<boolean>`${orders.deliveredAt} is not null`,
      promisedOn: orders.promisedOn,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, orderIds))
  return new Map(found.map(({ id, ...data }) => [id, data]))
}

/** Orders that are unpaid for longer than this, in milliseconds, are confirmed by mail. */
const CONFIRM_AFTER_MS = 60_000
/** The number of orders locked at once, kept small because a payment may be waiting for one of them. */
const CONFIRM_BATCH = 50

const placedBefore = (now: Date) => new Date(now.getTime() - CONFIRM_AFTER_MS)

/** Unpaid, placed before then, and without a confirmation mail yet. */
const isUnconfirmed = (before: Date) =>
  and(
    eq(orders.status, 'PENDING'),
    isNull(orders.paidAt),
    eq(orders.isConfirmationQueued, false),
    lt(orders.createdAt, before),
  )

/**
 * Claims unpaid orders that were placed before then and have no confirmation mail yet, and marks them as confirmed. Skips orders
 * that are locked.
 */
async function claimUnconfirmedOrders(tx: Tx, before: Date, limit: number): Promise<string[]> {
  const unconfirmed = tx
    .select({ id: orders.id })
    .from(orders)
    .where(isUnconfirmed(before))
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await tx
    .update(orders)
    .set({ isConfirmationQueued: true })
    .where(inArray(orders.id, unconfirmed))
    .returning({ id: orders.id })
  return claimed.map(({ id }) => id)
}

/** Whether `confirmUnpaidOrders` has an order to confirm. */
export const isConfirmationDue = (now: Date): SQL =>
  sql`exists (select from ${orders} where ${isUnconfirmed(placedBefore(now))})`

/** Confirms by mail the orders that were not paid within a minute. */
export async function confirmUnpaidOrders(platform: Platform): Promise<void> {
  const { db, now } = platform
  const before = placedBefore(now())
  const confirmBatch = () =>
    db.transaction(async tx => {
      const orderIds = await claimUnconfirmedOrders(tx, before, CONFIRM_BATCH)
      const mails = orderIds.map(orderId => ({ orderId }))
      await queueOrderMails(tx, platform, orderReceivedMail, mails)
      return orderIds.length
    })
  while ((await confirmBatch()) === CONFIRM_BATCH);
}
