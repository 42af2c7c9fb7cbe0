import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../src/platform/db/db.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { openMollieFixture, type MollieFixture } from './fixture.ts'

const MINUTE = 60_000
let database: Database
let rig: MollieFixture

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  rig = await openMollieFixture(database.db)
})
afterEach(() => rig.close())
afterAll(() => database.close())

describe('payments', () => {
  test('are created as open, with an address to pay at', async () => {
    const { status, body } = await rig.call('POST', '/payments', { ...rig.order(), unknown: 1 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      resource: 'payment',
      mode: 'test',
      status: 'open',
      amount: { currency: 'EUR', value: '12.50' },
      metadata: { orderId: 'x' },
      expiresAt: '2026-11-20T12:15:00.000Z',
    })
    expect(body._links.checkout?.href).toMatch(new RegExp(`^${rig.base}/.*/${body.id}$`))
    expect(body.id).toMatch(/^tr_\w{10}$/)
    expect(await rig.read(body.id)).toEqual(body)
  })

  test.each([
    [{ amount: { currency: 'EUR', value: '12.5' } }, 'amount'],
    [{ amount: { currency: 'EUR', value: '0.00' } }, 'amount'],
    [{ amount: { currency: 'EUR', value: 12.5 } }, 'amount'],
    [{ description: '' }, 'description'],
    [{ description: 'a\0b' }, 'description'],
    [{ redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
    [{ webhookUrl: 'file:///etc/passwd' }, 'webhookUrl'],
    [{ metadata: 'x'.repeat(1025) }, 'metadata'],
  ])('refuse invalid input and name the field: case %#', async (extra, field) => {
    const { status, body } = await rig.call('POST', '/payments', { ...rig.order(), ...extra })
    expect(status).toBe(422)
    expect(body).toMatchObject({ status: 422, title: 'Unprocessable Entity', field })
  })

  test.each(['', 'Bearer live_key', 'test_key'])('refuse the key %j', async authorization => {
    const { status, body } = await rig.call('POST', '/payments', rig.order(), { authorization })
    expect(status).toBe(401)
    expect(body).toMatchObject({ status: 401, title: 'Unauthorized Request' })
  })

  test('answer 404 in the provider’s form for an unknown payment or path', async () => {
    for (const path of [
      '/payments/tr_nothing',
      '/payments/%00',
      '/payments/tr_nothing/refunds',
      '/nothing',
    ]) {
      const { status, body } = await rig.call('GET', path)
      expect([status, body.status, body['title']]).toEqual([404, 404, 'Not Found'])
    }
  })

  test('are created once per Idempotency-Key, also by concurrent calls', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const made = await Promise.all([1, 2, 3, 4].map(() => rig.create({}, headers)))
    expect(new Set(made.map(payment => payment.id)).size).toBe(1)
    expect((await rig.create({}, { 'idempotency-key': crypto.randomUUID() })).id).not.toBe(made[0]?.id)
    expect((await rig.create()).id).not.toBe((await rig.create({ metadata: undefined })).id)
  })

  test('are listed, newest last', async () => {
    const ids = [(await rig.create()).id, (await rig.create()).id]
    const made = await rig.list()
    expect(made.slice(-2).map(payment => payment.id)).toEqual(ids)
  })

  test('can be cancelled once', async () => {
    const { id } = await rig.create()
    expect(await rig.call('DELETE', `/payments/${id}`)).toMatchObject({
      status: 200,
      body: { status: 'canceled' },
    })
    expect((await rig.call('DELETE', `/payments/${id}`)).status).toBe(422)
    await vi.waitFor(() => expect(rig.shop.bodies).toEqual([`id=${id}`]), 10_000)
  })

  test('expire after their time and send a webhook', async () => {
    const { id } = await rig.create()
    rig.clock += 15 * MINUTE
    await vi.waitFor(() => expect(rig.shop.bodies).toEqual([`id=${id}`]), 10_000)
    expect(await rig.read(id)).toMatchObject({ status: 'expired', expiredAt: '2026-11-20T12:15:00.000Z' })
  })
})

describe('the payment page', () => {
  test('shows the description and amount, escaped, and one button per outcome', async () => {
    const payment = await rig.create({ description: '<script>alert(1)</script>' })
    const response = await fetch(payment._links.checkout?.href ?? '')
    const html = await response.text()
    expect(response.headers.get('content-type')).toMatch('text/html')
    expect(html).toContain('Testbetaling (simulator)')
    expect(html).toContain('€\u00a012,50')
    expect(html).not.toContain('<script')
    expect([...html.matchAll(/name="outcome" value="(\w+)"/g)].map(match => match[1])).toEqual([
      'paid',
      'failed',
      'canceled',
      'expired',
      'open',
    ])
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:1;")
  })

  test.each(['paid', 'failed', 'canceled', 'expired', 'pending', 'authorized'])(
    'records %s, calls the webhook and redirects back',
    async outcome => {
      const payment = await rig.create()
      const response = await rig.choose(payment, outcome)
      expect([response.status, response.headers.get('location')]).toEqual([303, rig.order().redirectUrl])
      expect(rig.shop.bodies).toEqual([`id=${payment.id}`])
      const { status, _links } = await rig.read(payment.id)
      expect(status).toBe(outcome)
      expect(_links.checkout).toBeUndefined()
    },
  )

  test('records the time of a status', async () => {
    const payment = await rig.create()
    await rig.choose(payment, 'paid')
    expect((await rig.read(payment.id)).paidAt).toBe('2026-11-20T12:00:00.000Z')
  })

  test('can leave a payment open and payable', async () => {
    const payment = await rig.create()
    expect((await rig.choose(payment, 'open')).status).toBe(303)
    expect(await rig.read(payment.id)).toMatchObject({ status: 'open', _links: { checkout: {} } })
    await rig.choose(payment, 'paid')
    expect((await rig.read(payment.id)).status).toBe('paid')
  })

  test('redirects to cancelUrl only after a cancellation', async () => {
    const cancelUrl = 'http://127.0.0.1:1/geannuleerd'
    const [first, second] = [await rig.create({ cancelUrl }), await rig.create({ cancelUrl })]
    expect((await rig.choose(first, 'canceled')).headers.get('location')).toBe(cancelUrl)
    expect((await rig.choose(second, 'failed')).headers.get('location')).toBe(rig.order().redirectUrl)
  })

  test('never changes a final payment, but redirects back', async () => {
    const payment = await rig.create()
    await rig.choose(payment, 'paid')
    const response = await rig.choose(payment, 'failed')
    expect([response.status, response.headers.get('location')]).toEqual([303, rig.order().redirectUrl])
    expect((await rig.read(payment.id)).status).toBe('paid')
    expect(rig.shop.bodies).toHaveLength(1)
    expect(await (await fetch(`${rig.base}/checkout/${payment.id}`)).text()).not.toContain('<form')
  })

  test('records one of two outcomes posted at once', async () => {
    const payment = await rig.create()
    await Promise.all(['paid', 'failed', 'canceled', 'expired'].map(outcome => rig.choose(payment, outcome)))
    expect(rig.shop.bodies).toHaveLength(1)
    expect((await rig.read(payment.id)).status).not.toBe('open')
  })

  test('answers an error page: 400 for an unknown outcome, 404 for an unknown payment', async () => {
    const payment = await rig.create()
    for (const [place, outcome, status] of [
      [payment, 'gratis', 400],
      [payment, '', 400],
      [{ ...payment, id: 'tr_nothing' }, 'paid', 404],
    ] as const) {
      const response = await rig.choose(place, outcome)
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toMatch('text/html')
    }
    expect((await rig.read(payment.id)).status).toBe('open')
  })
})
