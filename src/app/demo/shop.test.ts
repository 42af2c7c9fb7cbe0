import { describe, expect, test } from 'vitest'
import { analytics } from '../../backoffice/analytics/table.ts'
import { contacts, messages } from '../../live/messages/table.ts'
import { sessions, toyControlSessions } from '../../live/sessions/table.ts'
import { invoices, invoiceSeries } from '../../money/invoices/table.ts'
import { minuteEntries } from '../../money/minutes/table.ts'
import { payments, refunds } from '../../money/payments/table.ts'
import { users } from '../../people/accounts/table.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { notifications } from '../../people/notifications/table.ts'
import { readConfig } from '../../platform/config.ts'
import { mails } from '../../platform/db/table.ts'
import { productSafety } from '../../shop/products/safety/table.ts'
import { stockEntries } from '../../shop/products/catalog/table.ts'
import { orderItems, orders as orderTable } from '../../shop/orders/table.ts'
import { reviews } from '../../shop/reviews/table.ts'
import { supportConversations, supportMessages } from '../../shop/support/table.ts'
import { wishlistItems } from '../../shop/wishlist/table.ts'
import { withdrawalLines, withdrawals } from '../../shop/withdrawals/table.ts'
import { simulatorPayments } from '../../../simulators/mollie/table.ts'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { createMailTexts } from '../mailRenderer.ts'
import { DAY } from './calendar.ts'
import { withDemoCompany } from './company.ts'
import { buildDemoShop } from './shop.ts'

const tables = {
  analytics,
  auditEntries,
  contacts,
  invoices,
  invoiceSeries,
  mails,
  messages,
  minuteEntries,
  notifications,
  orderItems,
  orders: orderTable,
  payments,
  productSafety,
  refunds,
  reviews,
  sessions,
  simulatorPayments,
  stockEntries,
  supportConversations,
  supportMessages,
  toyControlSessions,
  users,
  wishlistItems,
  withdrawalLines,
  withdrawals,
}
type Rows = { [Name in keyof typeof tables]: (typeof tables)[Name]['$inferInsert'][] }

const settings = withDemoCompany(readConfig({ NODE_ENV: 'test' }).settings)
const mailTexts = createMailTexts({
  settings: { current: settings, refresh: () => Promise.resolve(), close: () => undefined },
  content: { published: () => undefined, refresh: () => Promise.resolve(), close: () => undefined },
})
function shopAt(at: string, isSmall = false) {
  const shop = buildDemoShop(
    { now: new Date(at), settings, origin: 'http://shop.test', passwordHash: 'hash' },
    isSmall,
  )
  const entries = Object.entries(tables).map(([name, table]) => [name, shop.rows.of(table)])
  return { ...shop, rows: Object.fromEntries(entries) as Rows, catalogue: [...shop.catalogue.values()] }
}

const byId = <Row extends { id?: string | undefined }>(rows: readonly Row[]) =>
  new Map(rows.map(row => [row.id, row]))
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const time = (date: Date | null | undefined) => date?.getTime() ?? Number.NaN
const expectInOrder = (...dates: (Date | null | undefined)[]) => {
  const times = dates.filter(date => date !== null).map(time)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
}

test('the shop is the same for the same moment', () => {
  const now = '2026-11-22T20:15:00Z'
  expect(shopAt(now).rows).toEqual(shopAt(now).rows)
})

