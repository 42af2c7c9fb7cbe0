import { fiscalYear } from '../../money/invoices/rules.ts'
import { currentTerms } from '../../money/vat/rules.ts'
import { stockEntries } from '../../shop/products/catalog/table.ts'
import { orderPaidMail, orderShippedMail, type OrderStatus } from '../../shop/orders/contract.ts'
import { buildOrderInvoiceContent } from '../../shop/orders/invoice.rules.ts'
import { orderPath } from '../../shop/orders/notices.service.ts'
import { calculateOrderTotal, calculateTrackingCost } from '../../shop/orders/rules.ts'
import { orderItems, orderNumberSeries, orders } from '../../shop/orders/table.ts'
import { parcelTracking } from '../../shop/orders/shipments/tracking.rules.ts'
import { addMs, daysLater, MINUTE } from './calendar.ts'
import type { History } from './history.ts'
import type { PlannedOrder } from './orderPlan.ts'
import { type PaidRecord, recordPaid, recordPayment } from './payments.ts'
import { randomText, randomWhole, type SeededRandom } from './random.ts'

/** An order in its rows, for its later events. */
export interface BuiltOrder {
  plan: PlannedOrder
  order: ReturnType<typeof addOrderRow>
  items: ReturnType<typeof addItem>[]
  paid: PaidRecord | null
  deliveredAt: Date | null
}

/** Writes the orders, the oldest first, with all that they left behind. */
export function addOrders(history: History, plans: PlannedOrder[]): BuiltOrder[] {
  const serials = new Map<number, number>()
  const built = plans
    .toSorted((one, other) => one.placedAt.getTime() - other.placedAt.getTime())
    .map(plan => {
      const year = fiscalYear(plan.placedAt)
      const serial = (serials.get(year) ?? 0) + 1
      serials.set(year, serial)
      return addOrder(history, plan, `${year}-${String(serial).padStart(6, '0')}`)
    })
  for (const [year, lastSerial] of serials) history.rows.add(orderNumberSeries, { year, lastSerial })
  return built
}

/** Milliseconds until an unpaid payment expires. */
const EXPIRED_AFTER_MS = 15 * MINUTE

function addOrder(history: History, plan: PlannedOrder, number: string): BuiltOrder {
  const { placedAt, customer } = plan
  const times = timesOf(history, plan)
  const order = addOrderRow(history, plan, times, number)
  const { id: orderId, userId, totalAmount: amountCents } = order
  const items = plan.lines.map(line => addItem(history, line, { orderId, placedAt, times }))
  const built = { plan, order, items, deliveredAt: times.deliveredAt ?? null, paid: null }
  const thing = { kind: 'ORDER' as const, subjectId: orderId, userId, amountCents }
  const { paidAt } = times
  if (!paidAt) {
    const settledAt = plan.isUnpaid ? addMs(placedAt, EXPIRED_AFTER_MS) : null
    recordPayment(history, thing, placedAt, { settledAt, status: settledAt ? 'EXPIRED' : 'OPEN' })
    return built
  }
  const content = buildOrderInvoiceContent(order, items, customer.email)
  const paid = recordPaid(history, thing, { createdAt: placedAt, paidAt }, content, order.shippingCountry)
  for (const { productId, quantity } of items)
    history.add(stockEntries, paidAt, { productId, kind: 'SALE', pieces: -quantity, orderId })
  recordProgress(history, { ...built, paid }, times)
  return { ...built, paid }
}

type OrderTimes = Partial<Record<'paidAt' | 'pickedAt' | 'shippedAt' | 'deliveredAt', Date>>

/** When an order reached each state; only the states that it reached. */
function timesOf({ now, dice }: History, { placedAt, status, customer, isUnpaid }: PlannedOrder): OrderTimes {
  if (status === 'PENDING' || isUnpaid) return {}
  const paidAt = addMs(placedAt, randomWhole(dice, 60, 300) * 1000)
  const lately = addMs(now, -randomWhole(dice, 300, 380) * MINUTE)
  const pickedAt = status === 'DELIVERED' ? daysLater(paidAt, 1, randomWhole(dice, 540, 660)) : lately
  if (status === 'PROCESSING') return { paidAt, pickedAt }
  const shippedAt = addMs(pickedAt, randomWhole(dice, 60, 170) * MINUTE)
  if (status === 'SHIPPED') return { paidAt, pickedAt, shippedAt }
  const days = customer.country === 'Nederland' ? 1 : 2
  const deliveredAt = daysLater(shippedAt, days, randomWhole(dice, 660, 1080))
  return status === 'DELIVERED' ? { paidAt, pickedAt, shippedAt, deliveredAt } : { paidAt }
}

