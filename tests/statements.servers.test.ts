import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomUUIDv7 } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import {
  listCategories,
  listProducts,
  readProduct,
  searchProducts,
} from '../src/shop/products/catalog/contract.ts'
import { products } from '../src/shop/products/catalog/table.ts'
import { searchBackoffice } from '../src/backoffice/search/contract.ts'
import { readUser } from '../src/people/accounts/contract.ts'
import { addToCart, readCart, removeCartLine, setCartLine } from '../src/shop/cart/contract.ts'
import { checkout, quoteCart } from '../src/shop/checkout/contract.ts'
import { listMinutePackages } from '../src/money/minutes/contract.ts'
import { listOrderItems, listOrders, readOrder } from '../src/shop/orders/contract.ts'
import { listReviews } from '../src/shop/reviews/contract.ts'
import { calculateShipping } from '../src/shop/shipping/contract.ts'
import { addToWishlist, readWishlist, removeFromWishlist } from '../src/shop/wishlist/contract.ts'
import { creditLedger } from '../src/money/credit/ledger.service.ts'
import { appendEntries } from '../src/money/ledger/service.ts'
import { openPostgres } from '../src/platform/db/postgres/openPostgres.ts'
import { createCustomers, type TestCustomer } from './support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from './support/sharedPostgres.ts'
import { addProduct, someAddress } from './support/fixtures.ts'
import { newGuest } from './support/guests.ts'
import { giveCard } from './support/giftCards.ts'
import { addPromotion } from './support/promotions.ts'
import { openShop, type TestShop } from './support/shop.ts'
import { addProductWithVariants } from './support/variants.ts'
import { changeUserCredit } from '../src/money/credit/admin/contract.ts'

/**
 * Counts the SQL statements of each call, as the driver reports them on a real PostgreSQL: each is a round trip, so few keep calls fast.
 */