// Late on a Sunday, in the night after New Year, after the clock changed, and in the week.
describe.each([
  ['2026-11-22T21:40:00Z', false],
  ['2027-01-03T02:05:00Z', false],
  ['2027-04-02T08:00:00Z', false],
  ['2026-08-12T12:30:00Z', false],
  ['2027-01-03T02:05:00Z', true],
])('the demo shop at %s, small: %s', (at, isSmall) => {
  const now = new Date(at)
  const { rows, sam, catalogue } = shopAt(at, isSmall)
  const users = byId(rows.users)
  const orders = byId(rows.orders)
  const itemsOf = (orderId: string | undefined) => rows.orderItems.filter(item => item.orderId === orderId)
  const mailsAbout = (number: string, template: string) =>
    rows.mails.filter(
      mail => mail.template === template && (mail.props as { number?: string }).number === number,
    )

  test('is large enough to look at, and has work in every state', () => {
    expect(rows.orders.length).toBeGreaterThan(isSmall ? 14 : 55)
    expect(rows.orders.length).toBeLessThan(isSmall ? 16 : 110)
    for (const status of ['PENDING', 'PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'CANCELLED'])
      expect(
        rows.orders.filter(order => order.status === status),
        status,
      ).not.toHaveLength(0)
    expect(rows.reviews.length).toBeGreaterThan(isSmall ? 3 : 25)
    expect(rows.sessions.length).toBeGreaterThan(20)
    expect(rows.withdrawals.filter(({ handledAt }) => !handledAt)).not.toHaveLength(0)
    expect(rows.messages.filter(({ readAt }) => readAt === null)).not.toHaveLength(0)
    expect(catalogue.map(({ stock }) => stock)).toContain(0)
  })

  test('nothing is of the future, and nobody does anything before they joined', () => {
    for (const [table, all] of Object.entries(rows))
      for (const row of all as { createdAt?: Date; userId?: string }[]) {
        if (!row.createdAt) continue
        expect(time(row.createdAt), table).toBeLessThanOrEqual(now.getTime())
        const owner = users.get(row.userId)
        if (owner) expect(time(row.createdAt), table).toBeGreaterThanOrEqual(time(owner.createdAt))
      }
    for (const entry of rows.auditEntries) expect(time(entry.at)).toBeLessThanOrEqual(now.getTime())
  })

  test('an order was in the catalogue, and its numbers follow each other', () => {
    for (const { orderId, productId, pricePerItem } of rows.orderItems) {
      const placedAt = orders.get(orderId)?.createdAt ?? now
      const product = catalogue.find(({ id }) => id === productId)
      expect(time(product?.row.createdAt)).toBeLessThan(placedAt.getTime())
      expect(pricePerItem).toBe(product?.price)
    }
    expect(rows.orders.map(({ number }) => number)).toEqual(
      rows.orders.map(({ number }) => number).toSorted(),
    )
    expectInOrder(...rows.orders.map(({ createdAt }) => createdAt))
    for (const order of rows.orders) {
      const lines = sum(itemsOf(order.id).map(({ quantity, pricePerItem }) => quantity * pricePerItem))
      expect(order.totalAmount).toBe(lines + (order.trackingCost ?? 0))
      expect(order.trackingCost).toBe(order.hasTracking ? settings.trackingCost : 0)
    }
  })

  test('a shipped order is picked, has its carrier and code, and its buyer got a mail', () => {
    for (const order of rows.orders) {
      expectInOrder(order.createdAt, order.paidAt, order.shippedAt, order.deliveredAt)
      const parcel = itemsOf(order.id).filter(({ isDigital }) => !isDigital)
      if (!order.shippedAt) {
        expect(order.trackingCode).toBeNull()
        continue
      }
      expect(parcel.every(({ picked }) => picked)).toBe(true)
      expect(order.trackingCode).toMatch(
        { PostNL: /^3S[A-Z]{4}\d{9}$/, bpost: /^3232\d{20}$/ }[order.shippingCarrier ?? ''] ?? /^$/,
      )
      expect(mailsAbout(order.number, 'order-shipped')).toHaveLength(1)
    }
  })

  test('a payment is of the due amount, and its invoice is of the same day; the provider knows the same', () => {
    const paid = rows.payments.filter(({ status }) => status === 'PAID')
    for (const { subjectId, amountCents, settledAt } of paid) {
      const invoice = rows.invoices.find(each => each.kind === 'INVOICE' && each.subjectId === subjectId)
      expect(invoice?.totalCents).toBe(amountCents)
      expect(toBrusselsDay(invoice?.issuedAt ?? now)).toBe(toBrusselsDay(settledAt ?? now))
    }
    expect(rows.invoices.filter(({ kind }) => kind === 'INVOICE')).toHaveLength(paid.length)
    const known = byId(rows.simulatorPayments)
    for (const { providerId, amountCents } of rows.payments)
      if (providerId) expect(known.get(providerId)?.amountCents).toBe(amountCents)
    for (const order of rows.orders) {
      const isPaid = paid.some(({ subjectId }) => subjectId === order.id)
      expect(order.paidAt !== null).toBe(isPaid)
      expect(mailsAbout(order.number, 'order-paid')).toHaveLength(isPaid ? 1 : 0)
    }
    for (const kind of ['INVOICE', 'CREDIT_NOTE'] as const) {
      const series = rows.invoices.filter(invoice => invoice.kind === kind).map(({ number }) => number)
      expect(series).toEqual(series.toSorted())
      const last = rows.invoiceSeries
        .filter(each => each.kind === kind)
        .map(({ lastSerial }) => lastSerial ?? 0)
      expect(sum(last)).toBe(series.length)
    }
  })

  test('a refund is of no more than was paid, and has its credit note', () => {
    expect(rows.refunds.length).toBeGreaterThan(2)
    for (const { id, amountCents, paymentId, createdAt } of rows.refunds) {
      const payment = rows.payments.find(each => each.id === paymentId)
      const credit = rows.invoices.find(({ refundId }) => refundId === id)
      expect(credit?.totalCents).toBe(-amountCents)
      expect(toBrusselsDay(credit?.issuedAt ?? now)).toBe(toBrusselsDay(createdAt ?? now))
      expectInOrder(payment?.settledAt, createdAt)
      const back = rows.refunds.filter(each => each.paymentId === paymentId)
      expect(sum(back.map(each => each.amountCents))).toBeLessThanOrEqual(payment?.amountCents ?? 0)
    }
  })

  test('the stock is the sum of its ledger, which was never below zero', () => {
    for (const { id, row } of catalogue) {
      let stock = 0
      for (const { pieces, stockAfter } of rows.stockEntries
        .filter(({ productId }) => productId === id)
        .toSorted((one, other) => time(one.createdAt) - time(other.createdAt))) {
        stock += pieces
        expect(stockAfter).toBe(stock)
        expect(stock).toBeGreaterThanOrEqual(0)
      }
      expect(row.stock).toBe(stock)
    }
  })

  test('the steps of a withdrawal follow each other, within the term', () => {
    for (const { id, orderId, receivedAt, handledAt } of rows.withdrawals) {
      const order = orders.get(orderId ?? '')
      const lines = rows.withdrawalLines.filter(({ withdrawalId }) => withdrawalId === id)
      if (!order) continue
      expectInOrder(order.deliveredAt, receivedAt, handledAt ?? null)
      expect(receivedAt.getTime() - time(order.deliveredAt)).toBeLessThan(14 * DAY)
      expect(handledAt ? time(handledAt) : now.getTime()).toBeLessThanOrEqual(now.getTime())
      expect(lines.length > 0).toBe(Boolean(handledAt))
      const payment = rows.payments.find(({ subjectId }) => subjectId === orderId)
      for (const refund of rows.refunds.filter(({ paymentId }) => paymentId === payment?.id))
        expectInOrder(handledAt ?? null, refund.createdAt)
    }
  })

  test('minutes are spent after they are added, and sessions used the minutes of the ledger', () => {
    for (const user of rows.users) {
      const entries = rows.minuteEntries.filter(({ userId }) => userId === user.id)
      let balance = 0
      for (const { minutes } of entries.toSorted((one, other) => time(one.createdAt) - time(other.createdAt)))
        expect((balance += minutes)).toBeGreaterThanOrEqual(0)
    }
    for (const {
      id,
      minutesUsed = 0,
      meteredAt,
      createdAt,
      countdownEndsAt,
      stoppedAt,
    } of rows.toyControlSessions) {
      const spent = rows.minuteEntries.filter(({ controlSessionId }) => controlSessionId === id)
      expect(sum(spent.map(({ minutes }) => -minutes))).toBe(minutesUsed)
      expect(rows.sessions.some(session => session.id === id)).toBe(meteredAt !== null)
      if (meteredAt) expectInOrder(createdAt, countdownEndsAt, meteredAt, stoppedAt)
    }
    const sam = rows.users.find(({ email }) => email === 'klant@gloed.test')
    const ofSam = rows.minuteEntries.filter(({ userId }) => userId === sam?.id)
    expect(sum(ofSam.map(({ minutes }) => minutes))).toBe(20)
    const played = rows.sessions.toSorted((one, other) => time(one.startTime) - time(other.startTime))
    played.forEach(({ startTime }, index) => expectInOrder(played[index - 1]?.endTime ?? null, startTime))
  })

  test.each([
    ['a candle', /kaars|brand(?:t|en|ende)\b|lont|steek|schenktuit|bougie/i, /kaars/],
    ['a bottle', /\bfles|\bdop\b|pompje/i, /olie|gel/],
    ['a scent', /\bgeur|ruikt|parfum/i, /geur|kaars|olie|zeep|badzout|gel/],
    ['electricity', /\bkabel|laden\b|pacemaker|koppelen|\bdimmen|charger/i, /lumi|vela|onda|nova|lamp/],
    ['a voice', /\bstem\b|klanken|beluister/i, /audio/],
    ['reading', /gelezen|geschreven|tekeningen|verhalen/i, /book|boek|brieven/],
    ['cloth', /\bstof\b|zijde|strijken|zoom|ruim\b/i, /zijden|slipdress|cadeauverpakking/],
    ['the skin', /\bhuid|irritati|uitwendig/i, /olie|gel|zeep|badzout|slaapmasker/],
    ['a parcel', /verpak/i, /^(?!e-book|audio|brieven)/],
  ])('only products with %s have reviews and warnings about it', (_, words, products) => {
    const saidOf = (product: (typeof catalogue)[number]): string => {
      const reviews = rows.reviews.filter(({ productId }) => productId === product.id)
      const { warnings, warningsFr } =
        rows.productSafety.find(({ productId }) => productId === product.id) ?? {}
      return [...reviews.map(({ text }) => text), warnings, warningsFr].join(' ')
    }
    const speaking = catalogue.filter(product => words.test(saidOf(product))).map(({ slug }) => slug)
    expect(speaking.filter(slug => !products.test(slug))).toEqual([])
  })

  test('ratings are those of the approved reviews, of products that their writers had received', () => {
    for (const { id, row } of catalogue) {
      const approved = rows.reviews.filter(({ productId, approvedAt }) => productId === id && approvedAt)
      expect(row).toMatchObject({
        reviewCount: approved.length,
        ratingSum: sum(approved.map(({ rating }) => rating)),
      })
    }
    for (const { productId, userId, createdAt, approvedAt } of rows.reviews) {
      const received = rows.orders.filter(
        order => order.userId === userId && order.deliveredAt && order.deliveredAt < (createdAt ?? now),
      )
      expect(received.flatMap(({ id }) => itemsOf(id)).some(item => item.productId === productId)).toBe(true)
      expect(approvedAt ? time(approvedAt) : 0).toBeLessThanOrEqual(now.getTime())
    }
  })

  test('nobody wishes a product that they bought, and whoever writes is a contact', () => {
    expect(rows.wishlistItems.some(({ userId }) => userId === sam.id)).toBe(true)
    for (const { userId, productId } of rows.wishlistItems) {
      const own = rows.orders.filter(order => order.userId === userId)
      expect(own.flatMap(({ id }) => itemsOf(id)).some(item => item.productId === productId)).toBe(false)
    }
    const isContact = (one: string, other: string) =>
      rows.contacts.some(({ userId, otherId }) => userId === one && otherId === other)
    for (const { userId, otherId } of rows.contacts) expect(isContact(otherId, userId)).toBe(true)
    for (const { fromUserId, toUserId } of rows.messages) expect(isContact(fromUserId, toUserId)).toBe(true)
  })

  test('everyone with a question ordered before, and a question that waits for an answer has a date', () => {
    expect(new Set(rows.supportConversations.map(({ status }) => status))).toEqual(
      new Set(['OPEN', 'ANSWERED', 'CLOSED']),
    )
    for (const { id, userId, status, createdAt, dueAt } of rows.supportConversations) {
      const own = rows.orders.filter(order => order.userId === userId)
      expect(own.some(order => time(order.paidAt) < time(createdAt))).toBe(true)
      const said = rows.supportMessages.filter(({ conversationId }) => conversationId === id)
      expect([said.length, dueAt === undefined]).toEqual(status === 'OPEN' ? [1, false] : [2, true])
      if (dueAt) expect(time(dueAt)).toBeGreaterThan(time(createdAt))
    }
  })

  test('every mail can be written, and no notification is told twice', () => {
    for (const { template, props, id } of rows.mails)
      expect(mailTexts.subjectOf(template, props), id).not.toBeNull()
    const told = rows.notifications.map(({ userId, kind, about }) => `${userId} ${kind} ${about}`)
    expect(new Set(told).size).toBe(told.length)
    expect(rows.mails.every(({ recipient }) => recipient.endsWith('.test'))).toBe(true)
  })

  test('a visit that ends with an order is the visit of an order', () => {
    const placed = rows.orders.map(({ createdAt }) => time(createdAt))
    const buying = rows.analytics.filter(({ furthest }) => furthest === 4)
    expect(buying.length).toBeGreaterThan(1)
    for (const { sessionEnd } of buying) expect(placed).toContain(time(sessionEnd))
  })
})
