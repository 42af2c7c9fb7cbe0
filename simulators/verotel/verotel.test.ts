import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../src/platform/db/db.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { openWebhookReceiver } from '../webhookReceiver.ts'
import { openVerotelFixture, type VerotelFixture } from './fixture.ts'
import { signatureOf } from './rules.ts'

const MINUTE = 60_000
let database: Database
let rig: VerotelFixture

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  rig = await openVerotelFixture(database.db)
})
afterEach(() => rig.close())
afterAll(() => database.close())

/** The values of a query with their right signature. */
const isSignedRight = (query: URLSearchParams): boolean => {
  const { signature, ...values } = Object.fromEntries(query)
  return signature === signatureOf(values)
}
const only = <T>(list: T[]): T => {
  expect(list).toHaveLength(1)
  return list[0] as T
}

describe('the order page', () => {
  test('shows the order, escaped, with the methods and the buttons, and no script', async () => {
    const order = rig.order({ description: '<script>alert(1)</script>' })
    const response = await fetch(rig.startUrl(order))
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('Testbetaling (simulator)')
    expect(html).toContain('€\u00a025,00')
    expect(html).toContain(order['referenceID'])
    expect(html).not.toContain('<script')
    expect([...html.matchAll(/name="method" value="(\w+)"/g)].map(match => match[1])).toEqual([
      'IDEAL',
      'CC',
      'DDEU',
    ])
    expect([...html.matchAll(/name="outcome" value="\w+">([^<]+)/g)].map(match => match[1])).toEqual([
      'Betalen',
      'Weigeren',
      'Sluiten',
    ])
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:1;")
  })

  test('has no choice of a method that the start fixed', async () => {
    const html = await (await fetch(rig.startUrl(rig.order({ paymentMethod: 'CC' })))).text()
    expect(html).not.toContain('name="method"')
    expect(html).toContain('<dd>Kaart</dd>')
  })

  test('says which rule a start breaks', async () => {
    const response = await fetch(rig.startUrl(rig.order({ priceAmount: '25' })))
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toMatch('text/html')
    expect(await response.text()).toContain('priceAmount moet een bedrag boven nul zijn')
    expect((await fetch(rig.startUrl(rig.order(), { signature: 'x' }))).status).toBe(400)
  })

  test('is the same order when it is opened again, and refuses its reference to another start', async () => {
    const order = rig.order()
    expect((await fetch(rig.startUrl(order))).status).toBe(200)
    const before = await rig.sales()
    expect((await fetch(rig.startUrl(order, { email: 'koper@voorbeeld.test' }))).status).toBe(200)
    expect(await rig.sales()).toEqual(before)
    const other = await fetch(rig.startUrl({ ...order, priceAmount: '1.00' }))
    expect(other.status).toBe(400)
    expect(await other.text()).toContain('referenceID is al gebruikt voor een andere bestelling')
  })

  test('pays: the postback comes before the redirect with the signed data', async () => {
    const order = rig.order()
    const response = await rig.choose(order, 'paid')
    expect(response.status).toBe(303)
    const postback = only(rig.shop.queries)
    expect(Object.fromEntries(postback)).toEqual({
      shopID: '100001',
      saleID: expect.stringMatching(/^7\d{6}$/),
      transactionID: expect.stringMatching(/^9\d{6}$/),
      referenceID: order['referenceID'],
      type: 'purchase',
      priceAmount: '25.00',
      priceCurrency: 'EUR',
      paymentMethod: 'IDEAL',
      custom1: 'attempt-1',
      signature: expect.any(String),
    })
    expect(isSignedRight(postback)).toBe(true)
    const target = new URL(response.headers.get('location') ?? '')
    expect(target.pathname + target.search).toBe(`/betaald?x=1&y=2&${postback}`)
    expect((await rig.sale(order)).postbacks).toMatchObject([{ status: 200, answer: 'OK', dueAt: null }])
  })

  test('of a card tells its brand and its last digits', async () => {
    await rig.pay({ method: 'CC' })
    const postback = only(rig.shop.queries)
    expect(Object.fromEntries(postback)).toMatchObject({
      CCBrand: 'VISA',
      truncatedPAN: 'XXXXXXXXXXXX1234',
    })
    expect(isSignedRight(postback)).toBe(true)
  })

  test('refuses to pay twice, and to open a paid order', async () => {
    const order = rig.order()
    const answers = await Promise.all([rig.choose(order, 'paid'), rig.choose(order, 'paid')])
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([303, 400]))
    const again = await fetch(rig.startUrl(order))
    expect(again.status).toBe(400)
    expect(await again.text()).toContain('Deze bestelling is al betaald')
    expect(rig.shop.queries).toHaveLength(1)
  })

  test('declines and closes without a word to the shop; the order can still be paid', async () => {
    const order = rig.order()
    const declined = await rig.choose(order, 'declined')
    expect([declined.status, declined.headers.get('location')]).toEqual([303, 'http://127.0.0.1:1/mislukt'])
    const closed = await rig.choose(order, 'closed')
    expect([closed.status, closed.headers.get('location')]).toEqual([200, null])
    expect(await closed.text()).toContain('De winkel krijgt geen bericht')
    expect(rig.shop.queries).toEqual([])
    expect((await rig.choose(order, 'paid')).status).toBe(303)
  })

  test('says how it ended where the start has no address for that', async () => {
    const order = rig.order({ successURL: undefined, declineURL: undefined })
    expect(await (await rig.choose(order, 'declined')).text()).toContain('De betaling is geweigerd')
    expect(await (await rig.choose(order, 'paid')).text()).toContain('De betaling is gelukt')
  })

  test('refuses a direct debit from elsewhere, and an unknown outcome', async () => {
    const order = rig.order()
    const debit = await rig.choose(order, 'paid', { method: 'DDEU', country: 'GB' })
    expect(debit.status).toBe(400)
    expect(await debit.text()).toContain('Een SEPA-incasso kan niet vanuit GB')
    expect((await rig.choose(order, 'nonsense')).status).toBe(400)
    expect((await rig.choose(order, 'paid', { method: 'DDEU', country: 'BE' })).status).toBe(303)
  })

  test('makes a new order each time from a start without a reference', async () => {
    const order = rig.order({ referenceID: undefined })
    await rig.choose(order, 'paid')
    await rig.choose(order, 'paid')
    expect(new Set(rig.shop.queries.map(query => query.get('saleID'))).size).toBe(2)
    expect(rig.shop.queries.map(query => query.get('referenceID'))).toEqual([null, null])
  })
})

