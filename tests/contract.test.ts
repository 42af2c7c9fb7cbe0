import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusesOf } from '../src/platform/http/openapi.ts'
import { collectBeacon } from '../src/backoffice/analytics/contract.ts'
import { sendcloudWebhook } from '../src/shop/orders/admin/shippingLabels/contract.ts'
import { storecoveWebhook } from '../src/money/invoices/peppol/contract.ts'
import { listBulkLines } from '../src/shop/products/admin/bulk/contract.ts'
import type { Endpoint } from '../src/wire/endpoint.ts'
import { pathParameters } from '../src/wire/path.ts'
import { openShop, type TestUser, type TestShop } from './support/shop.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

type Problem = { code: string; message: string; fields?: Record<string, string> }

const bodyFields = (endpoint: Endpoint) =>
  Object.keys(endpoint.input.shape).filter(name => !pathParameters(endpoint.path).includes(name))

// A signed webhook's body is read as it is: any without the signature gets 404.
const signed = new Set([sendcloudWebhook.path, storecoveWebhook.path])
const takesFields = (endpoint: Endpoint) =>
  endpoint.inBody && bodyFields(endpoint).length > 0 && !signed.has(endpoint.path)

/** The seed quotes this message in English, verbatim. */
const quoted = 'Display name must be at least 2 characters'

/** A body that no endpoint accepts. */
const nonsense = [Number.NaN, { a: { b: [] } }, [[[]]], 1e308]

describe('invalid input', () => {
  it('gets 400 and a Dutch sentence from every endpoint that takes a body', async () => {
    const endpoints = shop.node.app.endpoints.filter(takesFields)
    expect(endpoints.length).toBeGreaterThan(8)
    for (const endpoint of endpoints) {
      const path = endpoint.path.replaceAll(/:\w+/g, 'niets')
      const label = `${endpoint.method} ${endpoint.path}`
      for (const value of nonsense) {
        const body = Object.fromEntries(bodyFields(endpoint).map(name => [name, value]))
        const answer = await admin.request(endpoint.method, path, body)
        expect(answer.status, `${label} ${JSON.stringify(answer.body)}`).toBe(400)
        const problem = answer.body as Problem
        expect(problem.code, label).toBe('INVALID_INPUT')
        const all = [problem.message, ...Object.values(problem.fields ?? {})]
        const sentences = all.filter(sentence => sentence !== quoted)
        for (const sentence of sentences)
          expect(sentence, label).not.toMatch(/invalid|expected|required|must/i)
      }
      for (const body of ['{', '[]', 'null', '"tekst"', '{"__proto__": {"role": "ADMIN"}}']) {
        const { status } = await admin.request(endpoint.method, path, body, {
          'content-type': 'application/json',
        })
        expect(status, `${label} ${body}`).toBe(400)
      }
      const text = await admin.request(endpoint.method, path, 'x', { 'content-type': 'text/csv' })
      expect(text.status, label).toBe(415)
      const large = await admin.request(endpoint.method, path, { filler: 'x'.repeat(300_000) })
      expect(large.status, label).toBe(413)
    }
  })

  it('gets one message for a missing field and an empty one', async () => {
    const fieldsOf = async (endpoint: Endpoint, input: object) => {
      const parameters = pathParameters(endpoint.path).map(name => [name, 'niets'])
      const { body } = await admin.call(endpoint, { ...Object.fromEntries(parameters), ...input })
      return (body as Problem | null)?.fields ?? {}
    }
    const missing: Record<string, string> = {}
    const other: Record<string, string | undefined> = {}
    const endpoints = shop.node.app.endpoints.filter(takesFields)
    for (const endpoint of endpoints) {
      const empty = Object.fromEntries(bodyFields(endpoint).map(name => [name, '']))
      const [ofMissing, ofEmpty] = [await fieldsOf(endpoint, {}), await fieldsOf(endpoint, empty)]
      for (const [name, message] of Object.entries(ofMissing)) {
        missing[`${endpoint.method} ${endpoint.path} ${name}`] = message
        other[`${endpoint.method} ${endpoint.path} ${name}`] = ofEmpty[name]
      }
    }
    expect(Object.keys(missing).length).toBeGreaterThan(30)
    expect(other).toEqual(missing)
    const message = 'Noem dit met kleine letters, cijfers en streepjes.'
    for (const event of [{}, { category: '', action: '' }])
      expect(await fieldsOf(collectBeacon, { consent: true, type: 'event', page: '/', event })).toEqual({
        'event.category': message,
        'event.action': message,
      })
  })

  it('is refused when a field is an object with a length that is no number', async () => {
    const password = { length: { toString: 1 } }
    const { status, body } = await admin.request('POST', '/api/login', { email: 'a@b.nl', password })
    expect([status, body]).toMatchObject([400, { code: 'INVALID_INPUT' }])
  })

  it('is refused before the database when it contains a NUL or half a surrogate pair', async () => {
    const login = await admin.request('POST', '/api/login', { email: 'a@b.nl', password: 'a\u0000b' })
    expect(login).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect((await admin.request('GET', '/api/products/a%00b')).status).toBeLessThan(500)
    const json = { 'content-type': 'application/json' }
    const halved = String.raw`{"name":"Sam \ud83c","email":"a@b.nl","orderNumber":"2026-000001"}`
    const withdrawal = await shop.newClient().request('POST', '/api/withdrawals', halved, json)
    expect(withdrawal).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  })

  it('gets 404 for an id that cannot exist', async () => {
    for (const id of ['nope', '0', "'; drop table orders; --", '%F0%9F%92%A9', 'a'.repeat(5000)]) {
      const { status } = await admin.request('GET', `/api/orders/${encodeURIComponent(id)}`)
      expect(status, id.slice(0, 40)).toBe(404)
    }
  })

  it('gets 404 below a resource that does not exist', async () => {
    const reads = shop.node.app.endpoints.filter(
      // A mailed link, which the browser opened, is checked before the path.
      ({ method, path, problems }) =>
        method === 'GET' && pathParameters(path).length > 0 && !problems.includes('TOKEN_INVALID'),
    )
    expect(reads.length).toBeGreaterThan(15)
    for (const endpoint of reads) {
      const names = pathParameters(endpoint.path)
      const others = endpoint === listBulkLines ? { verdict: 'SAME' } : {}
      for (const id of ['niets', randomUUID()]) {
        const { status, body } = await admin.call(endpoint, {
          ...Object.fromEntries(names.map(name => [name, id])),
          ...others,
        })
        expect({ status, body }, `${endpoint.path} ${id}`).toMatchObject({
          status: 404,
          body: { code: 'NOT_FOUND' },
        })
      }
    }
  })

  it('gets 400 when the URL cannot be decoded', async () => {
    for (const path of ['/api/products/%', '/%E0%A4%A', '/api/orders/%C3%28']) {
      const answer = await shop.newClient().request('GET', path)
      expect(answer, path).toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } })
      expect(answer.body, path).toMatchObject({ message: 'Dit verzoek kunnen we niet lezen.' })
    }
  })

  it('gets 404 as JSON on unknown paths, for every method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await shop.newClient().request(method, '/api/admin/bestaat-niet')
      expect(answer, method).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', message: 'Niet gevonden.' },
      })
    }
  })
})