function addOrderRow(history: History, plan: PlannedOrder, times: OrderTimes, number: string) {
  const { dice, settings } = history
  const { customer, placedAt, lines } = plan
  const priced = lines.map(({ product, quantity }) => ({ ...product, quantity }))
  return history.add(orders, placedAt, {
    number,
    userId: customer.id,
    status: plan.status,
    totalAmount: calculateOrderTotal(priced, true, settings.trackingCost),
    paidAt: times.paidAt ?? null,
    shippedAt: times.shippedAt ?? null,
    deliveredAt: times.deliveredAt ?? null,
    hasTracking: true,
    trackingCost: calculateTrackingCost(priced, true, settings.trackingCost),
    shippingCost: 0,
    ...(times.shippedAt ? inventParcel(dice, customer.country) : noParcel),
    shippingFirstName: customer.firstName,
    shippingLastName: customer.lastName,
    shippingCompany: null,
    shippingStreet: customer.street,
    shippingHouseNumber: customer.houseNumber,
    shippingPostalCode: customer.postalCode,
    shippingCity: customer.city,
    shippingCountry: customer.country,
    pickupPoint: null,
    vat: currentTerms(settings),
    comments: plan.comments ?? null,
    isConfirmationQueued: !times.paidAt,
  })
}

const noParcel = { shippingCarrier: null, trackingCode: null }

/** A parcel that does not exist, with a code in the form of its carrier. */
function inventParcel(dice: SeededRandom, country: string) {
  const [shippingCarrier, begin, digits] =
    country === 'Nederland' ? ['PostNL', '3SGLOE', 9] : ['bpost', '3232', 20]
  return { shippingCarrier, trackingCode: begin + randomText(dice, '0123456789', digits) }
}

function addItem(
  { rows, newId }: History,
  { product, quantity }: PlannedOrder['lines'][number],
  { orderId, placedAt, times }: { orderId: string; placedAt: Date; times: OrderTimes },
) {
  const { id: productId, price: pricePerItem, name: productName } = product
  const { imageUrl, hygieneSealed, taxClass } = product
  const sold = { productId, quantity, pricePerItem, productName, imageUrl, hygieneSealed, taxClass }
  const none = { discount: 0, refundedQuantity: 0, vatReturned: 0, isDigital: false }
  const picked = times.shippedAt !== undefined
  return rows.add(orderItems, { id: newId(placedAt), orderId, ...sold, ...none, picked })
}

/** The changes of its status, and the notices of them to its buyer. */
function recordProgress(history: History, { plan, order, paid }: BuiltOrder, times: OrderTimes): void {
  const { id, number, totalAmount: totalCents, userId } = order
  const { email } = plan.customer
  const path = orderPath(id)
  const props = { number, totalCents, isSent: true, isDelivered: false, url: history.origin + path }
  if (paid)
    history.recordMail(orderPaidMail, email, { ...props, invoiceId: paid.invoice.id }, paid.invoice.issuedAt)
  const { pickedAt, shippedAt, deliveredAt } = times
  const setStatus = (from: OrderStatus, to: OrderStatus, at: Date | undefined) =>
    at && history.recordAudit('ORDER_STATUS_SET', id, { status: { from, to } }, at)
  if (!shippedAt) return setStatus('PAID', 'PROCESSING', pickedAt)
  setStatus('PAID', 'SHIPPED', shippedAt)
  const told = { kind: 'ORDER_SHIPPED' as const, params: { number }, about: id, path }
  history.recordNotification(userId, told, shippedAt)
  history.recordMail(orderShippedMail, email, { ...props, tracking: parcelTracking(order) }, shippedAt)
  setStatus('SHIPPED', 'DELIVERED', deliveredAt)
}
