import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointAccess, Endpoint } from '../src/wire/endpoint.ts'
import type { Role } from '../src/wire/roles.ts'
import { newGuest, setPublic } from './support/guests.ts'
import { openShop, type TestUser, type TestShop, type TestClient } from './support/shop.ts'

let shop: TestShop
let visitors: Record<'nobody' | Role, TestClient | TestUser>

beforeAll(async () => {
  shop = await openShop()
  visitors = {
    nobody: shop.newClient(),
    GUEST: await newGuest(shop),
    USER: await shop.newUser('USER'),
    MODEL: await shop.newUser('MODEL'),
    ADMIN: await shop.newUser('ADMIN'),
  }
})
afterAll(() => shop.close())

type Viewer = keyof typeof visitors

/** The roles that each access rule of a public shop admits; others get 401 without a session, and 403 with one. */
const admitted: Record<EndpointAccess, Viewer[]> = {
  public: ['nobody', 'GUEST', 'USER', 'MODEL', 'ADMIN'],
  machine: ['nobody', 'GUEST', 'USER', 'MODEL', 'ADMIN'],
  shopper: ['nobody', 'GUEST', 'USER', 'MODEL', 'ADMIN'],
  buyer: ['GUEST', 'USER', 'MODEL', 'ADMIN'],
  customer: ['USER', 'MODEL', 'ADMIN'],
  model: ['MODEL', 'ADMIN'],
  admin: ['ADMIN'],
}

/** Input that finds nothing and changes nothing. */
const harmless = (endpoint: Endpoint): object =>
  Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'niets']))

/** These endpoints end the session that calls them, so each is called with a session of its own. */
const isLogout = (endpoint: Endpoint) => endpoint.path === '/api/logout'

describe('every endpoint, called with every role', () => {
  it('covers every mounted endpoint', () => {
    const paths = shop.node.app.endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(paths.length).toBeGreaterThan(25)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it.each(['nobody', 'GUEST', 'USER', 'MODEL', 'ADMIN'] as const)(
    'admits %s according to its rule only',
    async viewer => {
      const endpoints = shop.node.app.endpoints.filter(endpoint => !isLogout(endpoint))
      const refusal = viewer === 'nobody' || viewer === 'GUEST' ? 401 : 403
      const expected = endpoints.map(endpoint => admitted[endpoint.access].includes(viewer) || refusal)
      const statuses = []
      for (const endpoint of endpoints) {
        const { status } = await visitors[viewer].call(endpoint, harmless(endpoint))
        statuses.push(status)
      }
      const isLetIn = (status: number) => status !== 401 && status !== 403 && status < 500
      const verdicts = statuses.map(status => isLetIn(status) || status)
      const named = (values: unknown[]) =>
        values.map((value, at) => `${endpoints[at]?.method} ${endpoints[at]?.path}: ${String(value)}`)
      expect(named(verdicts)).toEqual(named(expected))
    },
  )

  it('admits a guest nowhere but where anyone may call, while the shop is for members', async () => {
    await setPublic(shop, false)
    for (const endpoint of shop.node.app.endpoints) {
      if (endpoint.access !== 'shopper' && endpoint.access !== 'buyer') continue
      const { status } = await visitors.GUEST.call(endpoint, harmless(endpoint))
      expect(status, endpoint.path).toBe(401)
    }
  })
})
