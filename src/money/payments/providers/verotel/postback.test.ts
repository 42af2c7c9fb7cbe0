import { expect, it } from 'vitest'
import type { ProviderPostback } from '../../contract.ts'
import { countPostbacks, readAmount, readPostback } from './postback.gateway.ts'

const fields = {
  shopID: '100001',
  saleID: '7000001',
  transactionID: '9000001',
  referenceID: 'mp_01',
  type: 'purchase',
  priceAmount: '25.00',
  priceCurrency: 'EUR',
  paymentMethod: 'CC',
}

it('reads a postback without the buyer’s card', () =>
  expect(readPostback({ ...fields, truncatedPAN: 'XXXXXXXXXXXX1234' })).toEqual({
    providerId: 'mp_01',
    event: 'SALE',
    saleNumber: '7000001',
    transactionId: '9000001',
    parentId: null,
    amountCents: 2500,
    currency: 'EUR',
  }))

it.each([
  ['credit', 'CREDIT'],
  ['chargeback', 'CHARGEBACK'],
])('reads the event %s as %s', (event, read) =>
  expect(readPostback({ ...fields, event, parentID: '9000001' })).toMatchObject({ event: read }),
)

it.each([
  ['no reference', { referenceID: '' }],
  ['an amount with three decimals', { priceAmount: '25.001' }],
  ['an amount beyond any payment', { priceAmount: '99999999.00' }],
  ['a subscription', { type: 'subscription' }],
  ['a rebill', { event: 'rebill' }],
  ['an event with the name of a property', { event: '__proto__' }],
])('reads %s as another report, each once', (_, changes) => {
  const read = readPostback({ ...fields, ...changes })
  expect(read).toMatchObject({ event: 'OTHER', providerId: '', amountCents: 0 })
  expect(readPostback({ ...fields, ...changes }).transactionId).toBe(read.transactionId)
  expect(readPostback({ ...fields, ...changes, saleID: '8' }).transactionId).not.toBe(read.transactionId)
})

it.each([
  ['25', 2500],
  ['25.5', 2550],
  ['25.50', 2550],
  ['0.07', 7],
  ['25,50', null],
  ['-25.50', 2550],
  ['+1', null],
  ['', null],
])('reads the amount %j as %j cents', (text, cents) => expect(readAmount(text)).toBe(cents))

const sale = { saleNumber: '7000001', amountCents: 2500, currency: 'EUR' }
const postback = (changes: Partial<ProviderPostback>): ProviderPostback => ({
  providerId: 'mp_01',
  event: 'SALE',
  saleNumber: '7000001',
  transactionId: '9000001',
  parentId: null,
  amountCents: 2500,
  currency: 'EUR',
  ...changes,
})
const credit = (transactionId: string, amountCents: number, changes: Partial<ProviderPostback> = {}) =>
  postback({ event: 'CREDIT', parentId: '9000001', transactionId, amountCents, ...changes })

it('counts credits and chargebacks of the sale, the newest credit first', () =>
  expect(
    countPostbacks(sale, [
      credit('9000002', 500),
      postback({}),
      credit('9000003', 1000),
      postback({ event: 'CHARGEBACK', parentId: '9000001', transactionId: '9000004', amountCents: 1000 }),
    ]),
  ).toMatchObject({
    refunds: [
      { providerId: '9000003', amountCents: 1000, status: 'GONE', refundId: null },
      { providerId: '9000002', amountCents: 500 },
    ],
    chargedBackCents: 1000,
    doubt: null,
  }))

it('knows the parent by the number of the sale while the postback of the sale is lost', () =>
  expect(countPostbacks(sale, [credit('9000002', 500)])).toMatchObject({ refunds: [{}], doubt: null }))

it.each([
  ['more than is left', credit('9000002', 2501)],
  ['another parent', credit('9000002', 500, { parentId: '9999999' })],
  ['the number of the sale itself', credit('9000001', 500)],
  ['another currency', credit('9000002', 500, { currency: 'USD' })],
  ['another sale with the same reference', postback({ saleNumber: '7000009', transactionId: '9000009' })],
])('doubts %s, and counts nothing of it', (_, report) =>
  expect(countPostbacks(sale, [postback({}), report])).toMatchObject({
    refunds: [],
    chargedBackCents: 0,
    doubt: expect.any(String),
  }),
)
