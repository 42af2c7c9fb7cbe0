import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { payments } from '../payments/table.ts'
import { purchaseMinutes } from './contract.ts'
import { minutePurchases } from './table.ts'
import { changeMinutePackages, readMinutePackages } from './admin/contract.ts'

let postgres: SharedPostgres
let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  admin = await shop.newUser('ADMIN')
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const setQuick = async (normalPrice: number, version?: number) => {
  const { version: current, packages } = (await admin.call(readMinutePackages)).body
  const changed = packages.map(offer => (offer.id === 'quick' ? { ...offer, normalPrice } : offer))
  return admin.call(changeMinutePackages, { version: version ?? current, packages: changed })
}

it.each([['first', 0] as const, ['later', 1] as const])(
  'saves one of twenty %s changes of the same version',
  async (_, version) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (__, index) => setQuick(1001 + 20 * version + index, version)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  },
)

it('charges each buyer the price that they saw, while the price changes', async () => {
  const { db } = shop.node.platform
  const prices = [1100, 1200, 1300]
  const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.newUser()))
  const buying = buyers.flatMap(buyer =>
    prices.map(async price => {
      const { status, body } = await buyer.call(purchaseMinutes, { packageId: 'quick', minutes: 5, price })
      return { status, price, current: body as unknown as { price?: number }, id: body.purchaseId }
    }),
  )
  const changing = (async () => {
    for (const price of [...prices, ...prices]) expect((await setQuick(price)).status).toBe(200)
  })()
  const answers = await Promise.all(buying)
  await changing
  const [purchases, due] = [await db.select().from(minutePurchases), await db.select().from(payments)]
  const bought = answers.filter(({ status }) => status === 201)
  for (const { id, price } of bought) {
    expect(purchases.find(purchase => purchase.id === id)).toMatchObject({ price, minutes: 5 })
    expect(due.find(({ subjectId }) => subjectId === id)).toMatchObject({ amountCents: price })
  }
  expect(purchases).toHaveLength(bought.length)
  // Nobody is told the default price, which has not been in force since the first change.
  const told = answers.filter(({ status }) => status === 409).map(({ current }) => current.price)
  expect(told).not.toContain(1000)
  expect(bought.length + told.length).toBe(answers.length)
})
