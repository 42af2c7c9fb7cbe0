import { expect, it } from 'vitest'
import { paymentIdOf, readSigned, referenceOf, signFields } from './signature.gateway.ts'

const key = 'gloed-test-key-000000000000000'
const website = { shopId: '100001', signatureKey: key }
const sale = {
  shopID: '100001',
  saleID: '7000001',
  transactionID: '9000001',
  referenceID: 'mp_01',
  type: 'purchase',
  priceAmount: '25.00',
  priceCurrency: 'EUR',
  paymentMethod: 'CC',
  custom1: 'attempt-1',
}
const signature = 'e5e9f28d43fb250c3345c34864cad73f3f297a9b3ab85155ae8cbcd54d16d444'

it.each([
  [
    'a start',
    {
      version: '4',
      shopID: '100001',
      type: 'purchase',
      priceAmount: '25.00',
      priceCurrency: 'EUR',
      description: '30 minuten',
      referenceID: 'mp_01',
      custom1: 'attempt-1',
      successURL: 'https://shop.test/betaald?x=1&y=2',
      declineURL: 'https://shop.test/mislukt',
    },
    '3b7bb58c4750a2b4a1f63a5c5268456ff1427a1235abd5fe11ad417c825e4439',
  ],
  ['a postback', sale, signature],
  [
    'a credit',
    { ...sale, event: 'credit', parentID: '9000001', transactionID: '9000002' },
    '00c08ccaf17e6af2a9c5d1411eb973e55bdbd871b759283616637ac996e0e9b8',
  ],
  [
    'a status',
    { version: '4', shopID: '100001', referenceID: 'mp_01' },
    'a06c5fdb296dd513fe2ff647c9935c8ff158e81c6397e3ff804103890fec09b7',
  ],
])('signs %s as FlexPay does', (_, fields, expected) => expect(signFields(key, fields)).toBe(expected))

it('reads what is signed, with names that it does not know', () => {
  expect(readSigned(website, { ...sale, signature })).toEqual(sale)
  const more = { ...sale, CCBrand: 'VISA', unknown: 'x:y' }
  expect(readSigned(website, { ...more, signature: signFields(key, more) })).toEqual(more)
  const { shopID: _, ...unnamed } = sale
  expect(readSigned(website, { ...unnamed, signature })).toEqual(sale)
})

it.each([
  ['no signature', sale],
  ['a changed value', { ...sale, priceAmount: '25.01', signature }],
  ['a name more', { ...sale, extra: '1', signature }],
  ['capitals', { ...sale, signature: signature.toUpperCase() }],
  ['SHA-1', { ...sale, signature: '3f1c0f3c2b6a4c1f0a6f7f1b4f3c0d2e1a2b3c4d' }],
  ['two signatures', { ...sale, signature: [signature, signature] }],
  ['a name twice', { ...sale, saleID: ['7000001', '7000002'], signature }],
  ['another website', { ...sale, shopID: '2', signature: signFields(key, { ...sale, shopID: '2' }) }],
  ['another key', { ...sale, signature: signFields('another-key-000000000000000000', sale) }],
])('refuses %s', (_, query) => expect(readSigned(website, query)).toBeNull())

it('gives an attempt one reference, which nobody can make without the key', () => {
  const paymentId = '0199a0c4-0000-7000-8000-0123456789ab'
  const reference = referenceOf(key, paymentId)
  expect(reference).toMatch(/^[\w-]{55}$/)
  expect(paymentIdOf(key, reference)).toBe(paymentId)
  expect(paymentIdOf('another-key-000000000000000000', reference)).toBeNull()
  expect(paymentIdOf(key, `${reference.slice(0, -1)}_`)).toBeNull()
  expect(paymentIdOf(key, 'tr_1')).toBeNull()
})
