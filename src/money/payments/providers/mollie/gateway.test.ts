import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  openFakePaymentProvider,
  type FakeResponse,
} from '../../../../../tests/support/fakePaymentProvider.ts'
import { createLog } from '../../../../platform/telemetry/log.ts'
import { mollieProvider } from './gateway.ts'

let fake: Awaited<ReturnType<typeof openFakePaymentProvider>>
let gateway: ReturnType<typeof mollieProvider>
beforeAll(async () => {
  fake = await openFakePaymentProvider()
  gateway = mollieProvider({ apiBase: () => fake.url, apiKey: 'test_key', log: createLog('silent') })
})
afterAll(() => fake.close())

const paymentId = '01a1fcdc-bf51-74e9-b3e5-4e7d1d657520'
const payment = {
  id: 'tr_WDqYK6vllg',
  status: 'open',
  amount: { currency: 'EUR', value: '12.50' },
  metadata: { paymentId },
  _links: { checkout: { href: 'https://pay.example/tr_WDqYK6vllg' } },
}
const json = (value: unknown): FakeResponse => ({ text: JSON.stringify(value) })
const made = { providerId: payment.id, checkoutUrl: payment._links.checkout.href }
const links = { description: 'Gloed', redirectUrl: 'https://gloed.test', webhookUrl: 'https://gloed.test' }

const create = () => gateway.create({ paymentId, amountCents: 1250, ...links })
const fetch = (timeoutMs?: number) => gateway.fetch(payment.id, timeoutMs)
const readAccount = () => gateway.account()
const asked = { refundId: paymentId, attempt: 1, isRetry: false, amountCents: 100, description: 'Gloed' }
const refund = (more: object = {}) => gateway.refund({ ...asked, providerId: payment.id, ...more })
const calls: [string, () => Promise<unknown>][] = [
  ['create', create],
  ['fetch', fetch],
  ['refund', refund],
  ['readAccount', readAccount],
  ['readPage', () => gateway.lists.readPage('PAYMENT', null)],
]

const nonsense: [string, FakeResponse][] = [
  ['HTML', { text: '<!DOCTYPE html><title>Even geduld</title>', headers: { 'content-type': 'text/html' } }],
  ['nothing', { text: '' }],
  ['half a sentence', { text: JSON.stringify(payment).slice(0, -20) }],
  ['another type', json('paid')],
  ['null', json(null)],
  ['a list', json([payment])],
  ['wrong types inside', json({ ...payment, id: 7, amount: '12.50', status: ['paid'] })],
  ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example' }, text: '' }],
  ['more than we can read', { text: `"${'x'.repeat(1_100_000)}"` }],
]

