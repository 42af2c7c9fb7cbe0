import type { z } from 'zod'
import {
  orderDeliveredMail,
  orderDigitalMail,
  orderPaidMail,
  orderReceivedMail,
  orderShippedMail,
  paymentFailedMail,
  STANDARD_POST,
} from '../../../shop/orders/contract.ts'
import type { OrderRow } from '../../../shop/orders/service.ts'
import type { orderItems } from '../../../shop/orders/table.ts'
import { orderPath } from '../../../shop/orders/notices.service.ts'
import { currentTerms } from '../../../money/vat/rules.ts'
import { buildOrderInvoiceContent } from '../../../shop/orders/invoice.rules.ts'
import { calculateOrderTotal, calculateTrackingCost, isOrderTracked } from '../../../shop/orders/rules.ts'
import { parcelTracking } from '../../../shop/orders/tracking.rules.ts'
import { fiscalYear } from '../../../money/invoices/rules.ts'
import { addMs, MINUTE } from './calendar.ts'
import { priceAt } from './catalogue.ts'
import { type OrderTimes, timesOf } from './course.ts'
import { deliverDigitally } from './downloads.ts'
import type { History, InvoiceDraft } from './history.ts'
import { draftInvoice } from './invoices.ts'
import { type PlannedOrder, shippingAddressOf } from './orderPlan.ts'
import { randomParcel } from './parcels.ts'
import { plainLine, plainOrder } from './rows.ts'
import { type PaymentRecord, recordManualPayment, recordPayment } from './payments.ts'
import { recordAudit, recordMail, recordNotification } from './records.ts'
import { holdExpiryMs } from './stock.ts'

type ItemRecord = typeof orderItems.$inferSelect

/** An order in its rows, for what happened to it later. */
export interface BuiltOrder {
  plan: PlannedOrder
  times: OrderTimes
  order: OrderRow
  items: ItemRecord[]
  /** Of a paid order. */
  payment: PaymentRecord | null
  invoice: InvoiceDraft | null
}

type OrderMailProps = z.input<typeof orderPaidMail.props>

/** The data of every mail about an order. */
export const orderMailProps = ({ origin, settings }: History, { order }: BuiltOrder): OrderMailProps => ({
  number: order.number,
  totalCents: order.totalAmount,
  isSent: order.shippingStreet !== null,
  isDelivered: false,
  url: origin + orderPath(order.id),
  shopName: settings.shopName,
})

/** Writes the orders with all that they left behind, and gives them their numbers in the order of their times. */
export function addOrders(history: History, plans: PlannedOrder[], adminId: string): BuiltOrder[] {
  const serials = new Map<number, number>()
  const built = plans
    .toSorted((one, other) => one.placedAt.getTime() - other.placedAt.getTime())
    .map(plan => {
      const year = fiscalYear(plan.placedAt)
      const serial = (serials.get(year) ?? 0) + 1
      serials.set(year, serial)
      return addOrder(history, plan, orderNumber(year, serial), adminId)
    })
  addFreeNumbers(history, serials)
  return built
}

/** As `placeOrder` writes them: `2026-000042`. */
const orderNumber = (year: number, serial: number): string => `${year}-${String(serial).padStart(6, '0')}`

/** How many numbers are generated at a time, as in `placeOrder`. */
const NUMBER_BATCH = 500

/** What is left of the numbers, for the orders that will come. */
function addFreeNumbers({ rows }: History, serials: Map<number, number>): void {
  for (const [year, used] of serials) {
    const lastSerial = Math.ceil(used / NUMBER_BATCH) * NUMBER_BATCH
    rows.orderNumberSeries.push({ year, lastSerial })
    for (let serial = used + 1; serial <= lastSerial; serial += 1) rows.orderNumbers.push({ year, serial })
  }
}

