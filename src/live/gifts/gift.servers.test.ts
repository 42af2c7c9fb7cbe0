import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { startGiftPurchase, addGiftToList } from '../../../tests/support/gifts.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { payWithoutWebhook, refundsOf, callWebhook } from '../../../tests/support/payments.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { changeGift } from './admin/contract.ts'
import { purchaseGift } from './contract.ts'
import { giftPurchases } from './table.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'

/** A race that the embedded database, with its single connection, can't show. */
let postgres: SharedPostgres
let shop: TestShop
let admin: TestUser
let creator: TestUser
let crowd: TestCustomer[]
let clock = Date.now()
beforeAll(async () => {
  postgres = openSharedPostgres()
  const database = await openPostgres(await postgres.create())
  shop = await openShop({ database, now: () => new Date(clock) })
  admin = await shop.newUser('ADMIN')
  creator = await shop.newUser('MODEL')
  crowd = await createCustomers(shop, 20)
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db
const wish = async (isSingle = true) => (await addGiftToList(admin, creator.user.id, { isSingle })).id
const purchases = (giftId: string) =>
  db().select().from(giftPurchases).where(eq(giftPurchases.wishlistItemId, giftId))
const booksAgree = async () => expect(await findDiscrepancies(db(), new Date(0))).toEqual([])

it('a single gift that twenty customers buy concurrently goes to one, and the others get the reason', async () => {
  const giftId = await wish()
  const answers = await Promise.all(crowd.map(buyer => buyer.call(purchaseGift, { giftId })))
  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(19)
  for (const { status, body } of refused)
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        code: 'GIFT_HELD',
        message: 'Iemand anders rekent dit cadeau nu af. Probeer het over een half uur opnieuw.',
      },
    })
  expect(await purchases(giftId)).toHaveLength(1)
})

it('concurrent late payments of a single gift give it once, and all others are refunded in full', async () => {
  const giftId = await wish()
  const attempts = []
  for (const buyer of crowd.slice(0, 6)) {
    const attempt = await startGiftPurchase(shop, buyer, giftId)
    await payWithoutWebhook(shop, attempt.paymentUrl)
    attempts.push(attempt)
    clock += 31 * 60_000
  }
  await Promise.all(
    attempts.flatMap(({ payment }) => [
      callWebhook(shop, payment.providerId),
      callWebhook(shop, payment.providerId),
    ]),
  )
  const statuses = (await purchases(giftId)).map(({ status }) => status).toSorted()
  expect(statuses).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED', 'PAID'])
  const back = await Promise.all(attempts.map(({ payment }) => refundsOf(shop, payment.id)))
  expect(back.flat().map(({ amountCents }) => amountCents)).toEqual([2500, 2500, 2500, 2500, 2500])
  await booksAgree()
})

it('a gift that is not single is given by every customer who pays', async () => {
  const giftId = await wish(false)
  const attempts = await Promise.all(crowd.slice(0, 8).map(buyer => startGiftPurchase(shop, buyer, giftId)))
  for (const { paymentUrl } of attempts) await payWithoutWebhook(shop, paymentUrl)
  await Promise.all(attempts.map(({ payment }) => callWebhook(shop, payment.providerId)))
  expect((await purchases(giftId)).map(({ status }) => status)).toEqual(attempts.map(() => 'PAID'))
  await booksAgree()
})

it('can’t become single while a purchase of it begins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const giftId = await wish(false)
    const [changed, ...given] = await Promise.all([
      admin.call(changeGift, { giftId, isSingle: true }),
      ...crowd.slice(0, 4).map(buyer => buyer.call(purchaseGift, { giftId })),
    ])
    const begun = given.filter(({ status }) => status === 201).length
    expect(begun).toBe(changed.status === 200 ? 1 : 4)
    expect([200, 409]).toContain(changed.status)
  }
})
