import { eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { PaymentSubject } from '../../money/payments/effects.service.ts'
import { users } from '../../people/accounts/table.ts'
import { notifyUsers } from '../../people/notifications/service.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { queueMails } from '../../platform/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MailTemplate } from '../../wire/mail.ts'
import { orderReceivedMail, type orderPaidMail } from './contract.ts'
import { claimUnconfirmedOrders, orderNotFound, type OrderRow } from './service.ts'
import { orders } from './table.ts'

type OrderHeader = Pick<OrderRow, 'id' | 'userId' | 'number'>

/** Where a buyer reads an order. */
export const orderPath = (orderId: string): string => `/order-confirmation/${orderId}`

/** How notices name an order. */
export const orderSubject = ({ id, number }: Pick<OrderRow, 'id' | 'number'>): PaymentSubject => ({
  label: `bestelling ${number}`,
  adminPath: `/admin/orders/${id}`,
  buyerPath: orderPath(id),
})

/**
 * Tells buyers in the shop what became of their orders, in one statement. The caller has locked the orders and changes them in
 * the same transaction; the time tells this change from the same change at another time.
 */
export const notifyBuyers = (
  tx: Tx,
  { now }: Platform,
  changed: OrderHeader[],
  kind: 'ORDER_PAID' | 'ORDER_SHIPPED' | 'ORDER_DELIVERED' | 'ORDER_CANCELLED',
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

type OrderMailProps = z.input<typeof orderPaidMail.props>

/**
 * Queues a mail about each order for its buyer, in three statements however many there are.
 * @param mails `more`: what the template says beyond the order, or in place of its own facts
 * @throws Problem NOT_FOUND
 */
export async function queueOrderMails<Props extends z.ZodType<unknown, OrderMailProps>>(
  tx: Tx,
  { jobs, settings, origin }: Platform,
  template: MailTemplate<Props>,
  mails: { orderId: string; more?: Partial<z.input<Props>> }[],
): Promise<void> {
  const { shopName } = settings.current
  const known = await readOrderMailData(
    tx,
    mails.map(({ orderId }) => orderId),
  )
  const letters = mails.map(({ orderId, more }) => {
    const data = known.get(orderId)
    if (!data) throw orderNotFound()
    const { email, ...facts } = data
    const props = { ...facts, url: origin() + orderPath(orderId), shopName, ...more }
    return { recipient: email, props: props as z.input<Props> }
  })
  await queueMails(tx, jobs, template, letters)
}

interface OrderMailData {
  email: string
  number: string
  totalCents: number
  /** A parcel comes: the order has an address. */
  isSent: boolean
}

/** What mails about orders say, and where they go, by the orders' ids. */
async function readOrderMailData(db: Db, orderIds: string[]): Promise<Map<string, OrderMailData>> {
  const found = await db
    .select({
      id: orders.id,
      email: users.email,
      number: orders.number,
      totalCents: orders.totalAmount,
      isSent: sql<boolean>`${orders.shippingStreet} is not null`,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, orderIds))
  return new Map(found.map(({ id, ...data }) => [id, data]))
}

/** Orders that wait for their payment for longer than this, in milliseconds, are confirmed by mail as they are. */
const CONFIRM_AFTER_MS = 60_000
/** How many orders are locked at once: a payment may be waiting for one of them. */
const CONFIRM_BATCH = 50

/** Confirms by mail the orders that were not paid at once. */
export async function confirmUnpaidOrders(platform: Platform): Promise<void> {
  const { db, now } = platform
  const placedBefore = new Date(now().getTime() - CONFIRM_AFTER_MS)
  const confirmBatch = () =>
    db.transaction(async tx => {
      const orderIds = await claimUnconfirmedOrders(tx, placedBefore, CONFIRM_BATCH)
      const mails = orderIds.map(orderId => ({ orderId }))
      await queueOrderMails(tx, platform, orderReceivedMail, mails)
      return orderIds.length
    })
  while ((await confirmBatch()) === CONFIRM_BATCH);
}
