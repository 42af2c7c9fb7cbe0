import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { readUser } from '../../people/accounts/contract.ts'
import { readConfig } from '../config.ts'
import { createHttpServer } from '../http/http.ts'
import { createLog } from './log.ts'
import { workContext } from './workContext.ts'

describe('a request’s id', () => {
  const lines: string[] = []
  let app: FastifyInstance
  let origin = 'http://127.0.0.1'
  beforeAll(async () => {
    app = await createHttpServer({
      config: readConfig({}),
      log: createLog('info', { write: line => void lines.push(line) }),
      now: () => new Date(),
      origin: () => origin,
      draining: new AbortController().signal,
    })
    app.get('/api/id', () => ({ id: workContext.getStore()?.requestId }))
    app.post('/api/id', () => ({ id: workContext.getStore()?.requestId }))
    app.get('/api/broken', request => {
      request.log.warn('about to fail')
      throw new Error('a bug of kanarie@gloed.test')
    })
    app.get('/api/inside', async () => (await app.inject('/api/id')).json())
    origin = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => app.close())

  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${origin}${path}`, init)
    return {
      id: response.headers.get('x-request-id'),
      body: (await response.json()) as Record<string, unknown>,
    }
  }

  it('is in the answer, and known to its handler, also after a body was read', async () => {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
    for (const { id, body } of [
      await ask('/api/id'),
      await ask('/api/id', { ...post, body: '{}' }),
      await ask('/api/id', { ...post, body: JSON.stringify({ long: 'x'.repeat(200_000) }) }),
      await ask('/api/inside'),
    ]) {
      expect(id).toMatch(/^[0-9a-f]{12}$/)
      expect(body).toEqual({ id })
    }
  })

  it('is never one that was sent', async () => {
    const headers = {
      'x-request-id': 'gekozen',
      'request-id': 'gekozen',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    }
    const [one, two] = [await ask('/api/id', { headers }), await ask('/api/id', { headers })]
    expect(one.id).not.toBe('gekozen')
    expect(one.id).not.toBe(two.id)
  })

  it('finds the log lines of a failure by the code that its user was told, and stands in no other refusal', async () => {
    const { id, body } = await ask('/api/broken')
    expect(body).toEqual({
      code: 'INTERNAL',
      message: 'Er ging iets mis bij ons. Probeer het straks opnieuw.',
      requestId: id,
    })
    const own = lines
      .map(line => JSON.parse(line) as Record<string, unknown>)
      .filter(({ reqId }) => reqId === id)
    expect(own.map(({ msg }) => msg)).toEqual(['about to fail', 'request failed'])
    expect((await ask('/api/nergens')).body).not.toHaveProperty('requestId')
  })
})

describe('Server-Timing', () => {
  let shop: TestShop
  beforeAll(async () => void (shop = await openShop()))
  afterAll(() => shop.close())

  it('tells admins how long the database took, and nobody else', async () => {
    const timingOf = async (role: 'USER' | 'MODEL' | 'ADMIN') => {
      const user = await shop.newUser(role)
      // The session is read from the database, and then from memory.
      const answers = [await user.call(readUser), await user.call(readUser)]
      return answers.map(({ headers }) => headers.get('server-timing'))
    }
    const timing = expect.stringMatching(/^db;dur=\d+\.\d, total;dur=\d+\.\d$/)
    expect(await timingOf('ADMIN')).toEqual([timing, timing])
    expect((await timingOf('ADMIN'))[0]).not.toContain('db;dur=0.0')
    for (const role of ['USER', 'MODEL'] as const) expect(await timingOf(role)).toEqual([null, null])
    const visitor = await shop.newClient().request('GET', '/api/products')
    expect([visitor.status, visitor.headers.get('server-timing')]).toEqual([200, null])
  })

  it('tells nothing to an admin who still owes the second step', async () => {
    const strict = await openShop({ env: { REQUIRE_ADMIN_TOTP: 'true' } })
    const { headers } = await (await strict.newUser('ADMIN')).call(readUser)
    expect(headers.get('server-timing')).toBeNull()
    await strict.close()
  })
})