describe('an answer about one person', () => {
  it('is kept by no cache: of everything that needs a session, and of every change', async () => {
    const endpoints = shop.node.app.endpoints.filter(
      ({ access, method, path }) =>
        path !== '/api/logout' && (method !== 'GET' || /customer|model|admin/.test(access)),
    )
    for (const endpoint of endpoints) {
      const names = pathParameters(endpoint.path)
      const { status, headers } = await admin.call(
        endpoint,
        Object.fromEntries(names.map(name => [name, 'niets'])),
      )
      const label = `${endpoint.method} ${endpoint.path} ${status}`
      expect(headers.get('cache-control'), label).toBe('private, no-store')
    }
  })
})

describe('the OpenAPI document', () => {
  it('says of which type a file is, and that a change without an answer is null', async () => {
    const { body } = await shop.newClient().request('GET', '/api/openapi.json')
    const { paths } = body as { paths: Record<string, Record<string, { responses: Record<string, object> }>> }
    const slips = paths['/api/admin/packing-slips']?.['get']?.responses
    expect(slips?.['200']).toEqual({ description: 'The file', content: { 'application/pdf': {} } })
    const webhook = paths['/api/webhooks/{provider}']?.['post']?.responses
    expect(webhook?.['200']).toMatchObject({ content: { 'application/json': { schema: { type: 'null' } } } })
  })

  it('describes every mounted endpoint, with its input and output', async () => {
    const { body } = await shop.newClient().request('GET', '/api/openapi.json')
    const document = body as {
      openapi: string
      servers: object[]
      paths: Record<string, Record<string, { operationId: string; responses: object; security?: object[] }>>
    }
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: shop.origin }])
    const ids = Object.values(document.paths).flatMap(path =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(shop.node.app.endpoints.length)
    for (const id of ids) expect(id).toMatch(/^(get|post|put|delete)[A-Z]\w*$/)
    for (const endpoint of shop.node.app.endpoints) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
      expect(operation, path).toBeDefined()
      const isOpen = endpoint.access === 'public' || endpoint.access === 'machine'
      expect(operation?.security, path).toEqual(isOpen ? [] : [{ session: [] }])
      const described = Object.keys(operation?.responses ?? {}).map(Number)
      expect(new Set(described), path).toEqual(statusesOf(endpoint))
    }
    expect(JSON.stringify(document)).not.toContain('"password":{"type":"null"')
    const user = JSON.stringify(document.paths['/api/user'])
    expect(user).toContain('minutesBalance')
    expect(user).not.toContain('password')
  })

  it('states every status that an endpoint answers, with the codes of its problems', async () => {
    // Besides all calls of the tests, which are compared at the end of each of them.
    const endpoints = shop.node.app.endpoints.filter(({ path }) => path !== '/api/logout')
    for (const endpoint of endpoints)
      for (const word of ['niets', randomUUID(), 'a\u0000b']) {
        const names = Object.keys(endpoint.input.shape)
        await admin.call(endpoint, Object.fromEntries(names.map(name => [name, word])))
      }
    expect(shop.unstatedAnswers()).toEqual([])
    const { body } = await shop.newClient().request('GET', '/api/openapi.json')
    const { paths } = body as { paths: Record<string, Record<string, { responses: object }>> }
    const { responses } = paths['/api/toy-control/start']?.['post'] ?? {}
    expect(JSON.stringify(responses)).toContain('SESSION_EXISTS')
    expect(Object.keys(responses ?? {})).toEqual(
      expect.arrayContaining(['201', '400', '401', '402', '403', '404', '409', '422', '429', '500', '503']),
    )
  })
})