let postgres: SharedPostgres
let shop: TestShop
let buyer: TestCustomer
let said: string[] = []
beforeAll(async () => {
  postgres = openSharedPostgres()
  const logger = { logQuery: (statement: string) => void said.push(statement) }
  shop = await openShop({ database: await openPostgres(await postgres.create(), { logger }) })
  buyer = (await createCustomers(shop, 1))[0] as TestCustomer
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

/** Not counted: statements of the simulator, which is not part of the node, and of the node's timers. */
const background = /simulator_|toy_control_sessions|toy_links|dispatched_at/

interface Cost {
  call: () => Promise<{ status: number }>
  /** Runs before each attempt and is not counted. */
  before?: () => Promise<unknown>
  status?: number
  statements: number
}

/** The statements of one call; the fewest of several attempts, because background work may add some. */
async function statementsOf({ call, before, status = 200 }: Omit<Cost, 'statements'>): Promise<string[]> {
  const tries: string[][] = []
  for (let count = 0; count < 5; count += 1) {
    await before?.()
    // The session of one who calls again within a second is in the cache.
    await buyer.call(readUser)
    said = []
    expect((await call()).status).toBe(status)
    tries.push(said.filter(statement => !background.test(statement)))
  }
  return tries.sort((a, b) => a.length - b.length)[0] as string[]
}

/** A shop with this many rows of everything, and the calls to measure. */
async function furnish(rows: number): Promise<Record<string, Cost>> {
  const { db } = shop.node.platform
  const made = await Promise.all(Array.from({ length: rows }, () => addProduct(shop)))
  const [product, other] = made as [(typeof made)[0], (typeof made)[0]]
  for (const { id } of made.slice(2)) {
    await buyer.call(addToCart, { productId: id })
    await buyer.call(addToWishlist, { productId: id })
  }
  const items = made.map(({ id }) => ({ productId: id, quantity: 1 }))
  const { orderId } = (await buyer.call(checkout, { items, addressId: buyer.addressId })).body
  const visitor = shop.newClient()
  const admin = await shop.newUser('ADMIN')
  let line = { id: '' }
  const inCart = async () => void (line = (await buyer.call(addToCart, { productId: product.id })).body)
  const onList = async () => void (line = (await buyer.call(addToWishlist, { productId: other.id })).body)
  const renamed = () => db.update(products).set({ description: `Van fluweel ${randomUUIDv7()}` })
  const sold = () => db.update(products).set({ stock: sql`stock - 1` })
  // The catalogue's check for changes counts towards the catalogue's calls, and an admin's session towards theirs.
  return {
    products: { call: () => visitor.call(listProducts), before: sold, statements: 2 },
    'products again': { call: () => visitor.call(listProducts), statements: 1 },
    categories: { call: () => visitor.call(listCategories), before: renamed, statements: 2 },
    list: { call: () => visitor.call(searchProducts), before: renamed, statements: 3 },
    'list after a sale': { call: () => visitor.call(searchProducts), before: sold, statements: 2 },
    search: { call: () => visitor.call(searchProducts, { q: 'fluweel' }), before: renamed, statements: 2 },
    'search with a filter': {
      call: () => visitor.call(searchProducts, { q: 'fluweel', minPrice: 1 }),
      statements: 1,
    },
    'search for a category': {
      call: () => visitor.call(searchProducts, { q: 'product' }),
      before: renamed,
      statements: 4,
    },
    'search with a typing error': {
      call: () => visitor.call(searchProducts, { q: 'fluwele' }),
      before: renamed,
      statements: 2,
    },
    'search with a synonym': {
      call: () => visitor.call(searchProducts, { q: 'opbergdoos' }),
      before: renamed,
      statements: 2,
    },
    product: {
      call: () => visitor.call(readProduct, { idOrSlug: product.slug }),
      before: sold,
      statements: 2,
    },
    reviews: { call: () => visitor.call(listReviews, { productId: product.id }), statements: 1 },
    shipping: {
      call: () => visitor.call(calculateShipping, { country: 'NL', weight: 500, postalCode: '1234AB' }),
      statements: 1,
    },
    'read the cart': { call: () => buyer.call(readCart), statements: 1 },
    'add to the cart': {
      call: () => buyer.call(addToCart, { productId: product.id }),
      status: 201,
      statements: 1,
    },
    'set a line': {
      call: () => buyer.call(setCartLine, { itemId: line.id, quantity: 3 }),
      before: inCart,
      statements: 1,
    },
    'remove a line': {
      call: () => buyer.call(removeCartLine, { itemId: line.id }),
      before: inCart,
      status: 204,
      statements: 1,
    },
    'read the wishlist': { call: () => buyer.call(readWishlist), statements: 1 },
    'add to the wishlist': {
      call: () => buyer.call(addToWishlist, { productId: other.id }),
      before: onList,
      statements: 3,
    },
    'remove from the wishlist': {
      call: () => buyer.call(removeFromWishlist, { itemId: line.id }),
      before: onList,
      status: 204,
      statements: 1,
    },
    orders: { call: () => buyer.call(listOrders), statements: 1 },
    'an order': { call: () => buyer.call(readOrder, { orderId }), statements: 3 },
    'the lines of an order': { call: () => buyer.call(listOrderItems, { orderId }), statements: 2 },
    'search the back office': { call: () => admin.call(searchBackoffice, { q: 'product' }), statements: 4 },
    'minute packages': { call: () => buyer.call(listMinutePackages), statements: 1 },
  }
}

it('every call of the shop takes few statements, however many rows there are', async () => {
  for (const rows of [3, 30]) {
    const costs = await furnish(rows)
    const found: Record<string, number> = {}
    for (const [name, cost] of Object.entries(costs)) found[name] = (await statementsOf(cost)).length
    expect(found).toEqual(Object.fromEntries(Object.entries(costs).map(([name, c]) => [name, c.statements])))
  }
})

/** Nine: the promotions that may apply are read, with this customer's uses; and those that apply are taken. */
it('an order with a promotion takes two statements more, and its summary two', async () => {
  const admin = await shop.newUser('ADMIN')
  const { id } = await addProduct(shop)
  const items = [{ productId: id, quantity: 2 }]
  const basket = { items, codes: ['MINDER'] }
  await addPromotion(admin, { code: 'MINDER' })
  const said = await statementsOf({
    call: () =>
      buyer.call(checkout, { ...basket, addressId: buyer.addressId }, { 'idempotency-key': randomUUIDv7() }),
    status: 201,
  })
  expect(said, said.join('\n')).toHaveLength(9)
  // One of a summary is for the customer's own store credit, and for gift cards.
  expect(await statementsOf({ call: () => buyer.call(quoteCart, basket) })).toHaveLength(3)
  expect(await statementsOf({ call: () => buyer.call(quoteCart, { items }) })).toHaveLength(2)
})

it('an order with a promotion, gift cards and store credit takes ten statements', async () => {
  const admin = await shop.newUser('ADMIN')
  const { id } = await addProduct(shop)
  await addPromotion(admin, { code: 'NOGMINDER' })
  const cards = [await giveCard(shop, admin, 100), await giveCard(shop, admin, 10_000)]
  await admin.call(changeUserCredit, { userId: buyer.userId, amount: 500, reason: 'test' })
  const choice = { codes: ['NOGMINDER'], giftCards: [cards[0]?.code], useStoreCredit: true }
  const place = () =>
    buyer.call(
      checkout,
      { ...choice, items: [{ productId: id, quantity: 2 }], addressId: buyer.addressId, expectedDue: null },
      { 'idempotency-key': randomUUIDv7() },
    )
  const first = await place()
  expect((await buyer.call(readOrder, { orderId: first.body.orderId })).body).toMatchObject({
    creditPayments: [{ amount: 100 }, { amount: 500 }],
    dueTotal: 1200,
  })
  const spending = () =>
    buyer.call(
      checkout,
      {
        codes: ['NOGMINDER'],
        giftCards: [cards[1]?.code],
        items: [{ productId: id, quantity: 15 }],
        addressId: buyer.addressId,
      },
      { 'idempotency-key': randomUUIDv7() },
    )
  // The card is refilled before each attempt.
  const refill = () =>
    shop.node.platform.db.transaction(tx =>
      appendEntries(tx, creditLedger, [
        {
          accountId: cards[1]?.id as string,
          cents: 10_000,
          kind: 'ADJUST',
          reason: 'test',
          byUserId: admin.user.id,
        },
      ]),
    )
  const said = await statementsOf({ call: spending, before: refill, status: 201 })
  expect(said, said.join('\n')).toHaveLength(10)
})

it('an order of several products, with an address and a key, takes seven statements, begin and commit included', async () => {
  const items: { productId: string; quantity: number }[] = []
  for (let count = 0; count < 3; count += 1)
    items.push({ productId: (await addProduct(shop)).id, quantity: 2 })
  let key = 0
  const place = () => {
    key += 1
    const headers = { 'idempotency-key': `order-${key}` }
    return buyer.call(checkout, { items, addressId: buyer.addressId, hasTracking: true }, headers)
  }
  const said = await statementsOf({ call: place, status: 201 })
  expect(said.filter(statement => /^(begin|commit)/i.test(statement))).toHaveLength(2)
  expect(said, said.join('\n')).toHaveLength(7)
})

it('a guest takes as many statements as a customer, and one more to order', async () => {
  const { id: productId } = await addProduct(shop, { stock: 1000 })
  const guest = await newGuest(shop, productId)
  const items = [{ productId, quantity: 1 }]
  const details = { email: 'gast@gloed.test', address: someAddress, acceptsTerms: true }
  const count = async (call: Cost['call'], status: number) => (await statementsOf({ call, status })).length
  for (const who of [guest, buyer]) {
    expect(await count(() => who.call(addToCart, { productId }), 201)).toBe(1)
    expect(await count(() => who.call(readCart), 200)).toBe(1)
    expect(await count(() => who.call(listOrders), 200)).toBe(1)
  }
  const asCustomer = await count(() => buyer.call(checkout, { items, addressId: buyer.addressId }), 201)
  expect(await count(() => guest.call(checkout, { items, guest: details }), 201)).toBe(asCustomer + 1)
})

it('variants take no statement more: not the list, a cart nor an order; a page with them takes one', async () => {
  const options = [{ name: 'maat', values: ['S', 'M', 'L'] }]
  const { product, variants } = await addProductWithVariants(
    shop,
    options,
    ['S', 'M', 'L'].map(value => ({ values: [value], stock: 10_000 })),
  )
  const visitor = shop.newClient()
  const [customer] = await createCustomers(shop, 1)
  const items = variants.map(({ id: productId }) => ({ productId, quantity: 1 }))
  for (const item of items) await customer!.call(addToCart, item)
  const { db } = shop.node.platform
  const sold = () =>
    db
      .update(products)
      .set({ stock: sql`stock - 1` })
      .where(eq(products.parentId, product.id))
  const count = async (cost: Omit<Cost, 'statements'>) => (await statementsOf(cost)).length
  // The first of each of the catalogue's is its check for changes.
  expect(await count({ call: () => visitor.call(listProducts), before: sold })).toBe(2)
  expect(await count({ call: () => visitor.call(searchProducts, { option: 'maat:M' }), before: sold })).toBe(
    2,
  )
  expect(
    await count({ call: () => visitor.call(readProduct, { idOrSlug: product.slug }), before: sold }),
  ).toBe(3)
  expect(await count({ call: () => customer!.call(readCart) })).toBe(1)
  const place = () =>
    customer!.call(checkout, { items, addressId: customer!.addressId }, { 'idempotency-key': randomUUIDv7() })
  expect(await count({ call: place, status: 201 })).toBe(7)
})
