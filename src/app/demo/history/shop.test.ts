import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { createMailTexts } from '../../mailRenderer.ts'
import { withDemoCompany } from '../company.ts'
import { safetyOf } from '../safety.ts'
import { visitsUntil } from '../visits.ts'
import { toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { DAY, HOUR } from './calendar.ts'
import { buildDemoShop } from './shop.ts'

const settings = withDemoCompany(readConfig({ NODE_ENV: 'test' }).settings)
const mailTexts = createMailTexts({
  settings: { current: settings, refresh: () => Promise.resolve(), close: () => undefined },
  content: { published: () => undefined, refresh: () => Promise.resolve(), close: () => undefined },
})
const shopAt = (now: string) =>
  buildDemoShop({ now: new Date(now), settings, origin: 'http://shop.test', passwordHash: 'hash' })

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

test('no more is held than there is, whenever the demo starts', () => {
  // Through two days, and through the weeks of a year.
  const moments = [
    ...Array.from({ length: 16 }, (_, index) => Date.parse('2026-11-28T20:41:00Z') + 3 * index * HOUR),
    ...Array.from({ length: 24 }, (_, index) => Date.parse('2027-01-01T03:00:00Z') + 15.3 * index * DAY),
  ]
  for (const moment of moments) {
    const at = new Date(moment).toISOString()
    for (const { slug, stock, reservedStock } of shopAt(at).rows.products)
      expect(reservedStock, `${slug} at ${at}`).toBeLessThanOrEqual(stock ?? 0)
  }
})

// Late on a Sunday, in the night after New Year, after the clock changed, and in the week.
describe.each([
  '2026-11-22T21:40:00Z',
  '2027-01-03T02:05:00Z',
  '2027-04-02T08:00:00Z',
  '2026-08-12T12:30:00Z',
])('the demo shop at %s', at => {
  const now = new Date(at)
  const { rows, people, catalogue } = shopAt(at)
  const users = byId(rows.users)
  const orders = byId(rows.orders)
  const itemsOf = (orderId: string | undefined) => rows.orderItems.filter(item => item.orderId === orderId)
  const mailsAbout = (number: string, template: string) =>
    rows.mails.filter(
      mail => mail.template === template && (mail.props as { number?: string }).number === number,
    )

  test('is large enough to look at, and has work in every state', () => {
    expect(rows.orders.length).toBeGreaterThan(180)
    expect(rows.orders.length).toBeLessThan(230)
    expect(people.customers).toHaveLength(40)
    const count = (status: string) => rows.orders.filter(order => order.status === status).length
    expect(count('PENDING')).toBe(1)
    for (const status of ['PAID', 'PROCESSING', 'SHIPPED', 'CANCELLED'])
      expect(count(status), status).toBeGreaterThanOrEqual(2)
    expect(rows.reviews.length).toBeGreaterThan(40)
    expect(rows.reviews.filter(({ rejectedAt }) => rejectedAt)).not.toHaveLength(0)
    expect(rows.sessions.length).toBeGreaterThan(30)
    expect(rows.withdrawals.filter(({ handledAt }) => handledAt === null)).not.toHaveLength(0)
    expect(rows.messages.filter(({ readAt }) => readAt === null)).not.toHaveLength(0)
    const stocks = catalogue.map(({ stock }) => stock)
    expect(stocks).toContain(0)
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

  test('an order was in the catalogue, at the price of that day, and its numbers follow each other', () => {
    for (const { orderId, productId, pricePerItem } of rows.orderItems) {
      const placedAt = orders.get(orderId)?.createdAt ?? now
      const product = catalogue.find(({ id }) => id === productId)
      expect(time(product?.row.createdAt)).toBeLessThan(placedAt.getTime())
      const price = rows.priceEntries.findLast(
        each => each.productId === productId && time(each.createdAt) <= placedAt.getTime(),
      )
      expect(pricePerItem).toBe(price?.newCents)
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
      const picks = rows.auditEntries.filter(
        ({ action, subjectId }) => action === 'ORDER_LINE_PICKED' && subjectId === order.id,
      )
      expect(picks).toHaveLength(parcel.filter(({ picked }) => picked).length)
      if (!order.shippedAt) {
        expect(order.trackingCode).toBeNull()
        continue
      }
      expect(parcel.every(({ picked }) => picked)).toBe(true)
      for (const pick of picks) expectInOrder(order.paidAt, pick.at, order.shippedAt)
      if (order.hasTracking)
        expect(order.trackingCode).toMatch(
          { PostNL: /^3S[A-Z]{4}\d{9}$/, DHL: /^JVGL\d{16}$/, DPD: /^\d{14}$/, bpost: /^3232\d{20}$/ }[
            order.shippingCarrier ?? ''
          ] ?? /^$/,
        )
      else expect(order).toMatchObject({ shippingCarrier: 'Standaard Post', trackingCode: null })
      expect(mailsAbout(order.number, 'order-shipped')).toHaveLength(1)
      expect(mailsAbout(order.number, 'order-delivered')).toHaveLength(order.deliveredAt ? 1 : 0)
    }
  })

  test('a payment is what was due, and its invoice is of the same day; the provider knows the same', () => {
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
    expect(rows.refunds.length).toBeGreaterThan(8)
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
    for (const { id, stock } of catalogue) {
      const entries = rows.stockEntries.filter(({ productId }) => productId === id)
      expect(sum(entries.map(({ pieces }) => pieces))).toBe(stock)
      expectInOrder(...entries.map(({ createdAt }) => createdAt))
      for (const { stockAfter } of entries) expect(stockAfter).toBeGreaterThanOrEqual(0)
    }
  })

  test('the steps of a withdrawal follow each other, within the term', () => {
    for (const { id, orderId, receivedAt, handledAt } of rows.withdrawals) {
      const order = orders.get(orderId ?? '')
      const lines = rows.withdrawalLines.filter(({ withdrawalId }) => withdrawalId === id)
      if (!order) continue
      expectInOrder(order.deliveredAt, receivedAt, handledAt)
      expect(receivedAt.getTime() - time(order.deliveredAt)).toBeLessThan(14 * DAY)
      expect(handledAt ? time(handledAt) : now.getTime()).toBeLessThanOrEqual(now.getTime())
      expect(lines.length > 0).toBe(handledAt !== null)
      const payment = rows.payments.find(({ subjectId }) => subjectId === orderId)
      for (const refund of rows.refunds.filter(({ paymentId }) => paymentId === payment?.id))
        expectInOrder(handledAt, refund.createdAt)
    }
  })

  test('balances are the sum of the ledger, and sessions used what the ledger says', () => {
    for (const user of rows.users) {
      const entries = rows.minuteEntries.filter(({ userId }) => userId === user.id)
      expect(sum(entries.map(({ minutes }) => minutes))).toBe(user.minutesBalance)
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
      const { warnings, warningsFr } = safetyOf(product) ?? {}
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

  test('nobody wishes what they bought, and whoever writes is a contact', () => {
    expect(rows.wishlistItems.some(({ userId }) => userId === people.sam.id)).toBe(true)
    for (const { userId, productId } of rows.wishlistItems) {
      const own = rows.orders.filter(order => order.userId === userId)
      expect(own.flatMap(({ id }) => itemsOf(id)).some(item => item.productId === productId)).toBe(false)
    }
    const isContact = (one: string, other: string) =>
      rows.contacts.some(({ userId, otherId }) => userId === one && otherId === other)
    for (const { userId, otherId } of rows.contacts) expect(isContact(otherId, userId)).toBe(true)
    for (const { fromUserId, toUserId } of rows.messages) expect(isContact(fromUserId, toUserId)).toBe(true)
  })

  test('who asks something ordered before, and what waits for an answer has a date', () => {
    expect(new Set(rows.supportConversations.map(({ status }) => status))).toEqual(
      new Set(['OPEN', 'ANSWERED', 'CLOSED']),
    )
    for (const { id, userId, status, createdAt, dueAt } of rows.supportConversations) {
      const own = rows.orders.filter(order => order.userId === userId)
      expect(own.some(order => time(order.paidAt) < time(createdAt))).toBe(true)
      const said = rows.supportMessages.filter(({ conversationId }) => conversationId === id)
      expect([said.length, dueAt === null]).toEqual(status === 'OPEN' ? [1, false] : [2, true])
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
    const placed = rows.orders.flatMap(({ createdAt, paidAt }) => (paidAt ? [time(createdAt)] : []))
    const buying = visitsUntil(now, placed).filter(
      ({ furthest, start, lasts }) => furthest === 4 && now.getTime() - start.getTime() - lasts * 1000 > HOUR,
    )
    expect(buying.length).toBeGreaterThan(3)
    const ends = buying.map(({ start, lasts }) => start.getTime() + lasts * 1000)
    expect(new Set(ends).size).toBe(ends.length)
    for (const end of ends) expect(placed).toContain(end)
  })
})