describe('postbacks', () => {
  test('are sent by a control call where they are lost, after the redirect or late', async () => {
    await rig.pay({ postback: 'lost' })
    const after = await rig.pay({ postback: 'after' })
    const late = await rig.pay({ postback: 'late' })
    expect(rig.shop.queries).toEqual([])
    expect(late.postbacks).toMatchObject([{ dueAt: '2026-11-20T12:40:00.000Z', sentAt: null }])
    await rig.control('send-late')
    expect(new Set(rig.shop.queries.map(query => query.get('referenceID')))).toEqual(
      new Set([after.referenceID, late.referenceID]),
    )
    await rig.control('send-late')
    expect(rig.shop.queries).toHaveLength(2)
  })

  test('are sent by the clock, also after a restart', async () => {
    await rig.pay({ postback: 'late' })
    await rig.stop()
    rig.clock += 40 * MINUTE
    await rig.start()
    await vi.waitFor(() => expect(rig.shop.queries).toHaveLength(1), 10_000)
  })

  test('come five times, alike', async () => {
    await rig.pay({ postback: 'five' })
    expect(rig.shop.queries).toHaveLength(5)
    expect(new Set(rig.shop.queries.map(String)).size).toBe(1)
  })

  test('have a changed value, a SHA-1 signature, or an unknown parameter that is signed', async () => {
    await rig.pay({ postback: 'changed' })
    await rig.pay({ postback: 'sha1' })
    await rig.pay({ postback: 'extra' })
    const [changed, sha1, extra] = rig.shop.queries as [URLSearchParams, URLSearchParams, URLSearchParams]
    expect([changed.get('priceAmount'), isSignedRight(changed)]).toEqual(['0.01', false])
    expect(sha1.get('signature')).toMatch(/^[0-9a-f]{40}$/)
    expect([extra.has('acquirerReference'), isSignedRight(extra)]).toEqual([true, true])
  })

  test.each([
    ['another status', 500, 'OK'],
    ['another body', 200, 'OK\n'],
  ])('of a card that get %s have the sale refunded within a minute', async (_, status, answer) => {
    Object.assign(rig.shop, { status, answer })
    const sale = await rig.pay({ method: 'CC' })
    const dueAt = Date.parse(String(sale.refundDueAt))
    expect(dueAt - rig.clock).toBeLessThanOrEqual(MINUTE)
    rig.clock += MINUTE
    await vi.waitFor(() => expect(rig.shop.queries).toHaveLength(2), 10_000)
    const [purchase, refund] = rig.shop.queries as [URLSearchParams, URLSearchParams]
    expect(Object.fromEntries(refund)).toMatchObject({
      event: 'credit',
      parentID: purchase.get('transactionID'),
      saleID: purchase.get('saleID'),
      priceAmount: '25.00',
    })
    expect(refund.get('transactionID')).not.toBe(purchase.get('transactionID'))
    expect(isSignedRight(refund)).toBe(true)
    // The answer to the credit has no effect.
    await rig.control('send-late')
    expect(rig.shop.queries).toHaveLength(2)
  })

  test('of a card that the shop cannot be reached with have it refunded by a control call too', async () => {
    const { port } = rig.shop
    await rig.shop.close()
    const { referenceID } = await rig.pay({ method: 'CC' })
    rig.shop = await openWebhookReceiver(port)
    rig.shop.answer = 'OK'
    await rig.control('send-late')
    expect(only(rig.shop.queries).get('event')).toBe('credit')
    expect((await rig.sale({ referenceID: String(referenceID) })).transactions).toHaveLength(2)
  })

  test('of other methods are neither repeated nor refunded', async () => {
    rig.shop.status = 500
    const sale = await rig.pay({ method: 'IDEAL' })
    expect(sale).toMatchObject({ refundDueAt: null, postbacks: [{ status: 500, answer: 'OK' }] })
    await rig.control('send-late')
    expect(rig.shop.queries).toHaveLength(1)
  })
})

