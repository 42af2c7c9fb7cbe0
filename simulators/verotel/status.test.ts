import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../src/platform/db/db.ts'
import { openTestDatabase } from '../../tests/support/database.ts'
import { openVerotelFixture, type VerotelFixture } from './fixture.ts'

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

describe('the status', () => {
  test('is not found for an unknown order and for one that is not paid', async () => {
    const order = rig.order()
    await fetch(rig.startUrl(order))
    const { saleID } = await rig.sale(order)
    for (const asked of [
      { referenceID: 'nothing' },
      { saleID: 'x' },
      { saleID },
      { referenceID: order['referenceID'] ?? '' },
    ]) {
      const response = await rig.status(asked)
      expect([response.status, await response.text()]).toEqual([200, 'response: NOTFOUND\n'])
    }
  })

  test('has a line for each value, some of them quoted, with the buyer', async () => {
    const order = rig.order({ description: "30 minuten, 's avonds" })
    await rig.choose(order, 'paid', { method: 'CC', country: 'BE' })
    const { saleID, referenceID } = await rig.sale(order)
    const text = await (await rig.status({ referenceID: String(referenceID) })).text()
    expect(text.trimEnd().split('\n')).toEqual(
      expect.arrayContaining([
        'response: FOUND',
        'saleResult: APPROVED',
        `saleID: ${saleID}`,
        `referenceID: '${referenceID}'`,
        'priceAmount: "25.00"',
        'priceCurrency: EUR',
        'paymentMethod: CC',
        "description: '30 minuten, ''s avonds'",
        "createdOn: '2026-11-20 12:00:00'",
        'country: BE',
        'email: koper@voorbeeld.test',
      ]),
    )
    expect(await (await rig.status({ saleID })).text()).toBe(text)
  })

  test('stays approved after a credit and a chargeback', async () => {
    const { saleID, referenceID } = await rig.pay()
    const before = await (await rig.status({ saleID })).text()
    await rig.control('credit', { referenceID })
    await rig.control('chargeback', { referenceID })
    expect(await (await rig.status({ saleID })).text()).toBe(before)
  })

  test('is an error with a wrong signature', async () => {
    const text = await (await rig.status({ referenceID: 'mp_1', signature: 'x' })).text()
    expect(text).toBe('response: ERROR\nerror: Invalid signature\n')
  })

  test('has faults: an error, a page, a forgotten sale, a blocked account, and no answer at all', async () => {
    const { saleID } = await rig.pay()
    const answerWith = async (status: string) => {
      expect((await rig.control('faults', { status })).status).toBe(204)
      const response = await rig.status({ saleID })
      return [response.status, await response.text()]
    }
    expect(await answerWith('error')).toEqual([500, 'Internal Server Error'])
    expect(await answerWith('html')).toEqual([200, expect.stringContaining('<!doctype html>')])
    expect(await answerWith('forgets')).toEqual([200, 'response: NOTFOUND\n'])
    expect(await answerWith('blocked')).toEqual([200, 'response: ERROR\nerror: Account is blocked\n'])
    await rig.control('faults', { status: 'hang' })
    await expect(rig.status({ saleID }, AbortSignal.timeout(200))).rejects.toThrow('timeout')
  })
})

describe('the Control Center API', () => {
  test('checks its credentials, and has totals', async () => {
    expect((await rig.api('GET', 'dashboard/totals?output_currency=EUR', undefined, 'wrong')).status).toBe(
      401,
    )
    const totals = await rig.api('GET', 'dashboard/totals?output_currency=EUR')
    expect(totals).toMatchObject({ status: 200, body: { is_success: true, currency: 'EUR' } })
  })

  test('refunds in parts, up to the amount, and each refund has a postback', async () => {
    const { saleID, transactions } = await rig.pay()
    const refund = (amount: string, currency = 'EUR') =>
      rig.api('POST', `sale/${saleID}/refund`, { amount, currency })
    const first = await refund('5.00')
    expect(first).toMatchObject({
      status: 200,
      body: { is_success: true, transactionID: expect.any(String) },
    })
    expect((await refund('20.01')).status).toBe(412)
    expect((await refund('20.00', 'USD')).status).toBe(412)
    expect((await refund('5')).status).toBe(400)
    expect((await refund('20.00')).status).toBe(200)
    expect((await refund('0.01')).status).toBe(412)
    await rig.control('send-late')
    const credits = rig.shop.queries.filter(query => query.get('event') === 'credit')
    expect(credits.map(query => query.get('priceAmount'))).toEqual(['5.00', '20.00'])
    expect(credits.every(query => query.get('parentID') === transactions[0]?.['transactionID'])).toBe(true)
    expect(credits.some(query => query.get('transactionID') === first.body['transactionID'])).toBe(true)
  })

  test('of concurrent refunds accepts those that fit', async () => {
    const { saleID } = await rig.pay()
    const body = { amount: '10.00', currency: 'EUR' }
    const answers = await Promise.all([1, 2, 3].map(() => rig.api('POST', `sale/${saleID}/refund`, body)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 412])
  })

  test('knows neither an unknown sale nor the cancellation of a purchase', async () => {
    const { saleID } = await rig.pay()
    expect((await rig.api('POST', 'sale/1/refund', { amount: '5.00', currency: 'EUR' })).status).toBe(404)
    expect(await rig.api('POST', `sale/${saleID}/cancel`)).toMatchObject({
      status: 404,
      body: { error: { title: 'This sale is not a subscription.' } },
    })
  })

  test('carries a call out whose answer is lost, and none with an error', async () => {
    const { saleID, referenceID } = await rig.pay()
    const body = { amount: '5.00', currency: 'EUR' }
    const countTransactions = async () =>
      (await rig.sale({ referenceID: String(referenceID) })).transactions.length
    await rig.control('faults', { api: 'error' })
    expect((await rig.api('POST', `sale/${saleID}/refund`, body)).status).toBe(500)
    expect(await countTransactions()).toBe(1)
    await rig.control('faults', { api: 'lost' })
    expect((await rig.api('POST', `sale/${saleID}/refund`, body)).status).toBe(500)
    expect(await countTransactions()).toBe(2)
  })
})

test('the export has a line for each transaction', async () => {
  const { saleID, referenceID, transactions } = await rig.pay()
  await rig.control('credit', { referenceID, amount: '5.00' })
  const csv = await (await fetch(`${rig.origin}/verotel/control-center/export.csv`)).text()
  const [header, ...rows] = csv.trimEnd().split('\n')
  expect(header).toBe(
    'saleID,transactionID,referenceID,type,event,parentID,date,priceAmount,priceCurrency,paymentMethod,shopID',
  )
  const parent = transactions[0]?.['transactionID']
  const credit = Number(parent) + 1
  expect(rows.slice(-2)).toEqual([
    `${saleID},${parent},${referenceID},purchase,,,2026-11-20 12:00:00,25.00,EUR,IDEAL,100001`,
    `${saleID},${credit},${referenceID},purchase,credit,${parent},2026-11-20 12:00:00,5.00,EUR,IDEAL,100001`,
  ])
})
