import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, PASSWORD, type TestShop } from '../../../tests/support/shop.ts'
import { listCustomers } from '../../backoffice/customers/contract.ts'
import { login, logout } from '../../people/accounts/contract.ts'
import { Problem } from '../../wire/problem.ts'
import { createLog } from '../telemetry/log.ts'
import { isSameOrigin, toProblem } from './http.ts'
import { FilesUnavailable } from '../files/storage.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } })))
afterAll(() => shop.close())

describe('every response', () => {
  it('allows only the page’s own inline script, and no framing', async () => {
    const first = await shop.newClient().request('GET', '/')
    const second = await shop.newClient().request('GET', '/')
    const policy = first.headers.get('content-security-policy') ?? ''
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1]
    expect(scripts).toMatch(/^'self' 'nonce-[A-Za-z0-9+/=]{20,}'$/)
    expect(second.headers.get('content-security-policy')).not.toBe(policy)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    expect(first.headers.get('strict-transport-security')).toBeNull()
  })

  it('is readable by no other site', async () => {
    const headers = { origin: 'https://other.example', 'access-control-request-method': 'GET' }
    for (const method of ['GET', 'OPTIONS'] as const)
      for (const path of ['/shop', '/api/products', '/api/user']) {
        const answer = await shop.newClient().request(method, path, undefined, headers)
        expect(answer.headers.get('access-control-allow-origin'), path).toBeNull()
      }
  })

  it('of a call allows nothing at all', async () => {
    const { headers } = await shop.newClient().request('GET', '/api/categories')
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })

  it('lets markup be written by our own policy only, and asks for no device', async () => {
    const { headers } = await shop.newClient().request('GET', '/')
    expect(headers.get('content-security-policy')).toContain(
      "require-trusted-types-for 'script';trusted-types default",
    )
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*microphone=\(\)/)
  })

  it.each([
    ['', 'max-age=31536000'],
    ['on', 'max-age=31536000; includeSubDomains; preload'],
  ])('over HTTPS keeps browsers to it; HSTS_PRELOAD=%s', async (preload, expected) => {
    const secure = await openShop({
      env: { PUBLIC_URL: 'https://gloed.test', ...(preload && { HSTS_PRELOAD: preload }) },
    })
    const { headers } = await secure.node.app.inject('/')
    expect(headers['strict-transport-security']).toBe(expected)
    await secure.close()
  })

  it('allows connections to the local computer on the studio’s page only', async () => {
    const allowedAt = async (path: string) => {
      const { headers } = await shop.newClient().request('GET', path)
      return /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
    }
    expect(await allowedAt('/studio?x=1')).toBe("'self' ws://127.0.0.1:* ws://localhost:*")
    for (const path of ['/', '/live', '/studio/x']) expect(await allowedAt(path)).toBe("'self'")
  })
})

describe('a slow client', () => {
  it('is disconnected at the deadline, even while it keeps sending', async () => {
    const { port } = shop.node.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    )
    const drip = setInterval(() => socket.write(' '), 200)
    socket.resume()
    // Not `once`, which rejects on the error of a reset connection.
    await new Promise(resolve => socket.on('close', resolve))
    clearInterval(drip)
    expect(socket.bytesWritten).toBeLessThan(1000)
  })
})

it('a client that leaves in the middle of its body is no failure of ours', async () => {
  const lines: string[] = []
  const own = await openShop({ log: createLog('info', { write: line => void lines.push(line) }) })
  const { port } = own.node.app.server.address() as AddressInfo
  const served = once(own.node.app.server, 'request')
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  )
  const [request] = (await served) as [IncomingMessage]
  socket.destroy()
  await once(request, 'close').catch(() => undefined)
  await own.close()
  expect(lines.join('')).not.toContain('request failed')
})

describe('a URL that cannot be decoded', () => {
  const visit = (path: string) =>
    fetch(`${shop.origin}${path}`, { redirect: 'manual', headers: { accept: 'text/html,*/*;q=0.8' } })
  const placeOf = async (path: string) => (await visit(path)).headers.get('location')

  it('redirects a browser to the not-found page on our own site, and gives a program an error', async () => {
    expect(await placeOf('/shop/%E0%A4%A')).toBe('/shop/%25E0%25A4%25A')
    expect(await placeOf('//other.example/%')).toBe('/other.example/%25')
    expect((await visit('/api/products/%')).status).toBe(400)
    expect((await shop.newClient().request('GET', '/%E0%A4%A')).status).toBe(400)
  })
})

describe('the same-origin rule', () => {
  const own = 'https://gloed.example'
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://other.example' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: own }, true],
    [{ origin: 'https://shop.gloed.example' }, false],
    [{ origin: 'null' }, false],
    [{}, true],
  ])('%o → %s', (headers, expected) => expect(isSameOrigin({ headers }, own)).toBe(expected))
})

