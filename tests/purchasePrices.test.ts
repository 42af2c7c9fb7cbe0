import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readAdminProduct } from '../src/shop/products/admin/contract.ts'
import { addToCart } from '../src/shop/cart/contract.ts'
import type { Endpoint } from '../src/wire/endpoint.ts'
import { pathParameters } from '../src/wire/path.ts'
import { addProduct, buyProduct } from './support/fixtures.ts'
import { newGuest } from './support/guests.ts'
import { openShop, type TestClient, type TestShop, type TestUser } from './support/shop.ts'
import { addProductWithVariants } from './support/variants.ts'

/** The purchase price of a product is for admins only: nobody else gets it, from any endpoint; pages are made of their answers. */
let shop: TestShop
let customer: TestUser
let viewers: TestClient[]
/** The values that may stand for a parameter of a path. */
let values: string[]

/** In no answer by chance. */
const COSTS = [7_654_321, 7_654_322, 7_654_323] as const
const isLeak = (text: string) => COSTS.some(cost => text.includes(String(cost))) || text.includes('76543,2')

beforeAll(async () => {
  shop = await openShop()
  customer = await shop.newUser()
  viewers = [shop.newClient(), await newGuest(shop), customer, await shop.newUser('MODEL')]
  const [plainCost, parentCost, variantCost] = COSTS
  const plain = await addProduct(shop, { purchasePrice: plainCost })
  const { product, variants } = await addProductWithVariants(
    shop,
    [{ name: 'maat', values: ['S', 'M'] }],
    [{ values: ['S'], purchasePrice: variantCost }, { values: ['M'] }],
    { purchasePrice: parentCost },
  )
  const orderId = await buyProduct(customer, plain.id, 'paid')
  await buyProduct(customer, variants[0]!.id, 'paid')
  for (const { id: productId } of [plain, ...variants])
    for (const viewer of viewers.slice(1)) await viewer.call(addToCart, { productId, quantity: 1 })
  const ids = [plain, product, ...variants].flatMap(({ id, slug }) => [id, slug])
  values = [...ids, orderId, plain.categoryId]
})
afterAll(() => shop.close())

const isAdmins = ({ access }: Endpoint) => access === 'admin'
const others = () => shop.node.app.endpoints.filter(endpoint => !isAdmins(endpoint))

/** A path with each value in each of its parameters. */
const pathsOf = ({ path }: Endpoint): string[] =>
  pathParameters(path).length === 0 ? [path] : values.map(value => path.replaceAll(/:\w+/g, value))

describe('a purchase price', () => {
  it('is read by admins', async () => {
    const admin = await shop.newUser('ADMIN')
    const { body } = await admin.call(readAdminProduct, { productId: values[0]! })
    expect(isLeak(JSON.stringify(body))).toBe(true)
  })

  it('is declared in no answer of an endpoint that is not for admins only', () => {
    const declared = (endpoint: Endpoint) =>
      JSON.stringify(z.toJSONSchema(endpoint.output, { io: 'input', unrepresentable: 'any' }))
    const isNamed = (endpoint: Endpoint) =>
      /purchasePrice|purchase_price|unitCost|unit_cost/i.test(declared(endpoint))
    expect(others().length).toBeGreaterThan(100)
    expect(
      others()
        .filter(isNamed)
        .map(({ path }) => path),
    ).toEqual([])
    expect(shop.node.app.endpoints.filter(isAdmins).some(isNamed)).toBe(true)
  })

  it('is in no answer that visitors, guests, customers or creators read', async () => {
    const reads = others().filter(({ method }) => method === 'GET')
    let answered = 0
    for (const viewer of viewers)
      for (const endpoint of reads)
        for (const path of pathsOf(endpoint)) {
          const { status, body } = await viewer.request('GET', path)
          if (status === 200) answered += 1
          expect(isLeak(typeof body === 'string' ? body : JSON.stringify(body)), path).toBe(false)
        }
    expect(answered).toBeGreaterThan(100)
  })
})
