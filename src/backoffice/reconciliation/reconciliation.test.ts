import { readFile } from 'node:fs/promises'
import { eq, sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startGiftPurchase, addGiftToList } from '../../../tests/support/gifts.ts'
import { addGiftCardProduct, giveCard } from '../../../tests/support/giftCards.ts'
import { buyQuickMinutes, mailsTo, paymentsOf, placeOrderFor } from '../../../tests/support/payments.ts'
import { addAddressFor, addProduct, buyProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { addPromotion } from '../../../tests/support/promotions.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { users } from '../../people/accounts/table.ts'
import { stockHolds, products } from '../../shop/products/catalog/table.ts'
import { findInvoice } from '../../money/invoices/service.ts'
import { giftPurchases } from '../../live/gifts/table.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { earningAccounts, earningEntries } from '../../money/earnings/table.ts'
import { minutePurchases } from '../../money/minutes/table.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { readOrder } from '../../shop/orders/contract.ts'
import { orders } from '../../shop/orders/table.ts'
import { payments, refunds } from '../../money/payments/table.ts'
import { mails } from '../../platform/db/table.ts'
import { reconciliationChecks } from './checks.service.ts'
import { readReconciliation } from './contract.ts'
import { runReconciliationChecks, findDiscrepancies } from './service.ts'
import { refundOrder } from '../../shop/orders/admin/contract.ts'

let shop: TestShop
let customer: TestUser
let admin: TestUser
let productId: string
let orderId: string
beforeAll(async () => {
  shop = await openShop()
  customer = await shop.newUser()
  admin = await shop.newUser('ADMIN')
  productId = (await addProduct(shop, { stock: 20 })).id
  orderId = await buyProduct(customer, productId, 'paid')
  await aDayInTheShop()
})
afterAll(() => shop.close())

/** One of each: paid, failed and unpaid orders, partial and full refunds, minutes. */
async function aDayInTheShop(): Promise<void> {
  await buyProduct(customer, productId, 'failed')
  await placeOrderFor(shop, customer)
  const { body } = await customer.call(readOrder, { orderId: await buyProduct(customer, productId, 'paid') })
  const items = [{ itemId: body.items[0]?.id, quantity: 1 }]
  expect(await admin.call(refundOrder, { orderId: body.id, items, restock: true })).toMatchObject({
    status: 201,
  })
  const part = await buyProduct(customer, productId, 'paid')
  expect(await admin.call(refundOrder, { orderId: part, amount: 300 })).toMatchObject({ status: 201 })
  const { paymentUrl } = await buyQuickMinutes(shop, customer)
  await customer.request('GET', await completePayment(paymentUrl, 'paid'))
  const creator = await shop.newUser('MODEL')
  const gift = await addGiftToList(admin, creator.user.id)
  await completePayment((await startGiftPurchase(shop, customer, gift.id)).paymentUrl, 'paid')
  const mails = [
    'order-paid',
    'order-paid',
    'order-paid',
    'order-credited',
    'order-credited',
    'minutes-credited',
    'gift-paid',
  ]
  await vi.waitFor(
    async () => expect(await mailsTo(shop, customer.user.email)).toEqual(expect.arrayContaining(mails)),
    { timeout: 20_000, interval: 100 },
  )
}

/** One hour later, when all jobs have run. */
const later = () => new Date(Date.now() + 3_600_000)
const findings = () => findDiscrepancies(shop.node.platform.db, later())
const untilJobsRan = { timeout: 20_000 }

it('finds nothing after a day of normal use', async () => {
  await expect.poll(findings, untilJobsRan).toEqual([])
})

/** Makes a violating change in a transaction, runs the checks, and rolls back. */
async function foundAfter(break_: SQL, { hasTriggers = true } = {}) {
  let found: Awaited<ReturnType<typeof findDiscrepancies>> = []
  await shop.node.platform.db
    .transaction(async tx => {
      if (!hasTriggers) await tx.execute('set local session_replication_role = replica')
      await tx.execute(break_)
      found = await findDiscrepancies(tx, later())
      throw new Error('taken back')
    })
    .catch((error: Error) => expect(error.message).toBe('taken back'))
  return found.map(({ check, subject }) => [check, subject.slice(0, 36)])
}

describe('a discrepancy', () => {
  it('of payments and order totals', async () => {
    expect(
      await foundAfter(sql`update ${payments} set amount_cents = 999 where subject_id = ${orderId}`),
    ).toEqual([['orders.money', orderId]])
    expect(
      await foundAfter(sql`update ${orders} set paid_at = null, status = 'PENDING' where id = ${orderId}`),
    ).toEqual(
      expect.arrayContaining([
        ['orders.money', orderId],
        ['stock.sales', orderId],
      ]),
    )
  })

  it('of stock without ledger entries, and holds without an order', async () => {
    expect(await foundAfter(sql`update ${products} set stock = stock + 1 where id = ${productId}`)).toEqual([
      ['stock.book', productId],
    ])
    const coded = sql`insert into digital_products (product_id, kind) values (${productId}, 'CODES')`
    expect(await foundAfter(coded)).toEqual([['stock.codes', productId]])
    const held = await foundAfter(sql`delete from ${stockHolds}`)
    expect(held).toMatchObject([['stock.holds', expect.any(String)]])
  })

  it('of a balance and the minute ledger', async () => {
    const { id } = customer.user
    const break_ = sql`update ${users} set minutes_balance = 999 where id = ${id}`
    expect(await foundAfter(break_, { hasTriggers: false })).toEqual([['minutes.balance', id]])
    const used = sql`update minute_lots set spent = minutes - returned where user_id = ${id}`
    expect(await foundAfter(used)).toContainEqual(['minutes.balance', id])
  })

  it('of earnings, their chain, and minutes that were played', async () => {
    const { db } = shop.node.platform
    // The only earnings are of the gift.
    const [account] = await db.select().from(earningAccounts)
    const { id = '' } = account ?? {}
    const raise = sql`update ${earningAccounts} set balance_cents = balance_cents + 1`
    expect(await foundAfter(raise, { hasTriggers: false })).toEqual([['earnings.balance', id]])
    const change = sql`update ${earningEntries} set base_cents = base_cents + 1`
    expect(await foundAfter(change, { hasTriggers: false })).toEqual([['earnings.chain', id]])
    const cut = sql`update ${earningAccounts} set head = '', sequence = 0`
    expect(await foundAfter(cut, { hasTriggers: false })).toEqual([['earnings.chain', id]])
    const paid = sql`
      with run as (
        insert into payout_runs (id, state, execution_on) values (gen_random_uuid(), 'CANCELLED', now()) returning id
      )
      insert into payouts (id, run_id, creator_id, cents, end_to_end_id)
      select gen_random_uuid(), id, ${id}, 5, 'U5' from run`
    expect(await foundAfter(paid)).toEqual([['earnings.payouts', id]])
    const played = sql`
      with toy as (
        insert into toys (id, owner_id, name, model) values ('booked', ${id}, 'Lush', 'lush')
      ), session as (
        insert into toy_control_sessions (id, user_id, toy_device_id, countdown_ends_at, heartbeat_at)
        values (gen_random_uuid(), ${customer.user.id}, 'booked', now(), now()) returning id
      )
      insert into minute_entries (id, user_id, kind, minutes, control_session_id)
      select gen_random_uuid(), ${customer.user.id}, 'SPEND', -1, id from session`
    expect(await foundAfter(played)).toEqual([['earnings.minutes', id]])
  })

  it('of refunded minutes that were kept, or of other minutes', async () => {
    const [payment] = await shop.node.platform.db.select().from(payments).where(eq(payments.kind, 'MINUTES'))
    const { id, subjectId } = payment ?? {}
    const back = sql`insert into refunds (id, payment_id, amount_cents, reason, credits) values (gen_random_uuid(), ${id}, 200, '', true)`
    expect(await foundAfter(back)).toEqual(expect.arrayContaining([['minutes.refunded', subjectId]]))
    const lost = sql`insert into chargebacks (id, payment_id, amount_cents, total_cents) values (gen_random_uuid(), ${id}, 1001, 1001)`
    expect(await foundAfter(lost)).toEqual([['payments.refunds', id]])
  })

  it('of a closed quarter and its invoices', async () => {
    const closed = sql`insert into closed_periods (quarter, number, starts_at, ends_at, invoice_count, invoiced_cents, closed_by, closed_at)
      values ('2020-Q1', 1, '2020-01-01', '2020-04-01', 1, 100, ${customer.user.id}, now())`
    expect(await foundAfter(closed)).toEqual([['periods.closed', '2020-Q1']])
  })

  it('of missing invoice numbers and uninvoiced amounts', async () => {
    expect(
      await foundAfter(sql`update invoice_series set last_serial = last_serial + 1 where kind = 'INVOICE'`),
    ).toMatchObject([['invoices.series', expect.stringMatching(/^INVOICE \d{4}$/)]])
    expect(await foundAfter(sql`update ${orders} set total_amount = 1001 where id = ${orderId}`)).toEqual([
      ['orders.money', orderId],
      ['orders.invoice', orderId],
    ])
    expect(await foundAfter(sql`update ${minutePurchases} set price = 1001`)).toMatchObject([
      ['minutes.money', expect.any(String)],
      ['minutes.invoice', expect.any(String)],
    ])
  })

  it('of VAT that lines, rates and credit notes disagree about', async () => {
    const invoice = await findInvoice(shop.node.platform.db, orderId)
    const id = invoice?.id as string
    const more = sql`
      insert into invoices (id, kind, number, user_id, subject_id, refund_id, content, total_cents, issued_at)
      select gen_random_uuid(), 'CREDIT_NOTE', 'C1999-000001', user_id, subject_id, gen_random_uuid(),
        jsonb_set(content, '{vat,groups,0,vatCents}', '-900') || jsonb_build_object('credits', number), -1, issued_at
      from invoices where id = ${id}`
    const found = await foundAfter(more)
    expect(found).toHaveLength(2)
    expect(found).toContainEqual(['invoices.vat', id])
  })

  it('of a rate that is not of the country, the class and the day', async () => {
    const vat = sql`jsonb_set(jsonb_set(content #> '{vat}', '{groups,0,rate}', '19'), '{groups,0,vatCents}', '160')`
    const wrong = sql`
      insert into invoices (id, kind, number, user_id, subject_id, content, total_cents, issued_at)
      select gen_random_uuid(), kind, 'F1999-000001', user_id, gen_random_uuid(), jsonb_set(jsonb_set(content, '{vat}', ${vat}),
        '{lines,0,vat}', content #> '{lines,0,vat}' || '{"rate": 19, "vatCents": 160}'), total_cents, issued_at
      from invoices where subject_id = ${orderId} and kind = 'INVOICE'`
    expect(await foundAfter(wrong)).toEqual([['invoices.vat', expect.any(String)]])
  })

  it('of an invoice that replaces another and does not fit it', async () => {
    const corrected = sql`
      insert into invoices (id, kind, number, user_id, subject_id, corrects, content, total_cents, issued_at)
      select gen_random_uuid(), kind, 'F1999-000001', user_id, subject_id, id, content, total_cents, issued_at
      from invoices where subject_id = ${orderId} and kind = 'INVOICE'`
    expect(await foundAfter(corrected)).toEqual([['invoices.corrected', expect.any(String)]])
  })

  it('of payments without notification and failed mails', async () => {
    expect(await foundAfter(sql`delete from ${mails} where template = 'order-paid'`)).toMatchObject([
      ['orders.mail', expect.any(String)],
      ['orders.mail', expect.any(String)],
      ['orders.mail', expect.any(String)],
    ])
    expect(await foundAfter(sql`delete from ${mails} where template = 'minutes-credited'`)).toMatchObject([
      ['minutes.mail', expect.any(String)],
    ])
    const given = sql`update ${mails} set failed_at = now(), sent_at = null where template = 'minutes-credited'`
    expect(await foundAfter(given)).toMatchObject([['mails.failed', expect.any(String)]])
  })

  it('of a gift paid but not given, invoiced, or thanked for', async () => {
    const gift = [expect.any(String)]
    const ungiven = sql`update ${giftPurchases} set status = 'PENDING', paid_at = null`
    expect(await foundAfter(ungiven)).toMatchObject([['gifts.money', ...gift]])
    expect(await foundAfter(sql`update ${giftPurchases} set amount = 2501`)).toMatchObject([
      ['gifts.money', ...gift],
      ['gifts.invoice', ...gift],
    ])
    expect(await foundAfter(sql`delete from ${mails} where template = 'gift-paid'`)).toMatchObject([
      ['gifts.mail', ...gift],
    ])
  })

  it('of minutes paid but not credited, or credited but not paid', async () => {
    const unpaid = sql`update ${minutePurchases} set status = 'PENDING', paid_at = null`
    expect(await foundAfter(unpaid)).toMatchObject([
      ['minutes.money', expect.any(String)],
      ['minutes.credited', expect.any(String)],
    ])
  })
})

it('finds promotions that do not fit their orders', async () => {
  const { id } = await addPromotion(admin, { code: 'BOEKEN' })
  const items = [{ productId, quantity: 1 }]
  const addressId = await addAddressFor(customer)
  const { body } = await customer.call(checkout, { items, addressId, codes: ['BOEKEN'] })
  const { orderId: discounted, paymentUrl } = body
  await customer.request('GET', await completePayment(paymentUrl as string, 'paid'))
  await expect.poll(findings, untilJobsRan).toEqual([])
  expect(await foundAfter(sql`update promotions set use_count = 5 where id = ${id}`)).toEqual([
    ['promotions.uses', id],
  ])
  expect(
    await foundAfter(sql`update promotion_uses set state = 'HELD' where order_id = ${discounted}`),
  ).toEqual([['promotions.orders', discounted]])
  const promise = sql`update orders set status = 'SHIPPED', promotions = promotions || '[{"kind": "MINUTES", "minutes": 5}]' where id = ${discounted}`
  expect(await foundAfter(promise)).toContainEqual(['promotions.minutes', discounted])
  expect(await foundAfter(sql`update order_items set discount = 1 where order_id = ${discounted}`)).toEqual([
    ['orders.discounts', discounted],
  ])
})

it('finds errors in gift cards and store credit', async () => {
  const cardProduct = await addGiftCardProduct(shop, admin, 500)
  const bought = await buyProduct(customer, cardProduct, 'paid')
  const { id, code } = await giveCard(shop, admin, 1500)
  const { id: productId } = await addProduct(shop)
  const spent = await customer.call(checkout, {
    items: [{ productId, quantity: 1 }],
    addressId: await addAddressFor(customer),
    giftCards: [code],
  })
  const { orderId } = spent.body
  await admin.call(refundOrder, { orderId, amount: 100 })
  await expect.poll(findings, untilJobsRan).toEqual([])
  const break_ = sql`update credit_accounts set balance_cents = 1 where id = ${id}`
  expect(await foundAfter(break_, { hasTriggers: false })).toEqual([['credit.balance', id]])
  const [payment] = await paymentsOf(shop, orderId)
  expect(
    await foundAfter(sql`update payments set status = 'AUTHORIZED' where id = ${payment?.id as string}`),
  ).toContainEqual(['credit.payments', orderId])
  const [refund] = await shop.node.platform.db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, payment?.id as string))
  const refundId = refund?.id as string
  expect(await foundAfter(sql`update refunds set provider_id = 'x' where id = ${refundId}`)).toEqual([
    ['credit.refunds', refundId],
  ])
  expect(
    await foundAfter(sql`update credit_accounts set initial_cents = 499 where order_item_id is not null`),
  ).toEqual([['credit.issued', bought]])
})

