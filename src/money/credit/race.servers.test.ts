import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import {
  addGiftCardProduct,
  codeOf,
  findMoneyDiscrepancies,
  giveCard,
} from '../../../tests/support/giftCards.ts'
import { paymentsOf } from '../../../tests/support/payments.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { queryRow } from '../../platform/db/sql.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { payAgain, readOrder } from '../../shop/orders/contract.ts'
import { purchaseMinutes } from '../minutes/contract.ts'
import { readStoreCredit } from './contract.ts'
import { creditAccounts, creditEntries } from './table.ts'
import { blockGiftCard, changeUserCredit, readGiftCard } from './admin/contract.ts'
import { refundOrder } from '../../shop/orders/admin/contract.ts'

/** A race that the embedded database with its one connection can't show. */
let postgres: SharedPostgres
let shop: TestShop
let admin: TestUser
let crowd: TestCustomer[]
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.createPlanningForLarge()) })
  admin = await shop.newUser('ADMIN')
  crowd = await createCustomers(shop, 40)
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db
const booksAgree = async () => expect(await findMoneyDiscrepancies(shop)).toEqual([])
const place = (buyer: TestCustomer, productId: string, more: object = {}) =>
  buyer.call(checkout, { items: [{ productId, quantity: 1 }], addressId: buyer.addressId, ...more })
const balanceOf = async (cardId: string) => {
  const [card] = await db().select().from(creditAccounts).where(eq(creditAccounts.id, cardId))
  return card?.balanceCents
}
const customer = (index: number) => crowd[index] as TestCustomer
const pay = (buyer: TestCustomer, paymentUrl: string | undefined, outcome: 'paid' | 'failed') =>
  completePayment(paymentUrl as string, outcome)

describe('one card', () => {
  it('in forty orders at once is spent once: the sum is its value, and the rest is due', async () => {
    const productIds = await Promise.all(Array.from({ length: 20 }, async () => (await addProduct(shop)).id))
    const { code, id } = await giveCard(shop, admin, 12_345)
    const answers = await Promise.all(
      crowd.map((buyer, index) => place(buyer, productIds[index % 20] as string, { giftCards: [code] })),
    )
    const placed = answers.filter(({ status }) => status === 201)
    // Twelve in full, and one in part; who comes later is told that nothing is left.
    expect(placed).toHaveLength(13)
    expect(placed.filter(({ body }) => body.paymentUrl === undefined)).toHaveLength(12)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(27)
    expect(await balanceOf(id)).toBe(0)
    await booksAgree()
  })

  it('is spent or blocked, whatever comes first', async () => {
    const { id: productId } = await addProduct(shop)
    for (let round = 0; round < 8; round += 1) {
      const { code, id } = await giveCard(shop, admin, 1000)
      const [order] = await Promise.all([
        place(customer(round), productId, { giftCards: [code], expectedDue: 0 }),
        admin.call(blockGiftCard, { cardId: id, reason: 'test' }),
      ])
      expect([201, 409]).toContain(order.status)
      expect(await balanceOf(id)).toBe(order.status === 201 ? 0 : 1000)
    }
    await booksAgree()
  })

  it('whose order is refunded while it is spent is either taken back or spent', async () => {
    const cardProduct = await addGiftCardProduct(shop, admin, 1000)
    const { id: productId } = await addProduct(shop)
    const outcomes = new Set<string>()
    for (let round = 0; round < 8; round += 1) {
      const buyer = customer(round)
      const { body } = await place(buyer, cardProduct)
      await buyer.request('GET', await pay(buyer, body.paymentUrl, 'paid'))
      const { orderId } = body
      const card = (await buyer.call(readOrder, { orderId })).body.items[0]?.giftCards?.[0]
      const code = await codeOf(shop, card?.id as string)
      const [refund, spent] = await Promise.all([
        admin.call(refundOrder, { orderId }),
        place(customer(20 + round), productId, { giftCards: [code], expectedDue: 0 }),
      ])
      expect([refund.status, spent.status]).toEqual(refund.status === 201 ? [201, 409] : [409, 201])
      outcomes.add(refund.status === 201 ? 'taken back' : 'spent')
    }
    expect(outcomes.size).toBeGreaterThan(0)
    await booksAgree()
  })
})

