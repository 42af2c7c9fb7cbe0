import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFakePaymentProvider } from '../../../../../tests/support/fakePaymentProvider.ts'
import { createLog } from '../../../../platform/telemetry/log.ts'
import type { SettlementSource } from '../../provider.gateway.ts'
import { mollieSettlements } from './settlements.gateway.ts'

let fake: Awaited<ReturnType<typeof openFakePaymentProvider>>
let source: SettlementSource
beforeAll(async () => {
  fake = await openFakePaymentProvider()
  source = mollieSettlements({ apiBase: () => fake.url, apiKey: 'access_x', log: createLog('silent') })
})
afterAll(() => fake.close())

const money = (value: string) => ({ currency: 'EUR', value })
/** As https://docs.mollie.com/reference/list-settlements has one, with the fields that we don't read. */
const settlement = (changes: object = {}) => ({
  resource: 'settlement',
  id: 'stl_jDk30akdN',
  reference: '1234567.1804.03',
  createdAt: '2018-04-06T06:00:01.0Z',
  settledAt: '2018-04-06T09:41:44.0Z',
  status: 'paidout',
  amount: money('39.75'),
  periods: {
    '2018': {
      '04': {
        revenue: [
          {
            description: 'iDEAL',
            method: 'ideal',
            count: 6,
            amountNet: money('86.1000'),
            amountVat: null,
            amountGross: money('86.1000'),
          },
        ],
        costs: [
          {
            description: 'iDEAL',
            method: 'ideal',
            count: 6,
            rate: { fixed: money('0.3500'), percentage: null },
            amountNet: money('2.1000'),
            amountVat: money('0.4410'),
            amountGross: money('2.5410'),
          },
        ],
        invoiceId: 'inv_FrvewDA3Pr',
      },
    },
  },
  ...changes,
})
const page = (settlements: object[], next: string | null = null) => ({
  text: JSON.stringify({
    count: settlements.length,
    _embedded: { settlements },
    _links: { next: next && { href: `https://api.mollie.com/v2/settlements?from=${next}&limit=50` } },
  }),
})

describe('settlements', () => {
  it('are read with their costs, to the cent, and where the next page begins', async () => {
    fake.say(page([settlement()], 'stl_next'))
    expect(await source.readSettlements(null)).toEqual({
      settlements: [
        {
          providerId: 'stl_jDk30akdN',
          reference: '1234567.1804.03',
          paidOutAt: new Date('2018-04-06T09:41:44Z'),
          createdAt: new Date('2018-04-06T06:00:01Z'),
          amountCents: 3975,
          costs: [{ description: 'iDEAL', count: 6, netCents: 210, vatCents: 44 }],
        },
      ],
      next: 'stl_next',
    })
    expect(fake.asked[0]?.path).toBe('/v2/settlements?limit=50')
    await source.readSettlements('stl_next')
    expect(fake.asked[1]?.path).toBe('/v2/settlements?limit=50&from=stl_next')
  })

  it.each([
    ['below 0', { amount: money('-12.345') }, { amountCents: -1235 }],
    ['not paid out', { status: 'pending' }, { paidOutAt: null }],
    ['without periods', { periods: [] }, { costs: [] }],
    ['of a month without anything', { periods: { '2018': [] } }, { costs: [] }],
    ['without a reference', { reference: null, createdAt: undefined }, { reference: null }],
  ])('are read when they are %s', async (_, changes, read) => {
    fake.say(page([settlement(changes)]))
    expect((await source.readSettlements(null)).settlements).toMatchObject([read])
  })

  it.each([
    ['an amount that is none', page([settlement({ amount: money('veel') })])],
    ['no list', { text: '{}' }],
    ['a refusal of the token', { status: 403, text: '{"status":403,"detail":"no permission"}' }],
  ])('are unavailable with %s', async (_, said) => {
    fake.say(said)
    await expect(source.readSettlements(null)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  })
})
