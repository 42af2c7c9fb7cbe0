import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { newGuest } from '../../../tests/support/guests.ts'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import { PASSWORD, type TestShop } from '../../../tests/support/shop.ts'
import { login } from '../../people/accounts/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { addToCart, readCart } from '../cart/contract.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShopOnPostgres()
})
afterAll(() => shop.close())

it('moves the cart of a guest once, whoever logs in at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id: productId } = await addProduct(shop)
    const guest = await newGuest(shop, productId)
    await guest.call(addToCart, { productId, quantity: 4 })
    const [one, other] = [await shop.newUser(), await shop.newUser()]
    const cookie = guest.cookie()
    const tabs = [one, one, other].map(({ user }) =>
      shop.newClient().call(login, { email: user.email, password: PASSWORD }, { cookie }),
    )
    for (const { status } of await Promise.all(tabs)) expect(status).toBe(200)
    const carts = await Promise.all([one, other].map(each => each.call(readCart)))
    expect(carts.flatMap(({ body }) => body.map(({ quantity }) => quantity))).toEqual([5])
    expect(await shop.node.platform.db.$count(users, eq(users.role, 'GUEST'))).toBe(0)
  }
})
