import { createFirstAdmin } from '../../src/people/admins/contract.ts'
import { register } from '../../src/people/accounts/contract.ts'
import { createCategory, createProduct } from '../../src/shop/products/admin/contract.ts'
import { createAddress } from '../../src/people/addresses/contract.ts'
import type { Write } from './tools.ts'
import { openPostgresServer } from '../support/postgres.ts'
import { openProductionShop } from '../support/productionShop.ts'
import { createTestClient } from '../support/shop.ts'

const password = 'een lang wachtwoord'
const owner = 'noor@lichtpunt.test'
const address = {
  firstName: 'Robin',
  lastName: 'Maas',
  street: 'Lindelaan',
  houseNumber: '12',
  city: 'Utrecht',
  postalCode: '3512 AB',
}

/** A shop in production, on PostgreSQL, with a product, an admin and a customer. */
export async function openTarget() {
  const postgres = await openPostgresServer()
  const shop = await openProductionShop({
    DATABASE_URL: await postgres.create(),
    STOREFRONT_ACCESS: 'public',
    // The limits of requests would answer most requests of the tools; they have tests of their own.
    RATE_LIMIT_FACTOR: '100000',
    // The tools attack the admin's session, however it was opened.
    REQUIRE_ADMIN_TOTP: 'off',
  })
  const { origin } = shop.server
  const [admin, customer] = [createTestClient(origin), createTestClient(origin)]
  const setup = { email: owner, password, displayName: 'Noor', token: setupToken(shop.server.logs()) }
  expectDone(await admin.call(createFirstAdmin, setup))
  const account = { email: 'robin@post.test', password, displayName: 'Robin' }
  const { id: userId } = expectDone(await customer.call(register, account))
  const category = expectDone(await admin.call(createCategory, { name: 'Kaarsen' }))
  const product = { name: 'Kaars', sku: 'K1', price: 1000, stock: 10, categoryId: category.id }
  const { id: productId } = expectDone(await admin.call(createProduct, product))
  const { id: addressId } = expectDone(await customer.call(createAddress, address))
  return {
    server: shop.server,
    async close() {
      await shop.close()
      await postgres.close()
    },
    /** The node itself, without the proxy. */
    origin,
    cookie: `${admin.cookie()}; gloed_age=kept`,
    writes: writesOf(
      { admin: admin.cookie(), customer: customer.cookie() },
      { productId, addressId, category },
    ),
    /** Calls that only read, with a value for each part of the path and the query. */
    readCalls: async () => {
      const { body } = await admin.request('GET', '/api/openapi.json')
      return exampleCalls(body as OpenApi, { productId, userId, categoryId: category.id })
    },
  }
}

/** Of the link for the first admin, which the start prints. */
function setupToken(logs: string): string {
  const [, token] = /welkom[?#]token=([\w-]+)/.exec(logs) ?? []
  if (!token) throw new Error('the start printed no link for the first admin')
  return token
}

function expectDone<T>({ status, body }: { status: number; body: T }): T {
  if (status >= 300) throw new Error(`the target could not be prepared: ${status} ${JSON.stringify(body)}`)
  return body
}

/** The requests of visitors, customers and admins, one of each kind of service. */
function writesOf(
  { admin, customer }: { admin: string; customer: string },
  { productId, addressId, category }: { productId: string; addressId: string; category: { id: string } },
): Write[] {
  const post = (path: string, cookie: string, body: object): Write => ({ method: 'POST', path, cookie, body })
  const items = [{ productId, quantity: 1 }]
  const report = { kind: 'PRODUCT', contentId: productId, reason: 'OTHER', text: 'Dit klopt niet.' }
  return [
    post('/api/login', '', { email: 'robin@post.test', password: 'wachtwoord' }),
    post('/api/password/forgot', '', { email: 'robin@post.test' }),
    post('/api/cart', customer, { productId, quantity: 1 }),
    post('/api/cart/checkout', customer, { items, addressId, comments: 'Bel niet aan.', codes: ['LENTE'] }),
    post('/api/addresses', customer, address),
    post(`/api/products/${productId}/reviews`, customer, { rating: 4, text: 'Fijn.' }),
    post('/api/content-reports', '', { ...report, name: 'Robin', email: 'r@post.test', isGoodFaith: true }),
    post('/api/contact', '', { topic: 'OTHER', text: 'Hoi', name: 'Robin', email: 'r@post.test' }),
    post('/api/withdrawals', '', { name: 'Robin', email: 'r@post.test', orderNumber: '2026-000001' }),
    post('/api/admin/products', admin, {
      name: 'Kaars',
      sku: 'K2',
      price: 1,
      stock: 1,
      categoryId: category.id,
    }),
    {
      method: 'PUT',
      path: `/api/admin/products/${productId}`,
      cookie: admin,
      body: { name: 'Kaars', price: 1 },
    },
  ]
}

interface OpenApi {
  paths: Record<string, { get?: { parameters: { name: string; in: string; schema: Schema }[] } }>
}
interface Schema {
  type?: string
  enum?: string[]
  default?: string | number | boolean
  pattern?: string
  format?: string
}

/** @returns undefined for an endpoint that is better left out */
function exampleOf({ type, enum: choices, default: preset, pattern, format }: Schema): string | undefined {
  if (preset !== undefined || choices) return String(preset || choices?.[0] || 'kaars')
  if (type === 'integer' || type === 'number') return '1'
  return type === 'string' && !pattern && !format ? 'kaars' : undefined
}

function exampleCalls({ paths }: OpenApi, ids: Record<string, string>): string[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get) return []
    const query = new URLSearchParams()
    let filled = path
    for (const { name, in: place, schema } of get.parameters) {
      const value = ids[name] ?? exampleOf(schema)
      if (place === 'path') filled = filled.replace(`{${name}}`, value ?? 'kaars')
      else if (value) query.set(name, value)
    }
    return [query.size > 0 ? `${filled}?${query}` : filled]
  })
}
