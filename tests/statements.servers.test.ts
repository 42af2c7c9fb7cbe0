import { afterAll, beforeAll, expect, it } from 'vitest'
import { listProducts } from '../src/catalog/contract.ts'
import { addToCart, readCart, setCartLine } from '../src/cart/contract.ts'
import { checkout } from '../src/checkout/contract.ts'
import { openPostgres } from '../src/platform/db.ts'
import { openCrowd, type Buyer } from './support/crowd.ts'
import { openPostgresServer, type Postgres } from './support/postgres.ts'
import { addProduct } from './support/scenes.ts'
import { openShop, type Shop } from './support/shop.ts'

/** How many SQL statements a call costs, told by the driver on a real PostgreSQL: few round trips is how we are quick. */
let postgres: Postgres
let shop: Shop
let buyer: Buyer
let said: string[] = []
beforeAll(async () => {
  postgres = await openPostgresServer()
  const logger = { logQuery: (statement: string) => void said.push(statement) }
  shop = await openShop({ database: await openPostgres(await postgres.create(), { logger }) })
  buyer = (await openCrowd(shop, 1))[0] as Buyer
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

/** The simulator stands at the provider's side of the network, and the clocks of the node tick on meanwhile. */
const background = /simulator_|toy_control_sessions|toy_links/

/** What one call says to the database; of several tries the shortest, because other work may come in between. */
async function statementsOf(call: () => Promise<{ status: number }>, status: number): Promise<string[]> {
  const tries: string[][] = []
  for (let count = 0; count < 5; count += 1) {
    said = []
    expect((await call()).status).toBe(status)
    tries.push(said.filter(statement => !background.test(statement)))
  }
  return tries.sort((a, b) => a.length - b.length)[0] as string[]
}

it('a list of products: one', async () => {
  for (let count = 0; count < 20; count += 1) await addProduct(shop)
  const said = await statementsOf(() => shop.visitor().call(listProducts), 200)
  expect(said).toHaveLength(1)
})

it('a cart: who it is, and the lines', async () => {
  const { id } = await addProduct(shop)
  const added = await buyer.call(addToCart, { productId: id })
  expect(await statementsOf(() => buyer.call(addToCart, { productId: id }), 201)).toHaveLength(2)
  expect(await statementsOf(() => buyer.call(readCart), 200)).toHaveLength(2)
  const set = () => buyer.call(setCartLine, { itemId: added.body.id, quantity: 3 })
  expect(await statementsOf(set, 200)).toHaveLength(2)
})

it('an order of several products, with an address and a key: eight, begin and commit among them', async () => {
  const items: { productId: string; quantity: number }[] = []
  for (let count = 0; count < 3; count += 1)
    items.push({ productId: (await addProduct(shop)).id, quantity: 2 })
  let key = 0
  const place = () => {
    key += 1
    const headers = { 'idempotency-key': `order-${key}` }
    return buyer.call(checkout, { items, addressId: buyer.addressId, hasTracking: true }, headers)
  }
  const said = await statementsOf(place, 201)
  expect(said.filter(statement => /^(begin|commit)/i.test(statement))).toHaveLength(2)
  expect(said, said.join('\n')).toHaveLength(8)
})
