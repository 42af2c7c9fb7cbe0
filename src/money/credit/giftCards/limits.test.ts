import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAddressFor, addProduct } from '../../../../tests/support/fixtures.ts'
import { giveCard } from '../../../../tests/support/giftCards.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { checkout, quoteCart } from '../../../shop/checkout/contract.ts'
import { checkGiftCard } from '../contract.ts'
import { resendGiftCard } from '../admin/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

it('five mails of a card in a day', async () => {
  const { id: cardId } = await giveCard(shop, admin, 100)
  const answers = []
  for (let count = 0; count < 6; count += 1)
    answers.push((await admin.call(resendGiftCard, { cardId })).status)
  expect(answers).toEqual([204, 204, 204, 204, 204, 429])
})

it('twenty guesses of one customer, in summaries and orders alike, and a right code counts as none', async () => {
  const customer = await shop.newUser()
  const { code } = await giveCard(shop, admin, 100)
  const { id: productId } = await addProduct(shop)
  const basket = { items: [{ productId, quantity: 1 }], addressId: await addAddressFor(customer) }
  const attempt = (giftCards: string[], index: number) =>
    index % 2 === 0
      ? customer.call(quoteCart, { ...basket, giftCards })
      : customer.call(checkout, { ...basket, giftCards })
  for (let index = 0; index < 30; index += 2) expect((await attempt([code], index)).status).toBe(200)
  const answers = []
  for (let index = 0; index < 22; index += 1)
    answers.push((await attempt([`AAAA-BBBB-CCCC-${1000 + index}`], index)).status)
  expect(answers.filter(status => status === 429)).toHaveLength(2)
  expect(answers.slice(0, 20)).not.toContain(429)
  // A right one waits as well: else guesses could be told apart.
  expect((await attempt([code], 0)).status).toBe(429)
  expect((await customer.call(quoteCart, basket)).status).toBe(200)
})

it('four hundred guesses of visitors from one address: a hundred are looked up, parallel ones too', async () => {
  // Guesses of the test before came from the same address.
  const fresh = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  const visitor = fresh.newClient()
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, index) =>
      visitor.call(checkGiftCard, { code: `ABCDEFGHJKM${10_000 + index}` }),
    ),
  )
  const statuses = Map.groupBy(answers, ({ status }) => status)
  await fresh.close()
  expect([statuses.get(404)?.length, statuses.get(429)?.length]).toEqual([100, 300])
})