describe('an error becomes a problem of the catalogue', () => {
  const wrapped = (code: string, message = '') =>
    new Error('Failed query', { cause: Object.assign(new Error(message), { code }) })
  it.each([
    [new Problem('TOY_BUSY'), 'TOY_BUSY'],
    [wrapped('22P02'), 'NOT_FOUND'],
    [wrapped('40P01'), 'CONFLICT'],
    [wrapped('ECONNREFUSED'), 'UNAVAILABLE'],
    [wrapped('57P01'), 'UNAVAILABLE'],
    [wrapped('22003'), 'INVALID_INPUT'],
    [wrapped('', 'Client has encountered a connection error and is not queryable'), 'UNAVAILABLE'],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'UNAVAILABLE'],
    [new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') }), 'UNAVAILABLE'],
    [wrapped('53100', 'could not extend file: No space left on device'), 'UNAVAILABLE'],
    [wrapped('XX000', 'could not write init file'), 'UNAVAILABLE'],
    [wrapped('XX000', 'cache lookup failed for relation 1'), 'INTERNAL'],
    [new FilesUnavailable('the disk is full'), 'UNAVAILABLE'],
    [new Error('x', { cause: null }), 'INTERNAL'],
    [Object.assign(new Error('x'), { statusCode: 413 }), 'TOO_LARGE'],
    [Object.assign(new Error('x'), { statusCode: 400 }), 'MALFORMED_REQUEST'],
    [new Error('a bug'), 'INTERNAL'],
  ])('%s → %s', (error, code) => expect(toProblem(error).code).toBe(code))
})

it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/xml'])(
  'refuses %s, which a form of another site could send',
  async type => {
    const sent = { method: 'POST', headers: { 'content-type': type }, body: '{"email":"a@b.nl"}' }
    const answer = await fetch(`${shop.origin}/api/password/forgot`, sent)
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ code: 'UNSUPPORTED_TYPE' })
  },
)

it('refuses a body that would change a prototype', async () => {
  const body = '{"email":"a@b.nl","__proto__":{"role":"ADMIN"}}'
  const answer = await shop
    .newClient()
    .request('POST', '/api/password/forgot', body, { 'content-type': 'application/json' })
  expect(answer).toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } })
})

describe('rate limits', () => {
  it('answer 429 with Retry-After to a client above the limit', async () => {
    const visitor = shop.newClient()
    const answers = await Promise.all(Array.from({ length: 640 }, () => visitor.request('GET', '/api/user')))
    const refused = answers.filter(answer => answer.status === 429)
    expect(refused.length).toBeGreaterThan(20)
    expect(refused[0]?.body).toMatchObject({ code: 'RATE_LIMITED', message: expect.stringMatching(/snel/) })
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each([
    [
      'all addresses of an IPv6 network as one',
      '127.0.0.1',
      (at: number) => `2001:db8:5:6::${at.toString(16)}`,
    ],
    ['no address that the client invented', '', (at: number) => `203.0.113.${at}`],
  ])('count %s', async (_, trusted, address) => {
    const own = await openShop({ env: { RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: trusted } })
    const statuses = await Promise.all(
      Array.from({ length: 80 }, async (__, at) => {
        const headers = { 'x-forwarded-for': address(at + 1) }
        return (await own.newClient().request('GET', '/api/user', undefined, headers)).status
      }),
    )
    expect(statuses.filter(status => status === 429)).toHaveLength(20)
    await own.close()
  })
})

it('logs which account was opened, and which somebody tried to open', async () => {
  const lines: string[] = []
  const own = await openShop({ log: createLog('info', { write: line => void lines.push(line) }) })
  const { user } = await own.newUser()
  const enter = (email: string, password: string) => own.newClient().call(login, { email, password })
  await enter(user.email, 'kanarie')
  await enter('kanarie@gloed.test', 'kanarie')
  expect((await enter(user.email, PASSWORD)).status).toBe(200)
  await own.close()
  const logins = lines
    .map(line => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'login refused' || msg === 'signed in')
  expect(logins).toMatchObject([
    { msg: 'login refused', userId: user.id, method: 'PASSWORD', reqId: expect.any(String) },
    { msg: 'login refused', userId: null },
    { msg: 'signed in', userId: user.id, reqId: expect.any(String) },
  ])
  expect(lines.join('')).not.toMatch(/kanarie|lid-/)
})

it('logs a refusal, without the person', async () => {
  const lines: string[] = []
  const own = await openShop({ log: createLog('info', { write: line => void lines.push(line) }) })
  const customer = await own.newUser()
  await customer.call(listCustomers)
  await customer.request('GET', '/api/nergens')
  await own.newClient().call(login, { email: 'kanarie@gloed.test', password: 'kanarie' })
  await own.newClient().call(logout, {}, { origin: 'https://elders.example' })
  await own.close()
  const refused = lines.map(line => JSON.parse(line) as Record<string, unknown>).filter(({ code }) => code)
  expect(refused).toMatchObject([
    {
      msg: 'request refused',
      code: 'FORBIDDEN',
      req: { method: 'GET', route: listCustomers.path },
      reqId: expect.any(String),
    },
    { code: 'INVALID_CREDENTIALS', req: { method: 'POST', route: login.path } },
    { code: 'CROSS_SITE', req: { method: 'POST', route: logout.path } },
  ])
  expect(lines.join('')).not.toMatch(/kanarie|elders|lid-/)
})
