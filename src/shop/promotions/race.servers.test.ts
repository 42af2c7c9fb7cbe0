import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { newGuest, orderAsGuest } from '../../../tests/support/guests.ts'
import { callWebhook, paymentsOf, payWithoutWebhook, stockOf } from '../../../tests/support/payments.ts'
import { addPromotion } from '../../../tests/support/promotions.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { setOrderStatus } from '../orders/admin/contract.ts'
import { changePromotion } from './admin/contract.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { checkout } from '../checkout/contract.ts'
import { orders } from '../orders/table.ts'
import { redeemPromotionUses } from './redeem.service.ts'
import { releaseExpiredPromotionUses } from './service.ts'
import { promotions, promotionUses } from './table.ts'

/** A race that the embedded database with its one connection can't show. */
let postgres: SharedPostgres
let shop: TestShop
let admin: TestUser
let crowd: TestCustomer[]
let clock = Date.parse('2026-11-25T12:00:00Z')
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()), now: () => new Date(clock) })
  admin = await shop.newUser('ADMIN')
  crowd = await createCustomers(shop, 100)
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

/** Several, so that it is the promotion that buyers wait for, and not the stock. */
const someProducts = async () =>
  (await Promise.all(Array.from({ length: 20 }, () => addProduct(shop)))).map(({ id }) => id)
const db = () => shop.node.platform.db
const place = (buyer: TestCustomer, productId: string, more: object, quantity = 1) =>
  buyer.call(checkout, { items: [{ productId, quantity }], addressId: buyer.addressId, ...more })