it('every check has a test', async () => {
  const source = await readFile(import.meta.filename, 'utf8')
  for (const check of Object.keys(reconciliationChecks(later()))) {
    // Checks of payments and refunds are tested in `money/payments`, that of Peppol in `peppolChecks.test.ts`, those of rates in `vatRateChecks.test.ts`.
    if (/^(payments|refunds)\.|^invoices\.peppol$/.test(check)) continue
    expect(source).toContain(`['${check}', `)
  }
})

it('shows admins the findings until they are resolved', async () => {
  const { platform } = shop.node
  const mend = (stock: number) =>
    platform.db.update(products).set({ stock }).where(eq(products.id, productId))
  const [before] = await platform.db.select().from(products).where(eq(products.id, productId))
  expect((await admin.call(readReconciliation)).body.findings).toEqual([])
  await mend(1000)
  await runReconciliationChecks(platform)
  const first = (await admin.call(readReconciliation)).body
  expect(first.findings).toMatchObject([{ check: 'stock.book', subject: productId }])
  await runReconciliationChecks(platform)
  expect((await admin.call(readReconciliation)).body.findings).toEqual(first.findings)
  const told = (await admin.call(listNotifications)).body.filter(({ type }) => type === 'BOOKS_DIFFER')
  expect(told).toMatchObject([{ message: 'Bij het nakijken is 1 verschil gevonden.', path: '/admin/books' }])
  await mend(before?.stock ?? 0)
  await runReconciliationChecks(platform)
  expect((await admin.call(readReconciliation)).body.findings).toEqual([])
})