describe('control calls', () => {
  test('pay an order that was started, once', async () => {
    const order = rig.order()
    const { referenceID } = order
    expect(await rig.control('pay', { referenceID })).toMatchObject({ status: 404 })
    await fetch(rig.startUrl(order))
    const paid = await rig.control('pay', { referenceID, method: 'CC' })
    expect(paid).toMatchObject({ status: 200, body: { paymentMethod: 'CC', postbacks: [{ status: 200 }] } })
    expect(await rig.control('pay', { referenceID })).toMatchObject({ status: 400 })
    expect(await rig.control('pay', { referenceID, method: 'CASH' })).toMatchObject({ status: 400 })
  })

  test('credit in parts, up to the amount, and charge back after that', async () => {
    const { referenceID } = await rig.pay({ method: 'CC' })
    expect((await rig.control('credit', { referenceID, amount: '12.50' })).status).toBe(200)
    expect((await rig.control('credit', { referenceID, amount: '12.51' })).status).toBe(412)
    expect((await rig.control('credit', { referenceID })).status).toBe(200)
    expect((await rig.control('credit', { referenceID })).status).toBe(412)
    expect((await rig.control('chargeback', { referenceID })).status).toBe(200)
    expect((await rig.control('chargeback', { referenceID })).status).toBe(412)
    const told = rig.shop.queries.map(query => [query.get('event'), query.get('priceAmount')])
    expect(told).toEqual([
      [null, '25.00'],
      ['credit', '12.50'],
      ['credit', '12.50'],
      ['chargeback', '25.00'],
    ])
    expect(rig.shop.queries.every(isSignedRight)).toBe(true)
  })

  test.each([{ nonsense: true }, { status: 'x' }, { api: 500 }])('refuse the faults %j', async faults => {
    expect((await rig.control('faults', faults)).status).toBe(400)
  })
})