function addOrder(history: History, plan: PlannedOrder, number: string, adminId: string): BuiltOrder {
  const times = timesOf(history, plan)
  const order = orderRow(history, plan, times, number)
  history.rows.orders.push(order)
  const items = plan.lines.map(({ product, quantity }) => ({
    id: history.newId(plan.placedAt),
    orderId: order.id,
    productId: product.id,
    quantity,
    pricePerItem: priceAt(product, plan.placedAt),
    discount: 0,
    productName: product.name,
    imageUrl: product.imageUrl,
    isDigital: product.isDigital,
    ...plainLine,
    hygieneSealed: product.hygieneSealed,
    taxClass: product.taxClass,
    picked: false,
  }))
  history.rows.orderItems.push(...items)
  const built: BuiltOrder = { plan, times, order, items, payment: null, invoice: null }
  if (times.paidAt) recordPaid(history, built, times.paidAt, adminId)
  else recordUnpaid(history, built)
  if (times.pickedAt) recordPicking(history, built, times.pickedAt, adminId)
  if (times.shippedAt) recordShipping(history, built, times.shippedAt, adminId)
  if (times.shippedAt && times.deliveredAt) recordDelivery(history, built, times.deliveredAt, adminId)
  return built
}

function orderRow(history: History, plan: PlannedOrder, times: OrderTimes, number: string): OrderRow {
  const { dice, newId, settings } = history
  const { customer, placedAt } = plan
  const priced = plan.lines.map(({ product, quantity }) => ({
    quantity,
    price: priceAt(product, placedAt),
    showShippingOptions: product.showShippingOptions,
  }))
  const hasTracking = isOrderTracked(priced, plan.hasTracking)
  const postage = hasTracking
    ? randomParcel(dice, customer.country, customer.loyalty === 0 ? 'PostNL' : undefined)
    : { shippingCarrier: STANDARD_POST, trackingCode: null }
  const isUnpaid = times.paidAt === null
  return {
    id: newId(placedAt),
    number,
    userId: customer.id,
    totalAmount: calculateOrderTotal(priced, plan.hasTracking, settings.trackingCost),
    ...plainOrder,
    status: times.status,
    paidAt: times.paidAt,
    shippedAt: times.shippedAt,
    deliveredAt: times.deliveredAt,
    ...(times.shippedAt ? postage : { shippingCarrier: null, trackingCode: null }),
    hasTracking,
    trackingCost: calculateTrackingCost(priced, plan.hasTracking, settings.trackingCost),
    ...shippingAddressOf(plan),
    vat: currentTerms(settings),
    comments: plan.comments,
    isClosed: false,
    // One that is paid later than after a minute was confirmed first.
    isTold: isUnpaid || plan.isManual,
    createdAt: placedAt,
  }
}

/** Milliseconds until an unpaid order is confirmed by mail. */
const CONFIRMED_AFTER_MS = 75_000

function recordUnpaid(history: History, built: BuiltOrder): void {
  const { order, plan, times } = built
  const { customer, placedAt } = plan
  const { id: subjectId, userId, totalAmount: amountCents } = order
  const thing = { kind: 'ORDER' as const, subjectId, userId, amountCents }
  const expiredAt = times.cancelledAt
  recordPayment(history, thing, {
    createdAt: placedAt,
    settledAt: expiredAt,
    status: expiredAt ? 'EXPIRED' : 'OPEN',
  })
  const props = orderMailProps(history, built)
  recordMail(history, orderReceivedMail, customer.email, props, addMs(placedAt, CONFIRMED_AFTER_MS))
  if (!expiredAt) return holdUnits(history, built)
  recordMail(history, paymentFailedMail, customer.email, props, expiredAt)
}

/** The units of an order that can still be paid. */
function holdUnits({ rows, newId }: History, { order, plan }: BuiltOrder): void {
  const expiresAt = addMs(plan.placedAt, holdExpiryMs)
  for (const { product, quantity } of plan.lines) {
    const id = newId(plan.placedAt)
    rows.stockHolds.push({
      id,
      orderId: order.id,
      productId: product.id,
      quantity,
      expiresAt,
      createdAt: plan.placedAt,
    })
    product.row.reservedStock = (product.row.reservedStock ?? 0) + quantity
  }
}

