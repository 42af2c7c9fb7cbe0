import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readUser } from '../src/people/accounts/contract.ts'
import { queryRows } from '../src/platform/db/sql.ts'
import { endpoint, type Endpoint, type EndpointAccess } from '../src/wire/endpoint.ts'
import { openShop, type TestShop, type TestUser } from './support/shop.ts'

let shop: TestShop
/** Signed in, as the browser is that another site uses. */
let victims: Record<Exclude<EndpointAccess, 'machine'>, TestUser>

beforeAll(async () => {
  shop = await openShop()
  const customer = await shop.newUser()
  victims = {
    public: customer,
    shopper: customer,
    buyer: customer,
    customer,
    model: await shop.newUser('MODEL'),
    admin: await shop.newUser('ADMIN'),
  }
})
afterAll(() => shop.close())

/** They authenticate by their own means, and no browser calls them with a session: why each may come from anywhere. */
const exempt: Record<string, string> = {
  'POST /api/webhooks/:provider': 'the payment is fetched from the provider, never believed',
  'POST /api/webhooks/sendcloud': 'its body is signed',
  'POST /api/webhooks/storecove': 'its body is signed',
  'POST /api/webhooks/lovense/:secret': 'its path has a secret',
}

/**
 * A program may send these files (`api.md`: with neither header a call passes). A browser says where a form comes from, and keeps a
 * SameSite=Lax cookie to itself.
 */
const takesFiles = [
  'POST /api/admin/files/:fileId/parts',
  'POST /api/admin/gifts/:giftId/picture',
  'POST /api/admin/payout-statements',
  'POST /api/admin/pictures',
  'POST /api/admin/product-imports',
  'POST /api/admin/products',
  'POST /api/admin/products/:productId/codes',
  'POST /api/admin/products/:productId/manuals',
  'POST /api/admin/reports/:quarter/comparison/:provider',
  'POST /api/creator-application/documents',
  'POST /api/profile/avatar',
  'POST /api/studio/page/:kind/picture',
]

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const unsafeEndpoints = () => shop.node.app.endpoints.filter(({ method }) => method !== 'GET')
const filled = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, 'niets')

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const crossSite = {
  status: 403,
  body: { code: 'CROSS_SITE', message: expect.stringContaining('onze eigen site') },
}
const wrongType = { status: 415, body: { code: 'UNSUPPORTED_TYPE', message: expect.any(String) } }
const attempts: [string, Record<string, string>, string, object][] = [
  ['a foreign Origin', { origin: 'https://elders.example', 'content-type': json }, '{}', crossSite],
  ['the Origin "null"', { origin: 'null', 'content-type': json }, '{}', crossSite],
  ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site', 'content-type': json }, '{}', crossSite],
  ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site', 'content-type': json }, '{}', crossSite],
  ['a form, and neither header', { 'content-type': `${form}; charset=utf-8` }, 'a=b', crossSite],
  ['a form as text, and neither header', { 'content-type': 'text/plain' }, '{}', wrongType],
]

/** Everything stored, but for when a session was last used. */
async function storedState(): Promise<string> {
  const { db } = shop.node.platform
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  expect(tables.length).toBeGreaterThan(50)
  const digests = tables.map(
    ({ name }) =>
      sql`select ${name} as name, md5(string_agg(t::text, ',' order by t::text)) as digest from ${sql.identifier(name)} t`,
  )
  return JSON.stringify(await queryRows(db, sql.join(digests, sql` union all `)))
}

describe('a call of another site, with the cookies of a user who may make it', () => {
  it('is exempt only for machines', () => {
    const machines = unsafeEndpoints().filter(({ access }) => access === 'machine')
    expect(machines.map(nameOf).toSorted()).toEqual(Object.keys(exempt).toSorted())
  })

  it.each(attempts)(
    'with %s is refused by every unsafe endpoint, and changes nothing',
    async (_, headers, body, refused) => {
      const before = await storedState()
      const endpoints = unsafeEndpoints().filter(each => !(nameOf(each) in exempt))
      expect(endpoints.length).toBeGreaterThan(120)
      for (const each of endpoints) {
        const victim = victims[each.access as keyof typeof victims]
        const answer = await victim.request(each.method, filled(each), body, headers)
        expect(answer, nameOf(each)).toMatchObject(refused)
        expect(answer.headers.getSetCookie(), nameOf(each)).toEqual([])
      }
      expect(await storedState()).toBe(before)
      for (const victim of Object.values(victims)) expect((await victim.call(readUser)).status).toBe(200)
    },
  )

  it('with files, and neither header, is refused by every endpoint that takes none', async () => {
    const before = await storedState()
    const body = '--x\r\ncontent-disposition: form-data; name="naam"\r\n\r\niets\r\n--x--\r\n'
    const taken: string[] = []
    for (const each of unsafeEndpoints().filter(one => !(nameOf(one) in exempt))) {
      const victim = victims[each.access as keyof typeof victims]
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const { status } = await victim.request(each.method, filled(each), body, headers)
      if (status !== 415) taken.push(nameOf(each))
    }
    expect(taken.toSorted()).toEqual(takesFiles)
    expect(await storedState()).toBe(before)
  })

  it('finds no unsafe route that is not an endpoint, but for the simulators', () => {
    const mounted = ['POST', 'PUT', 'PATCH', 'DELETE'].flatMap(unsafeRoutes)
    const isOfSimulator = (route: string) => / \/(simulator|verotel)\//.test(route)
    expect(mounted.filter(isOfSimulator).length).toBeGreaterThan(5)
    const unknownPaths = ['POST', 'PUT', 'PATCH', 'DELETE'].map(method => `${method} *`)
    expect(mounted.filter(route => !isOfSimulator(route)).toSorted()).toEqual(
      [...unsafeEndpoints().map(nameOf), ...unknownPaths].toSorted(),
    )
  })
})

/** The routes of the server itself, from its drawing of them as a tree. */
function unsafeRoutes(method: string): string[] {
  const parents: string[] = []
  return shop.node.app
    .printRoutes({ commonPrefix: false, method: method as never })
    .split('\n')
    .flatMap(line => {
      const [, indent, path, methods] = /^(.*?)[├└]── (.*?)(?: \((.*)\))?$/.exec(line) ?? []
      if (indent === undefined || path === undefined) return []
      const depth = indent.length / 4
      parents[depth] = (parents[depth - 1] ?? '') + path
      return methods?.includes(method) ? [`${method} ${parents[depth]}`] : []
    })
}

describe('a call that is let in', () => {
  const logout = endpoint('POST /api/logout', 'public', { summary: '', output: readUser.output.nullable() })

  it.each([
    ['from our own page', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['from our own page in an older browser', () => ({ origin: shop.origin })],
    ['from a program, which has no cookies of a browser', () => ({})],
  ])('%s', async (_, headers) => {
    const { status } = await shop.newClient().call(logout, {}, headers())
    expect(status).toBe(204)
  })
})
