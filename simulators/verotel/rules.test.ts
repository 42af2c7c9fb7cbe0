import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { paymentMethods } from './contract.ts'
import {
  chosenMethod,
  isAccepted,
  type Parameters,
  readStart,
  readStatusQuery,
  signatureOf,
} from './rules.ts'

const start: Parameters = {
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
}
const postback: Parameters = {
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

describe('signatures', () => {
  test.each([
    ['a start', start, '3b7bb58c4750a2b4a1f63a5c5268456ff1427a1235abd5fe11ad417c825e4439'],
    ['a postback', postback, 'e5e9f28d43fb250c3345c34864cad73f3f297a9b3ab85155ae8cbcd54d16d444'],
    [
      'a credit',
      { ...postback, event: 'credit', parentID: '9000001', transactionID: '9000002' },
      '00c08ccaf17e6af2a9c5d1411eb973e55bdbd871b759283616637ac996e0e9b8',
    ],
    [
      'a status call',
      { version: '4', shopID: '100001', referenceID: 'mp_01' },
      'a06c5fdb296dd513fe2ff647c9935c8ff158e81c6397e3ff804103890fec09b7',
    ],
  ])('of %s are those that were computed from the documentation', (_, values, signature) => {
    expect(signatureOf(values)).toBe(signature)
  })

  test('put capitals before small letters', () => {
    const text = 'gloed-test-key-000000000000000:CCBrand=VISA:custom1=a'
    expect(signatureOf({ custom1: 'a', CCBrand: 'VISA' })).toBe(
      createHash('sha256').update(text).digest('hex'),
    )
  })
})

/** The query of a start with its signature. */
const query = (values: Parameters, extra: Parameters = {}) =>
  new URLSearchParams({ ...values, signature: signatureOf(values), ...extra })

describe('a start', () => {
  test('is taken with all that is signed, without what is not', () => {
    expect(readStart(query(start, { email: 'koper@voorbeeld.test', origin: 'gloed', future: '1' }))).toEqual({
      data: start,
      signature: signatureOf(start),
    })
    const { version, shopID, type, priceAmount, priceCurrency, description } = start
    const least = { version, shopID, type, priceAmount, priceCurrency, description } as Parameters
    expect(readStart(query(least)).data).toEqual(least)
    const longest = {
      ...start,
      description: 'é'.repeat(100),
      custom3: 'x'.repeat(255),
      referenceID: 'a'.repeat(64),
    }
    expect(readStart(query(longest)).data).toEqual(longest)
  })

  test.each(['version', 'shopID', 'type', 'priceAmount', 'priceCurrency', 'description'])(
    'is refused without %s',
    name => {
      const { [name]: _, ...rest } = start
      expect(() => readStart(query(rest))).toThrow(`${name} ontbreekt.`)
    },
  )

  test.each([
    [{ version: '3.4' }, 'version moet 4 zijn'],
    [{ shopID: '100002' }, 'shopID is geen bekende website'],
    [{ type: 'subscription' }, 'type moet purchase zijn'],
    [{ priceAmount: '25' }, 'priceAmount moet'],
    [{ priceAmount: '25.0' }, 'priceAmount moet'],
    [{ priceAmount: '25,00' }, 'priceAmount moet'],
    [{ priceAmount: '-5.00' }, 'priceAmount moet'],
    [{ priceAmount: '0.00' }, 'priceAmount moet'],
    [{ priceCurrency: 'JPY' }, 'priceCurrency moet'],
    [{ priceCurrency: 'eur' }, 'priceCurrency moet'],
    [{ description: 'x'.repeat(101) }, 'description moet'],
    [{ description: 'a\nb' }, 'description moet'],
    [{ custom2: 'x'.repeat(256) }, 'custom2 mag'],
    [{ custom3: 'a\0b' }, 'custom3 mag'],
    [{ successURL: `https://shop.test/${'x'.repeat(238)}` }, 'successURL moet'],
    [{ declineURL: 'javascript:alert(1)' }, 'declineURL moet'],
    [{ referenceID: 'a b' }, 'referenceID mag'],
    [{ referenceID: 'a'.repeat(65) }, 'referenceID mag'],
    [{ paymentMethod: 'PAYPAL' }, 'paymentMethod moet'],
    [{ paymentMethod: 'DDEU', priceCurrency: 'CHF' }, 'Een SEPA-incasso kan alleen in euro'],
    [{ mcc: '5967' }, 'mcc mag alleen met paymentMethod=IDEAL'],
    [{ mcc: '5967', paymentMethod: 'CC' }, 'mcc mag alleen met paymentMethod=IDEAL'],
    [{ subCreditorCountry: 'NL' }, 'subCreditorCountry mag alleen'],
    [{ subCreditorCountry: 'nl', paymentMethod: 'IDEAL' }, 'subCreditorCountry moet'],
    [{ custom1: '' }, 'custom1 is leeg'],
  ])('is refused with %j', (extra, message) => {
    expect(() => readStart(query({ ...start, ...extra }))).toThrow(message)
  })

  test.each([
    ['a wrong signature', { signature: signatureOf({ ...start, priceAmount: '1.00' }) }],
    ['an upper-case signature', { signature: signatureOf(start).toUpperCase() }],
    ['a SHA-1 signature', { signature: signatureOf(start, 'sha1') }],
    ['a value that is not signed', { custom2: 'x' }],
  ])('is refused with %s', (_, extra) => {
    expect(() => readStart(query(start, extra))).toThrow('signature klopt niet.')
  })

  test('is refused without a signature, with a value twice, and with a token of one click without a card', () => {
    expect(() => readStart(new URLSearchParams(start))).toThrow('signature klopt niet.')
    expect(() => readStart(new URLSearchParams([...query(start), ['custom1', 'b']]))).toThrow(
      'custom1 staat er meer dan één keer.',
    )
    expect(() => readStart(query(start, { oneClickToken: 'x' }))).toThrow('alleen met paymentMethod=CC')
  })

  test('may have the category and the creditor of a facilitator with iDEAL', () => {
    const facilitated = {
      ...start,
      paymentMethod: 'IDEAL',
      mcc: '5967',
      subCreditorName: 'Gloed',
      subCreditorId: '1',
      subCreditorCountry: 'NL',
    }
    expect(readStart(query(facilitated)).data).toEqual(facilitated)
  })
})

describe('the payment method', () => {
  test('is the one that the start fixed, else the chosen one, else iDEAL', () => {
    expect(chosenMethod(start, undefined, 'NL')).toBe('IDEAL')
    expect(paymentMethods.map(method => chosenMethod(start, method, 'NL'))).toEqual(paymentMethods)
    expect(chosenMethod({ ...start, paymentMethod: 'CC' }, undefined, 'GB')).toBe('CC')
    expect(() => chosenMethod({ ...start, paymentMethod: 'CC' }, 'IDEAL', 'NL')).toThrow('alleen met CC')
  })

  test('is a direct debit only in euro and from its countries', () => {
    expect(() => chosenMethod(start, 'DDEU', 'GB')).toThrow('kan niet vanuit GB')
    expect(() => chosenMethod({ ...start, priceCurrency: 'USD' }, 'DDEU', 'NL')).toThrow('alleen in euro')
  })
})

describe('a status call', () => {
  const asked = { version: '4', shopID: '100001' }
  test('names a sale by one of its ids', () => {
    expect(readStatusQuery(query({ ...asked, referenceID: 'mp_01' }))).toEqual({ referenceID: 'mp_01' })
    expect(readStatusQuery(query({ ...asked, saleID: '7000001' }))).toEqual({ saleID: '7000001' })
  })

  test.each([
    [{ ...asked }, {}, 'Either referenceID or saleID is required'],
    [{ ...asked, saleID: '1', referenceID: 'a' }, {}, 'Either referenceID or saleID is required'],
    [{ ...asked, version: '3' }, {}, 'Unsupported version'],
    [{ ...asked, shopID: '1' }, {}, 'Unknown shopID'],
    [{ ...asked, saleID: '1' }, { signature: 'x' }, 'Invalid signature'],
    [{ ...asked, saleID: '1' }, { saleID: '2' }, 'Invalid signature'],
  ])('is answered with an error: case %#', (values, extra, error) => {
    expect(readStatusQuery(query(values, extra))).toBe(error)
  })
})

test.each([
  [200, 'OK', true],
  [200, 'OK\n', false],
  [200, '{"ok":true}', false],
  [204, '', false],
  [202, 'OK', false],
  [500, 'OK', false],
])('a postback answered with %i and %j is accepted: %s', (status, body, expected) => {
  expect(isAccepted(status, body)).toBe(expected)
})
