import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy, digital, uploadFile } from '../../../tests/support/downloads.ts'
import { addAddressFor, addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { addPromotion } from '../../../tests/support/promotions.ts'
import { addProductWithVariants } from '../../../tests/support/variants.ts'
import { digitalDeliveries } from '../downloads/table.ts'
import { quoteCart } from '../checkout/contract.ts'
import { listBundles } from '../promotions/contract.ts'
import { writeReview } from '../reviews/contract.ts'
import { addToWishlist, readWishlist } from '../wishlist/contract.ts'
import { readOrder } from './contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const options = [{ name: 'maat', values: ['S', 'M'] }]
const one = (productId: string) => [{ productId, quantity: 1 }]

it('names the variant in an order; who bought it may review its product, and has its product from the wishlist', async () => {
  const { product, variants } = await addProductWithVariants(shop, options, [
    { values: ['S'] },
    { values: ['M'] },
  ])
  const customer = await shop.newUser()
  await customer.call(addToWishlist, { productId: product.id })
  const review = { productId: product.id, rating: 5, text: 'Heel zacht en mooi gemaakt.' }
  expect((await customer.call(writeReview, review)).status).not.toBe(201)
  const orderId = await buy(customer, one(variants[1]!.id), await addAddressFor(customer))
  const { items } = (await customer.call(readOrder, { orderId })).body
  expect(items[0]?.product).toMatchObject({ name: `${product.name}, M` })
  expect((await customer.call(writeReview, review)).status).toBe(201)
  expect((await customer.call(readWishlist)).body).toMatchObject([{ productId: product.id, purchased: true }])
})

it('delivers the files of its product with a variant', async () => {
  const { product, variants } = await addProductWithVariants(
    shop,
    options,
    [{ values: ['S'], ...digital }],
    digital,
  )
  await uploadFile(admin, product.id, Buffer.from('een boek'))
  const orderId = await buy(await shop.newUser(), one(variants[0]!.id))
  const delivered = await shop.node.platform.db.select().from(digitalDeliveries)
  expect(delivered.filter(each => each.orderId === orderId)).toMatchObject([
    { productId: product.id, kind: 'FILES' },
  ])
})

it('counts variants in a promotion of their product; in a bundle the cheapest that is there', async () => {
  const { product, variants } = await addProductWithVariants(
    shop,
    options,
    [
      { values: ['S'], price: 3000 },
      { values: ['M'], price: 2000 },
    ],
    { price: 3000 },
  )
  const candle = await addProduct(shop, { price: 1000 })
  const targetIds = [product.id, candle.id]
  await addPromotion(admin, { kind: 'BUNDLE', target: 'PRODUCTS', targetIds })
  const shown = { productIds: [variants[1]!.id, candle.id], price: 3000, bundlePrice: 2700 }
  for (const productId of [product.id, variants[0]!.id, candle.id])
    expect((await shop.newClient().call(listBundles, { productId })).body).toMatchObject([shown])
  const items = [...one(variants[0]!.id), ...one(candle.id)]
  const { body } = await (await shop.newUser()).call(quoteCart, { items })
  expect(body).toMatchObject({ products: 4000, total: 3600 })
})