describe.each(nonsense)('when the provider answers %s', (_, said) => {
  it.each(calls)('%s reports the provider as unavailable', async (_, call) => {
    fake.say(said)
    await expect(call()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  })
})

it.each<[string, object]>([
  ['another payment', { ...payment, id: 'tr_another' }],
  ['a status that is none', { ...payment, status: 'rich' }],
])('refuses %s as an answer', async (_, answer) => {
  fake.say(json(answer))
  await expect(fetch()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
})

it('reports a refund of unknown status as pending, and reads the others', async () => {
  const refund = { id: 're_1', status: 'on-the-moon', amount: { currency: 'EUR', value: '1.00' } }
  fake.say(json({ ...payment, status: 'paid', _embedded: { refunds: [refund] } }))
  expect(await fetch()).toMatchObject({
    status: 'PAID',
    refunds: [{ providerId: 're_1', status: 'WAITING' }],
  })
})

it.each(['javascript:alert(1)', 'file:///etc/passwd'])('does not redirect to %s', async href => {
  fake.say(json({ ...payment, _links: { checkout: { href } } }))
  await expect(create()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
})

it.each([
  [
    { currency: 'USD', value: '12.50' },
    { amountCents: 1250, currency: 'USD' },
  ],
  [
    { currency: 'EUR', value: '12,50' },
    { amountCents: null, currency: 'EUR' },
  ],
  [
    { currency: 'EUR', value: '1e3' },
    { amountCents: null, currency: 'EUR' },
  ],
])('returns the amount %j unchanged for comparison', async (amount, truth) => {
  fake.say(json({ ...payment, amount }))
  expect(await fetch()).toMatchObject(truth)
})

describe('a temporary error', () => {
  const trouble: [string, FakeResponse][] = [
    ['500', { status: 500, text: '' }],
    ['502 with HTML', { status: 502, text: '<h1>Bad Gateway</h1>' }],
    ['429 without a time', { status: 429, text: '{}' }],
  ]
  it.each(trouble)('(%s) is retried with growing delays and the same idempotency key', async (_, said) => {
    fake.say(said, said, json(payment))
    expect(await create()).toEqual(made)
    const [first, second, third] = fake.asked.map(({ at }) => at) as [number, number, number]
    expect(new Set(fake.asked.map(({ key }) => key))).toEqual(new Set([paymentId]))
    expect(second - first).toBeGreaterThan(120)
    expect(third - second).toBeGreaterThan(240)
  })

  it('is given up after three retries when it persists', async () => {
    fake.say({ status: 503, text: '' })
    await expect(fetch()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    expect(fake.asked).toHaveLength(3)
  })

  it('is retried after the delay that the provider asks', async () => {
    fake.say({ status: 429, headers: { 'retry-after': '1' }, text: '{}' }, json(payment))
    expect(await fetch()).toMatchObject({ status: 'OPEN' })
    const [first, second] = fake.asked.map(({ at }) => at) as [number, number]
    expect(second - first).toBeGreaterThan(990)
  })

  it('with a longer delay than the deadline is returned at once, with that delay', async () => {
    fake.say({ status: 429, headers: { 'retry-after': '30' }, text: '{}' })
    await expect(create()).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
      details: { retryAfter: 30 },
    })
    expect(fake.asked).toHaveLength(1)
  })
})

it.each([400, 401, 403, 422])('is not assumed for a permanent error (%i)', async status => {
  fake.say({ status, text: '{}' })
  await expect(create()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  expect(fake.asked).toHaveLength(1)
})

describe('a refund', () => {
  const answered = (status: number, detail = 'no'): FakeResponse => ({
    status,
    text: JSON.stringify({ status, detail }),
  })
  const listed = (...refunds: object[]): FakeResponse => json({ _embedded: { refunds } })
  const made = { id: 're_1', status: 'pending', amount: { currency: 'EUR', value: '1.00' } }
  const ours = { ...made, metadata: { refundId: paymentId, attempt: 1 } }
  const methods = () => fake.asked.map(({ method }) => method)

  it.each([400, 404, 405, 409, 410, 422])(
    'that is refused permanently (%i) returns the reason',
    async status => {
      fake.say(answered(status, 'Too much.'), listed(made))
      expect(await refund()).toEqual({ refused: `${status} Too much.` })
    },
  )

  it.each<[string, FakeResponse]>([
    ...[401, 403, 408, 425, 429, 500, 503].map((status): [string, FakeResponse] => [
      `${status}`,
      answered(status),
    ]),
    ['422 of something else on the way', { status: 422, text: '<h1>Unprocessable</h1>' }],
    ['404 in other words', { status: 404, text: '{"message":"no route"}' }],
  ])('that meets a temporary error (%s) stays pending', async (_, said) => {
    fake.say(said)
    await expect(refund()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  })

  it('that is refused as a duplicate counts as made', async () => {
    fake.say(answered(409), listed(made, ours))
    expect(await refund()).toEqual({ providerId: 're_1' })
  })

  it('is looked up before a retry, and created when it does not exist', async () => {
    fake.say(listed(made, ours))
    expect(await refund({ isRetry: true })).toEqual({ providerId: 're_1' })
    expect(methods()).toEqual(['GET'])
    fake.say(listed(made), json({ ...ours, id: 're_2' }))
    expect(await refund({ isRetry: true })).toEqual({ providerId: 're_2' })
    expect(methods()).toEqual(['GET', 'POST'])
  })

  it('that failed is created again only as a new attempt with a new key', async () => {
    fake.say(listed({ ...ours, status: 'failed' }), json({ ...ours, id: 're_2' }))
    expect(await refund({ isRetry: true })).toEqual({ refused: 'failed at the provider' })
    fake.say(listed({ ...ours, status: 'failed' }), json({ ...ours, id: 're_2' }))
    expect(await refund({ isRetry: true, attempt: 2 })).toEqual({ providerId: 're_2' })
    expect(fake.asked.map(({ key }) => key)).toEqual([undefined, `${paymentId}-2`])
  })

  it('is not created when the lookup fails', async () => {
    fake.say(answered(503))
    await expect(refund({ isRetry: true })).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
    fake.say(answered(410, 'Gone'))
    expect(await refund({ isRetry: true })).toEqual({ refused: '410 Gone' })
    expect(methods()).toEqual(['GET', 'GET'])
  })
})

it('respects one deadline for all retries together', async () => {
  fake.say({ status: 503, text: '' }, json(payment))
  const clock = performance.now.bind(performance)
  // All of the time has passed when the first response arrives.
  const slow = vi.spyOn(performance, 'now')
  slow.mockImplementation(() => clock() + (fake.asked.length > 0 ? 8000 : 0))
  await expect(fetch(8000)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  slow.mockRestore()
  expect(fake.asked).toHaveLength(1)
})

it('reads whose key it is, and which methods are on', async () => {
  const profile = { resource: 'profile', id: 'pfl_1', name: 'Lichtpunt', mode: 'live' }
  const methods = { _embedded: { methods: [{ id: 'ideal', description: 'iDEAL' }] } }
  fake.say(json({ ...profile, ...methods }))
  expect(await readAccount()).toEqual({ name: 'Lichtpunt', isLive: true, methods: ['iDEAL'] })
})

describe('a list', () => {
  const amount = { currency: 'EUR', value: '12.50' }
  const createdAt = '2026-11-26T12:00:00+00:00'
  const pageOf = (name: string, items: object[], next: object | null = null) =>
    json({ count: items.length, _embedded: { [name]: items }, _links: { previous: null, next } })

  it('of payments has their amounts and times, and the id with which the next page begins', async () => {
    const paid = { ...payment, status: 'paid', createdAt, paidAt: '2026-11-26T12:01:00+00:00' }
    const next = { href: 'https://elsewhere.example/v2/payments?from=tr_next&limit=100', type: 'x' }
    fake.say(pageOf('payments', [paid, { ...paid, id: 'tr_2', status: 'never-heard-of' }], next))
    expect(await gateway.lists.readPage('PAYMENT', 'tr_WDqYK6vllg')).toEqual({
      records: [
        {
          kind: 'PAYMENT',
          providerId: 'tr_WDqYK6vllg',
          providerPaymentId: 'tr_WDqYK6vllg',
          ownId: paymentId,
          state: 'DONE',
          amountCents: 1250,
          currency: 'EUR',
          createdAt: new Date(createdAt),
          movedAt: new Date('2026-11-26T12:01:00Z'),
        },
        expect.objectContaining({ providerId: 'tr_2', state: 'WAITING' }),
      ],
      next: 'tr_next',
    })
    expect(fake.asked.map(({ path }) => path)).toEqual(['/v2/payments?limit=100&from=tr_WDqYK6vllg'])
  })

  it('of refunds and chargebacks has their payments, and the amount that the bank took back', async () => {
    const metadata = { refundId: paymentId, attempt: 2 }
    const refund = { id: 're_1', paymentId: 'tr_1', amount, createdAt, status: 'failed', metadata }
    fake.say(pageOf('refunds', [refund]))
    expect((await gateway.lists.readPage('REFUND', null)).records).toMatchObject([
      { providerPaymentId: 'tr_1', ownId: paymentId, state: 'FAILED', amountCents: 1250 },
    ])
    const chargeback = { id: 'chb_1', paymentId: 'tr_1', amount, createdAt, reversedAt: createdAt }
    fake.say(pageOf('chargebacks', [chargeback, { ...chargeback, reversedAt: null }]))
    const { records, next } = await gateway.lists.readPage('CHARGEBACK', null)
    expect(records.map(({ state }) => state)).toEqual(['REVERSED', 'DONE'])
    expect(next).toBeNull()
  })
})