/** The payment and all that follows from it at once. */
function recordPaid(history: History, built: BuiltOrder, paidAt: Date, adminId: string): void {
  const { order, items, plan } = built
  const { id: subjectId, userId, totalAmount: amountCents } = order
  const { email } = plan.customer
  const thing = { kind: 'ORDER' as const, subjectId, userId, amountCents }
  if (plan.isManual) {
    const confirmedAt = addMs(plan.placedAt, CONFIRMED_AFTER_MS)
    recordMail(history, orderReceivedMail, email, orderMailProps(history, built), confirmedAt)
    built.payment = recordManualPayment(history, thing, paidAt)
    recordAudit(
      history,
      adminId,
      { action: 'ORDER_PAID_BY_HAND', subjectId, details: { amountCents } },
      paidAt,
    )
  } else
    built.payment = recordPayment(history, thing, {
      createdAt: plan.placedAt,
      settledAt: paidAt,
      status: 'PAID',
    })
  const sale = { kind: 'SALE' as const, orderId: subjectId, cause: null, reason: null, at: paidAt }
  for (const { productId, quantity } of items)
    history.movements.push({ ...sale, productId, pieces: -quantity })
  const { delivered, isWhole } = deliverDigitally(history, built, paidAt)
  const props = orderMailProps(history, built)
  if (delivered > 0) {
    recordMail(
      history,
      orderDigitalMail,
      email,
      { ...props, orderId: subjectId, isWhole },
      addMs(paidAt, 200),
    )
    notifyBuyer(history, built, 'ORDER_DIGITAL', paidAt)
  }
  if (!isWhole) notifyBuyer(history, built, 'ORDER_PAID', paidAt)
  const content = buildOrderInvoiceContent(order, items, email)
  built.invoice = draftInvoice(
    history,
    { paymentKind: 'ORDER', userId, subjectId, content, country: order.shippingCountry },
    paidAt,
  )
  const { id: invoiceId, at } = built.invoice
  recordMail(history, orderPaidMail, email, { ...props, isDelivered: isWhole, invoiceId }, at)
}

/** Seconds between two lines that are picked. */
const PICKING_SECONDS = 40

function recordPicking(
  history: History,
  { items, order, times }: BuiltOrder,
  pickedAt: Date,
  adminId: string,
): void {
  const parcel = items.filter(({ isDigital }) => !isDigital)
  const picked = times.picked === 'ALL' ? parcel : parcel.slice(0, Math.ceil(parcel.length / 2))
  picked.forEach((item, index) => {
    item.picked = true
    const details = { itemId: item.id, picked: true }
    const at = addMs(pickedAt, index * PICKING_SECONDS * 1000)
    recordAudit(history, adminId, { action: 'ORDER_LINE_PICKED', subjectId: order.id, details }, at)
  })
  if (times.status === 'PROCESSING')
    recordStatus(history, order.id, ['PAID', 'PROCESSING'], addMs(pickedAt, -MINUTE), adminId)
}

function recordShipping(history: History, built: BuiltOrder, shippedAt: Date, adminId: string): void {
  recordStatus(history, built.order.id, ['PAID', 'SHIPPED'], shippedAt, adminId)
  notifyBuyer(history, built, 'ORDER_SHIPPED', shippedAt)
  const props = { ...orderMailProps(history, built), tracking: parcelTracking(built.order) }
  recordMail(history, orderShippedMail, built.plan.customer.email, props, shippedAt)
}

function recordDelivery(history: History, built: BuiltOrder, deliveredAt: Date, adminId: string): void {
  recordStatus(history, built.order.id, ['SHIPPED', 'DELIVERED'], deliveredAt, adminId)
  notifyBuyer(history, built, 'ORDER_DELIVERED', deliveredAt)
  const props = { ...orderMailProps(history, built), isDelivered: true }
  recordMail(history, orderDeliveredMail, built.plan.customer.email, props, deliveredAt)
}

const recordStatus = (
  history: History,
  subjectId: string,
  [from, to]: [from: string, to: string],
  at: Date,
  adminId: string,
): void =>
  recordAudit(
    history,
    adminId,
    { action: 'ORDER_STATUS_SET', subjectId, details: { status: { from, to } } },
    at,
  )

const notifyBuyer = (
  history: History,
  { order: { id, userId, number } }: BuiltOrder,
  kind: 'ORDER_PAID' | 'ORDER_SHIPPED' | 'ORDER_DELIVERED' | 'ORDER_DIGITAL' | 'ORDER_CANCELLED',
  at: Date,
): void =>
  recordNotification(
    history,
    userId,
    { kind, params: { number }, about: `${id} ${at.toISOString()}`, path: orderPath(id) },
    at,
  )
