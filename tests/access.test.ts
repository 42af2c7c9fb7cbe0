import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointAccess, Endpoint } from '../src/wire/endpoint.ts'
import { openShop, type TestUser, type TestShop, type TestClient } from './support/shop.ts'

let shop: TestShop
let visitors: Record<'nobody' | 'USER' | 'MODEL' | 'ADMIN', TestClient | TestUser>

beforeAll(async () => {
  shop = await openShop()
  visitors = {
    nobody: shop.newClient(),
    USER: await shop.newUser('USER'),
    MODEL: await shop.newUser('MODEL'),
    ADMIN: await shop.newUser('ADMIN'),
  }
})
afterAll(() => shop.close())

type Viewer = keyof typeof visitors

/** Who is let in; anyone else without a session gets 401, and with one 403. */
const admitted: Record<EndpointAccess, Viewer[]> = {
  public: ['nobody', 'USER', 'MODEL', 'ADMIN'],
  machine: ['nobody', 'USER', 'MODEL', 'ADMIN'],
  customer: ['USER', 'MODEL', 'ADMIN'],
  model: ['MODEL', 'ADMIN'],
  admin: ['ADMIN'],
}

/** Nothing here is found, and nothing is harmed. */
const harmless = (endpoint: Endpoint): object =>
  Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'niets']))

/** What ends the session that tries it, and so is tried by another. */
const isLogout = (endpoint: Endpoint) => endpoint.path === '/api/logout'

describe('every endpoint, tried by everyone', () => {
  it('knows them all', () => {
    const paths = shop.node.app.endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(paths.length).toBeGreaterThan(25)
    expect(new Set(paths).size).toBe(paths.length)
  })

  it.each(['nobody', 'USER', 'MODEL', 'ADMIN'] as const)(
    'admits %s where its rule says so, and nowhere else',
    async viewer => {
      const endpoints = shop.node.app.endpoints.filter(endpoint => !isLogout(endpoint))
      const refusal = viewer === 'nobody' ? 401 : 403
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

  it('refuses every change that another site asks a browser for, whoever is signed in', async () => {
    const changes = shop.node.app.endpoints.filter(
      ({ method, access }) => method !== 'GET' && access !== 'machine',
    )
    for (const endpoint of changes) {
      const label = `${endpoint.method} ${endpoint.path}`
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://elders.example' },
      ]) {
        const { status, body } = await visitors.ADMIN.call(endpoint, harmless(endpoint), headers)
        expect({ status, body }, label).toMatchObject({ status: 403, body: { code: 'CROSS_SITE' } })
      }
    }
  })

  it('lets our own pages, and programs that carry no cookie by themselves, through', async () => {
    const harmlessHeaders: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { origin: shop.origin },
      {},
    ]
    for (const headers of harmlessHeaders) {
      const { status } = await visitors.nobody.request('POST', '/api/logout', undefined, headers)
      expect(status).toBe(204)
    }
  })
})
