import { orderCreditedMail } from '../../../shop/orders/contract.ts'
import { orderPath, orderSubject } from '../../../shop/orders/notices.service.ts'
import { planOrderRefund } from '../../../shop/orders/refund.rules.ts'
import { MANUAL_PROVIDER } from '../../../money/payments/service.ts'
import { addMs, DAY, nextMorning, timeDaysAgo } from './calendar.ts'
import type { History } from './history.ts'
import { draftCreditNote } from './invoices.ts'
import { type BuiltOrder, orderMailProps } from './orders.ts'
import { recordRefund } from './payments.ts'
import { recordAudit, recordMail, recordNotification } from './records.ts'

interface OrderRefund {
  /** The lines; omitted for all that is left. */
  items?: { itemId: string; quantity: number }[]
  isRestocked: boolean
  reason: string
}

/** Refunds lines of an order, or all of it, as `issueOrderRefund` does, with the same rules. */
export function refundOrder(
  history: History,
  built: BuiltOrder,
  { items, isRestocked, reason }: OrderRefund,
  at: Date,
  adminId: string,
): void {
  const { order, payment, invoice, plan } = built
  if (!payment || !invoice) throw new Error(`order ${order.number} is not paid`)
  const { id: subjectId, userId, number, totalAmount } = order
  const { amount: amountCents, taken } = planOrderRefund(
    { items },
    built.items.map(item => ({ ...item, isGiftCard: item.giftCard !== null })),
    totalAmount,
    order,
  )
  const isSoldOut = (productId: string) =>
    plan.lines.some(({ product }) => product.id === productId && product.stock === 0)
  // What is sold out today has no units that came back.
  const restocked = isRestocked && !taken.some(({ productId }) => isSoldOut(productId))
  for (const { itemId, productId, quantity } of taken) {
    const item = built.items.find(({ id }) => id === itemId)
    if (item) item.refundedQuantity += quantity
    const back = { kind: 'RETURN' as const, orderId: subjectId, cause: null, reason: 'paid back', at }
    if (restocked && !item?.isDigital) history.movements.push({ ...back, productId, pieces: quantity })
  }
  const refundId = recordRefund(history, payment, { amountCents, reason }, at)
  const details = { refundId, amountCents, restocked }
  recordAudit(history, adminId, { action: 'ORDER_REFUNDED', subjectId, details }, at)
  const told = { kind: 'ORDER_REFUNDED' as const, params: { number, cents: amountCents }, about: refundId }
  recordNotification(history, userId, { ...told, path: orderPath(subjectId) }, at)
  if (payment.provider === MANUAL_PROVIDER) {
    const { label: subject, adminPath: path } = orderSubject(order)
    const params = { subject, cents: amountCents }
    recordNotification(history, adminId, { kind: 'REFUND_BY_HAND', params, about: refundId, path }, at)
  }
  const creditNote = draftCreditNote(history, invoice, { refundId, amountCents, reason }, at)
  const props = { ...orderMailProps(history, built), totalCents: amountCents, invoiceId: creditNote.id }
  recordMail(history, orderCreditedMail, plan.customer.email, props, creditNote.at)
}

/** Refunds outside of withdrawals: cancelled orders, damaged units, and one that waits for an admin. @returns the refunded orders */
export function addRefunds(history: History, orders: BuiltOrder[], adminId: string): Set<BuiltOrder> {
  const { now, dice } = history
  const refunded = new Set<BuiltOrder>()
  const refund = (built: BuiltOrder, what: OrderRefund, at: Date) => {
    if (at >= now) return
    refundOrder(history, built, what, at, adminId)
    refunded.add(built)
  }
  for (const built of orders)
    if (built.times.paidAt && built.times.cancelledAt)
      refund(built, { isRestocked: true, reason: 'Op verzoek geannuleerd' }, built.times.cancelledAt)
  const delivered = orders.filter(({ times, items }) => times.shippedAt && times.deliveredAt && items[0])
  delivered
    .filter(({ plan }, index) => index % 36 === 11 && !plan.isManual && plan.customer.loyalty > 0)
    .forEach((built, index) => {
      const item = built.items.find(({ isDigital }) => !isDigital)
      if (!item || !built.times.deliveredAt) return
      const reason =
        ['Kras in de doos', 'Een stuk kwam kapot aan', 'Verkeerde kleur geleverd'][index % 3] ?? ''
      const items = [{ itemId: item.id, quantity: 1 }]
      refund(
        built,
        { items, isRestocked: false, reason },
        nextMorning(addMs(built.times.deliveredAt, DAY), dice),
      )
    })
  const manual = orders.find(({ plan, times }) => plan.isManual && times.paidAt)
  const [item] = manual?.items ?? []
  if (manual && item) {
    const items = [{ itemId: item.id, quantity: 1 }]
    refund(
      manual,
      { items, isRestocked: false, reason: 'Met een deuk aangekomen' },
      timeDaysAgo(now, 1, 15 * 60 + 12),
    )
  }
  return refunded
}
