/** A deliberate bug, as a replacement of text in one file. */
export interface Mutation {
  name: string
  file: string
  /** Occurs once in the file. */
  from: string
  to: string
  /** What it breaks. */
  breaks: string
}

const stock = 'src/shop/catalog/stock.service.ts'
const promotionUses = 'src/shop/promotions/service.ts'
const orderPayment = 'src/shop/orders/payment.service.ts'

export const mutations: Mutation[] = [
  {
    name: 'hold-lock',
    file: stock,
    from: 'order by p.id\n    for no key update of p\n  ), held as (',
    to: 'order by p.id\n  ), held as (',
    breaks: 'two orders hold the same stock at once',
  },
  {
    name: 'lock-order',
    file: stock,
    from: 'order by p.id\n    for no key update of p\n  ), held as (',
    to: 'order by wanted.line\n    for no key update of p\n  ), held as (',
    breaks: 'two orders lock the same products in different orders',
  },
  {
    name: 'hold-released-by-half',
    file: stock,
    from: 'reserved_stock = locked.reserved_stock - locked.quantity\n    from locked where p.id = locked.id`)',
    to: 'reserved_stock = locked.reserved_stock\n    from locked where p.id = locked.id`)',
    breaks: 'a released hold stays on its product',
  },
  {
    name: 'sale-keeps-hold',
    file: stock,
    from: 'set stock = locked.stock - locked.quantity, reserved_stock = locked.reserved_stock - locked.quantity',
    to: 'set stock = locked.stock - locked.quantity, reserved_stock = locked.reserved_stock',
    breaks: 'sold stock stays held',
  },
  {
    name: 'failed-payment-keeps-hold',
    file: orderPayment,
    from: "    await releaseStock(tx, order.id)\n    await updateOrder(tx, order.id, { status: 'CANCELLED', now: platform.now() })",
    to: "    await updateOrder(tx, order.id, { status: 'CANCELLED', now: platform.now() })",
    breaks: 'an order whose payment failed does not release its hold',
  },
  {
    name: 'cancelled-by-admin-keeps-hold',
    file: 'src/backoffice/fulfilment/service.ts',
    from: 'RELEASE: (tx, _, { id }) => releaseStock(tx, id),',
    to: 'RELEASE: async () => undefined,',
    breaks: 'an order that an admin cancels does not release its hold',
  },
  {
    name: 'count-lock',
    file: 'src/shop/catalog/stockLedger.service.ts',
    from: "    .where(own)\n    .for('no key update')",
    to: '    .where(own)',
    breaks: 'a sale during a count of the stock is lost',
  },
  {
    name: 'idempotency-check',
    file: 'src/platform/idempotency.ts',
    from: 'if (claimed.length > 0) return { id, isNew: true }',
    to: 'if (claimed.length >= 0) return { id, isNew: true }',
    breaks: 'a repeated request is carried out twice',
  },
  {
    name: 'settle-lock',
    file: 'src/money/payments/service.ts',
    from: "const [payment] = await tx.select().from(payments).where(own).for('no key update')",
    to: 'const [payment] = await tx.select().from(payments).where(own)',
    breaks: 'two webhooks at once pay the same payment twice',
  },
  {
    name: 'late-payment-ignored',
    file: 'src/money/payments/rules.ts',
    from: "  EXPIRED: ['PAID'],",
    to: '  EXPIRED: [],',
    breaks: 'money that comes after the end of a payment is not noticed',
  },
  {
    name: 'no-polling',
    file: 'src/money/payments/reconcile.service.ts',
    from: '  await reconcileUnsettled(engine)\n',
    to: '',
    breaks: 'a payment whose webhook is lost stays open',
  },
  {
    name: 'pay-again-holds-again',
    file: 'src/shop/orders/payAgain.service.ts',
    from: 'if (!(await extendHold(tx, orderId, expiresAt)))',
    to: 'if (!(await extendHold(tx, orderId, expiresAt)) || order.status)',
    breaks: 'a second attempt to pay holds the stock a second time',
  },
  {
    name: 'refund-job',
    file: 'src/money/payments/refund.service.ts',
    from: 'if (payment?.providerId) return jobs.send(tx, refundJob, { refundId: id })',
    to: 'if (payment?.providerId) return',
    breaks: 'a refund is never sent',
  },
  {
    name: 'refund-idempotency',
    file: 'src/money/payments/sendRefund.service.ts',
    from: '    refundId,\n    attempt: refund.attempt,',
    to: '    refundId: crypto.randomUUID(),\n    attempt: refund.attempt,',
    breaks: 'a refund whose answer was lost is made twice',
  },
  {
    name: 'charge-back-counted-again',
    file: 'src/money/payments/chargeback.service.ts',
    from: 'const amountCents = totalCents - known\n',
    to: 'const amountCents = totalCents === known ? 0 : totalCents\n',
    breaks: 'a second chargeback counts the first one again',
  },
  {
    name: 'invoice-job',
    file: orderPayment,
    from: "  await platform.jobs.send(tx, invoiceJob, { kind: 'ORDER', subjectId: order.id })\n",
    to: '',
    breaks: 'a paid order gets no invoice',
  },
  {
    name: 'session-lock',
    file: 'src/live/sessions/transition.service.ts',
    from: "      .where(eq(toyControlSessions.id, sessionId))\n      .for('no key update', { of: [toyControlSessions, users] })",
    to: '      .where(eq(toyControlSessions.id, sessionId))',
    breaks: 'two nodes advance one session at once',
  },
  {
    name: 'last-minute-free',
    file: 'src/live/sessions/rules.ts',
    from: '    minutesDue: at.minutesDue + begun,',
    to: '    minutesDue: at.minutesDue,',
    breaks: 'the minute that has begun is counted and not paid',
  },
  {
    name: 'stop-keeps-command',
    file: 'src/live/sessions/engine/toyCommandQueue.rules.ts',
    from: '  return { ...dropped(state), stopAt, stopRetryMs',
    to: '  return { ...state, stopAt, stopRetryMs',
    breaks: 'a toy goes on after its stop',
  },
  {
    name: 'lease-of-all',
    file: 'src/live/sessions/cluster/lease.service.ts',
    from: 'const mayHave = sql`(${isOver} or ${controlledBy} = ${node}::text)`',
    to: 'const mayHave = sql`(true or ${controlledBy} = ${node}::text)`',
    breaks: 'a node takes a toy from the node that controls it',
  },
  {
    name: 'lease-believed-too-long',
    file: 'src/live/sessions/cluster/lease.service.ts',
    from: 'export const LEASE_BELIEVED_MS = LEASE_MS - MARGIN_MS',
    to: 'export const LEASE_BELIEVED_MS = LEASE_MS * 10 - MARGIN_MS',
    breaks: 'a node runs a toy that another one controls by now',
  },
  {
    name: 'queue-lock',
    file: 'src/live/sessions/queue/service.ts',
    from: '  db.transaction(async tx => {\n    await lockToy(tx, toyId)\n    const queue',
    to: '  db.transaction(async tx => {\n    const queue',
    breaks: 'two nodes offer a free toy at once',
  },
  {
    name: 'promotion-lock',
    file: promotionUses,
    from: 'select p.* from wanted join ${promotions} p on p.id = wanted.id order by p.id for no key update of p',
    to: 'select p.* from wanted join ${promotions} p on p.id = wanted.id order by p.id',
    breaks: 'two orders take the last use of a promotion at once',
  },
  {
    name: 'cancelled-keeps-promotion',
    file: 'src/shop/orders/service.ts',
    from: '    await updatePromotionUses(tx, order, changes.status)\n',
    to: "    if (changes.status !== 'CANCELLED') await updatePromotionUses(tx, order, changes.status)\n",
    breaks: 'an order that is cancelled does not give its use of a promotion back',
  },
  {
    name: 'promotion-given-back-twice',
    file: promotionUses,
    from: "releaseUses(tx, sql`u.order_id = ${orderId}::uuid and u.state <> 'RELEASED'`)",
    to: 'releaseUses(tx, sql`u.order_id = ${orderId}::uuid`)',
    breaks: 'an order that is cancelled after its hold expired gives its use back a second time',
  },
  {
    name: 'sale-not-due',
    file: stock,
    from: '  if (due.length > 0) throw new DuePricesError(due)\n',
    to: '',
    breaks: 'an order is placed at the price before a sale that has begun, or of one that has ended',
  },
  {
    name: 'credit-lock',
    file: 'src/money/credit/spend.service.ts',
    from: 'order by a.id for no key update\n  ), usable',
    to: 'order by a.id\n  ), usable',
    breaks: 'two orders spend the same card',
  },
  {
    name: 'credit-kept',
    file: 'src/shop/orders/credit.service.ts',
    from: "else if (status === 'CANCELLED') await releaseCredit(tx, orders, id, now)",
    to: "else if (status === 'CANCELLED') return",
    breaks: 'an order that is closed unpaid keeps what its cards were to pay',
  },
  {
    name: 'release-to-expired',
    file: 'src/money/credit/release.service.ts',
    from: 'coalesce(a.expires_at <= ${time}, false) as is_expired',
    to: 'false as is_expired',
    breaks: 'what a card was to pay that expired meanwhile goes back to it, and is taken off',
  },
  {
    name: 'rest-pays-all',
    file: orderPayment,
    from: 'const isWhole = payment.amountCents === order.totalAmount - order.creditCents',
    to: 'const isWhole = true',
    breaks: 'a late payment of the rest pays an order whose cards were given back',
  },
  {
    name: 'label-reference',
    file: 'src/backoffice/fulfilment/shippingLabels/make.service.ts',
    from: '    reference: label.id,\n',
    to: '    reference: crypto.randomUUID(),\n',
    breaks: 'a label whose answer was lost is made twice',
  },
  {
    name: 'label-index',
    file: 'migrations/0095_shipping_labels.sql',
    from: 'CREATE UNIQUE INDEX "shipping_labels_one"',
    to: 'CREATE INDEX "shipping_labels_one"',
    breaks: 'two admins have a label made of the same order',
  },
]