describe('an order with a card', () => {
  it('that fails while it is paid again gives the card back once, or keeps it', async () => {
    const { id: productId } = await addProduct(shop)
    for (let round = 0; round < 8; round += 1) {
      const buyer = customer(round)
      const { code, id } = await giveCard(shop, admin, 400)
      const { body } = await place(buyer, productId, { giftCards: [code] })
      const [again] = await Promise.all([
        buyer.call(payAgain, { orderId: body.orderId }),
        pay(buyer, body.paymentUrl, 'failed'),
      ])
      const { status } = (await buyer.call(readOrder, { orderId: body.orderId })).body
      expect(status).toBe(again.status === 200 ? 'PENDING' : 'CANCELLED')
      expect(await balanceOf(id)).toBe(status === 'PENDING' ? 0 : 400)
      if (again.status === 200) await buyer.request('GET', await pay(buyer, again.body.paymentUrl, 'paid'))
    }
    await booksAgree()
  })

  it('is refunded once by two admins at once', async () => {
    const other = await shop.newUser('ADMIN')
    const { id: productId } = await addProduct(shop)
    const buyer = customer(0)
    const { code, id } = await giveCard(shop, admin, 1000)
    const { body } = await place(buyer, productId, { giftCards: [code] })
    const { orderId } = body
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 === 0 ? admin : other).call(refundOrder, { orderId }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await balanceOf(id)).toBe(1000)
    const entries = (await admin.call(readGiftCard, { cardId: id })).body.entries
    expect(entries.filter(({ kind }) => kind === 'REFUND')).toHaveLength(1)
    await booksAgree()
  })

  it('is refunded while its buyer pays with the same card and credit, without a deadlock', async () => {
    const { id: productId } = await addProduct(shop)
    const buyer = customer(1)
    await admin.call(changeUserCredit, { userId: buyer.userId, amount: 5000, reason: 'test' })
    const { code } = await giveCard(shop, admin, 5000)
    const first = await Promise.all(
      Array.from({ length: 5 }, () => place(buyer, productId, { giftCards: [code], useStoreCredit: true })),
    )
    expect(first.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const answers = await Promise.all([
      ...first.map(({ body }) => admin.call(refundOrder, { orderId: body.orderId, asStoreCredit: true })),
      ...Array.from({ length: 5 }, () => place(buyer, productId, { useStoreCredit: true, expectedDue: 0 })),
    ])
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    expect((await buyer.call(readStoreCredit, {})).body.balance).toBe(5000 + 5000 - 5000)
    await booksAgree()
  })
})

it('one card pays an order and minutes at once, each a part', async () => {
  const { id: productId } = await addProduct(shop)
  const { code, id } = await giveCard(shop, admin, 1500)
  const [order, minutes] = await Promise.all([
    place(customer(2), productId, { giftCards: [code] }),
    customer(3).call(purchaseMinutes, { packageId: 'quick', minutes: 5, price: 1000, giftCards: [code] }),
  ])
  expect([order.status, minutes.status]).toEqual([201, 201])
  expect(await balanceOf(id)).toBe(0)
  await booksAgree()
})

const whoWaits = sql`
  select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const waiting = async () => (await queryRow<{ count: number }>(db(), whoWaits)).count

it('two cards of an order that fails get their money back when both were written meanwhile', async () => {
  const { id: productId } = await addProduct(shop)
  const cards = [await giveCard(shop, admin, 400), await giveCard(shop, admin, 400)]
  const { body } = await place(customer(6), productId, { giftCards: cards.map(({ code }) => code) })
  const failing = await db().transaction(async tx => {
    for (const { id } of cards)
      await tx.execute(sql`update credit_accounts set kind = kind where id = ${id}::uuid`)
    const failed = pay(customer(6), body.paymentUrl, 'failed')
    await expect.poll(waiting).toBe(1)
    return [failed]
  })
  await failing[0]
  expect(await Promise.all(cards.map(({ id }) => balanceOf(id)))).toEqual([400, 400])
  await booksAgree()
})

it('minutes wait for their buyer before they take the card: an order with a promotion locks the buyer first', async () => {
  const { code, id } = await giveCard(shop, admin, 1000)
  const buyer = customer(5)
  const minutes = { packageId: 'quick', minutes: 5, price: 1000, giftCards: [code] }
  const bought = await db().transaction(async tx => {
    await tx.execute(sql`select from users where id = ${buyer.userId}::uuid for no key update`)
    const buying = buyer.call(purchaseMinutes, minutes)
    await expect.poll(waiting).toBe(1)
    await tx.execute(sql`select from credit_accounts where id = ${id}::uuid for no key update nowait`)
    return [buying]
  })
  expect((await bought[0])?.status).toBe(201)
  expect(await balanceOf(id)).toBe(0)
  await booksAgree()
})

it('the ledger can only grow', async () => {
  const change = db()
    .update(creditEntries)
    .set({ cents: sql`cents + 1` })
  const refusal = { cause: { message: expect.stringContaining('append-only') } }
  await expect(change).rejects.toMatchObject(refusal)
  await expect(db().delete(creditEntries)).rejects.toMatchObject(refusal)
})

it('payments of cards are never asked for at a provider', async () => {
  const { code } = await giveCard(shop, admin, 100)
  const { id: productId } = await addProduct(shop)
  const { body } = await place(customer(4), productId, { giftCards: [code] })
  const card = (await paymentsOf(shop, body.orderId)).find(({ provider }) => provider === 'gift_card')
  expect(card).toMatchObject({ pollAt: null, providerId: null, status: 'AUTHORIZED' })
})