const statusesOf = (answers: { status: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  )
const takenOf = async (id: string) => {
  const [row] = await db()
    .select({ taken: promotions.useCount })
    .from(promotions)
    .where(eq(promotions.id, id))
  return row?.taken
}
const booksAgree = async () => {
  const found = await findDiscrepancies(db(), new Date(clock - 3_600_000))
  expect(found.filter(({ check }) => check.startsWith('promotions') || check.startsWith('orders'))).toEqual(
    [],
  )
}

describe('simultaneous orders', () => {
  it('a hundred for the last use: one has it, the others are told the new total and hold nothing', async () => {
    const ids = await someProducts()
    const promotion = await addPromotion(admin, { code: 'LAATSTE', maxUses: 1 })
    const answers = await Promise.all(
      crowd.map((buyer, turn) =>
        place(buyer, ids[turn % 20] as string, { codes: ['LAATSTE'], expectedTotal: 900 }),
      ),
    )
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 99 })
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({
        code: 'PRICE_CHANGED',
        total: 1000,
        message: 'De code LAATSTE is niet geldig. Het totaal is nu €\u00a010,00.',
        refused: [{ code: 'LAATSTE', reason: 'INVALID' }],
      })
    }
    expect(await takenOf(promotion.id)).toBe(1)
    const held = await Promise.all(ids.map(async id => (await stockOf(shop, id))?.reserved ?? 0))
    expect(held.reduce((sum, pieces) => sum + pieces, 0)).toBe(1)
    await booksAgree()
  })

  it('ten of one customer, of which one may have it', async () => {
    const { id } = await addProduct(shop)
    const once = await addPromotion(admin, { code: 'EENS', oncePerCustomer: true })
    await addPromotion(admin, { code: 'EERSTE', firstOrderOnly: true })
    await addPromotion(admin, { code: 'WELKOM', firstOrderOnly: true })
    const [buyer, newcomer] = crowd as [TestCustomer, TestCustomer]
    const turns = Array.from({ length: 10 }, (_, at) => at + 1)
    const answers = await Promise.all(turns.map(turn => place(buyer, id, { codes: ['EENS'] }, turn)))
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 9 })
    expect(await takenOf(once.id)).toBe(1)
    // Two different codes for a first order: there is one first order.
    const firsts = await Promise.all(
      turns.map(turn => place(newcomer, id, { codes: [turn % 2 === 0 ? 'EERSTE' : 'WELKOM'] }, turn)),
    )
    expect(statusesOf(firsts)).toEqual({ 201: 1, 409: 9 })
    await booksAgree()
  })

  it('take and give back the uses of several promotions without deadlock, and the count stays right', async () => {
    const ids = await someProducts()
    const made = await Promise.all(
      ['A-1', 'A-2', 'A-3'].map(code => addPromotion(admin, { code, isCombinable: true, maxUses: 25 })),
    )
    const codesOf = (turn: number) => ['A-1', 'A-2', 'A-3'].filter((_, at) => (turn + at) % 3 !== 0)
    const answers = await Promise.all(
      crowd.slice(0, 60).map(async (buyer, turn) => {
        const answer = await place(buyer, ids[turn % 20] as string, { codes: codesOf(turn).toReversed() })
        if (answer.status !== 201 || turn % 4 === 0) return answer
        const { orderId } = answer.body
        if (turn % 4 === 1) await admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })
        if (turn % 4 === 2) await releaseExpiredPromotionUses(shop.node.platform)
        if (turn % 4 === 3) {
          await payWithoutWebhook(shop, answer.body.paymentUrl as string)
          const [payment] = await paymentsOf(shop, orderId)
          const webhook = () => callWebhook(shop, payment?.providerId ?? null)
          await Promise.all([
            webhook(),
            admin.call(setOrderStatus, { orderId, status: 'CANCELLED' }),
            webhook(),
          ])
        }
        return answer
      }),
    )
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    for (const { id: promotionId } of made) expect(await takenOf(promotionId)).toBeLessThanOrEqual(25)
    await booksAgree()
  })

  it('while an admin changes and switches off the promotion: each is priced by the promotion before or after the change', async () => {
    const { id } = await addProduct(shop, { stock: 1000 })
    const { id: promotionId, version, ...fields } = await addPromotion(admin, { code: 'WISSEL' })
    const changing = (async () => {
      for (let next = version; next < version + 10; next += 1)
        await admin.call(changePromotion, {
          ...fields,
          promotionId,
          version: next,
          percentage: next % 2 === 0 ? 10 : 20,
          isActive: next % 5 !== 0,
        })
    })()
    const answers = await Promise.all(crowd.map(buyer => place(buyer, id, { codes: ['WISSEL'] })))
    await changing
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    const ids = answers.flatMap(({ status, body }) => (status === 201 ? [body.orderId] : []))
    const totals = await db()
      .selectDistinct({ total: orders.totalAmount })
      .from(orders)
      .where(
        sql`${orders.id} in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
      )
    expect(totals.every(({ total }) => total === 900 || total === 800)).toBe(true)
    await booksAgree()
  })
})

it('late payments of orders whose use others have by now: each keeps its price, none is counted beyond the limit', async () => {
  const { id } = await addProduct(shop, { stock: 100 })
  const promotion = await addPromotion(admin, { code: 'LAAT', maxUses: 5 })
  const early = await Promise.all(crowd.slice(0, 5).map(buyer => place(buyer, id, { codes: ['LAAT'] })))
  expect(statusesOf(early)).toEqual({ 201: 5 })
  for (const { body } of early) await payWithoutWebhook(shop, body.paymentUrl as string)
  clock += 31 * 60_000
  const [, ...late] = await Promise.all([
    releaseExpiredPromotionUses(shop.node.platform),
    ...crowd.slice(5, 25).map(buyer => place(buyer, id, { codes: ['LAAT'] })),
    ...early.map(async ({ body }) => {
      const [payment] = await paymentsOf(shop, body.orderId)
      return callWebhook(shop, payment?.providerId ?? null)
    }),
  ])
  expect(late.every(({ status }) => status === 201 || status === 409 || status === 200)).toBe(true)
  const paid = await db().select().from(promotionUses).where(eq(promotionUses.promotionId, promotion.id))
  const redeemed = paid.filter(({ state }) => state === 'REDEEMED')
  expect(redeemed).toHaveLength(5)
  expect(await takenOf(promotion.id)).toBe(5)
  await booksAgree()
})

it('a guest and the account with that address, paid at once: one of them is beyond the limit of the code', async () => {
  const { id: productId } = await addProduct(shop)
  const promotion = await addPromotion(admin, { code: 'SAMEN', oncePerCustomer: true })
  const placed: string[] = []
  for (const member of crowd.slice(40, 48)) {
    const guest = await newGuest(shop, productId)
    placed.push(await orderAsGuest(guest, member.email, { pay: false, codes: ['SAMEN'] }))
    placed.push((await place(member, productId, { codes: ['SAMEN'] })).body.orderId)
  }
  const found = await Promise.all(placed.map(orderId => paymentsOf(shop, orderId)))
  const paid = found.flat()
  for (const { checkoutUrl } of paid) await payWithoutWebhook(shop, checkoutUrl as string)
  await Promise.all(paid.map(({ providerId }) => callWebhook(shop, providerId)))
  const uses = await db().select().from(promotionUses).where(eq(promotionUses.promotionId, promotion.id))
  expect(uses.every(({ state }) => state === 'REDEEMED')).toBe(true)
  expect(uses).toHaveLength(16)
  expect(uses.filter(({ isBeyondLimit }) => isBeyondLimit)).toHaveLength(8)
  expect(await takenOf(promotion.id)).toBe(8)
  await booksAgree()
})

it('an order while its customer pays an earlier one whose hold is over: it is told the price without the code', async () => {
  const [{ id }, { id: other }] = [await addProduct(shop), await addProduct(shop)]
  await addPromotion(admin, { code: 'OOIT', oncePerCustomer: true })
  const buyer = crowd[30] as TestCustomer
  const first = await place(buyer, id, { codes: ['OOIT'] })
  clock += 31 * 60_000
  const paid = Promise.withResolvers<void>()
  const paying = db().transaction(async tx => {
    await redeemPromotionUses(tx, { id: first.body.orderId, userId: buyer.userId })
    await paid.promise
  })
  const second = place(buyer, other, { codes: ['OOIT'] })
  await vi.waitFor(async () => {
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%buyer as materialized%'`
    expect(await db().execute(waiting)).toMatchObject({ rowCount: 1 })
  }, 10_000)
  paid.resolve()
  await paying
  expect(await second).toMatchObject({
    status: 409,
    body: { code: 'PRICE_CHANGED', total: 1000, refused: [{ code: 'OOIT' }] },
  })
})
