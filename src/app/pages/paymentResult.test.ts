import { expect, test } from 'vitest'
import {
  orderState,
  paymentMessage,
  type PaymentOutcome,
  paidOrderQueries,
  parsePaymentResult,
  bannerDurationMs,
} from './paymentResult.ts'

const read = (query: string) => parsePaymentResult(new URLSearchParams(query))

test('the result and the order are read from the URL', () => {
  expect(read('payment=success&orderId=o-1')).toEqual({ outcome: 'success', orderId: 'o-1' })
  expect(read('payment=pending&orderId=')).toEqual({ outcome: 'pending', orderId: null })
  expect(read('payment=error')).toEqual({ outcome: 'error', orderId: null })
})

test.each(['', 'payment=', 'payment=SUCCESS', 'payment=toString', 'orderId=o-1'])(
  '%j has no result',
  query => {
    expect(read(query)).toBeNull()
  },
)

test.each([
  ['success', 15_000],
  ['pending', 10_000],
  ['failed', 10_000],
  ['error', 10_000],
  ['return', 10_000],
] as [PaymentOutcome, number][])('%s is shown for %d ms', (outcome, ms) => {
  expect(bannerDurationMs(outcome)).toBe(ms)
})

const order = { kind: 'ORDER', state: 'PAID' } as const
const minutes = { kind: 'MINUTES', state: 'PAID', minutes: 15 } as const
const gift = {
  kind: 'GIFT',
  state: 'PAID',
  ownerName: 'Lumi',
  giftName: 'Lamp',
  isAnonymous: true,
} as const

test('a failed payment has the seed’s message', () => {
  expect(paymentMessage('failed', { ...order, state: 'ENDED' })?.text).toBe(
    'Je betaling is niet gelukt. Probeer het opnieuw of kies een andere betaalmethode.',
  )
})

test('the message promises a mail for an order, and not for minutes or a gift', () => {
  expect(paymentMessage('success', order)?.text).toBe('We sturen je een bevestiging per e-mail.')
  expect(paymentMessage('success', minutes)?.text).toBe('Je kocht 15 minuten. Ze staan op je saldo.')
  expect(paymentMessage('success', gift)).toEqual({
    tone: 'success',
    title: 'Bedankt voor je cadeau',
    text: 'Lumi krijgt er meteen bericht van, zonder je naam: Lamp.',
  })
})

test('a success is told of the visitor’s own purchase alone, and once it is paid', () => {
  expect(paymentMessage('success', null)).toBeNull()
  for (const purchase of [order, minutes, gift]) {
    expect(paymentMessage('success', { ...purchase, state: 'WAITING' })?.title).toBe(
      'Je betaling is onderweg',
    )
    expect(paymentMessage('success', { ...purchase, state: 'REFUNDED' })?.tone).toBe('info')
    expect(paymentMessage('success', { ...purchase, state: 'ENDED' })).toBeNull()
  }
})

test.each([
  ['PENDING', null, false, 'WAITING'],
  ['PAID', '2026-11-20T12:00:00.000Z', false, 'PAID'],
  ['CANCELLED', null, true, 'ENDED'],
  ['CANCELLED', null, false, 'REFUNDED'],
] as const)('an order %s, paid at %s, never paid %s, is %s', (status, paidAt, isNeverPaid, state) => {
  expect(orderState({ status, paidAt, isNeverPaid })).toBe(state)
})

test.each([order, minutes, gift])(
  'a payment of $kind that its owner broke off is told neutrally',
  purchase => {
    const brokenOff = { ...purchase, state: 'ENDED', isPaymentBrokenOff: true } as const
    expect(paymentMessage('failed', brokenOff)).toEqual({
      tone: 'info',
      title: 'Betaling afgebroken',
      text: 'Je hebt de betaling afgebroken. Je kunt opnieuw betalen.',
    })
  },
)

test('the order is fetched only when the URL names one', () => {
  const queries = (query: string) => paidOrderQueries({ url: new URL(`http://own.invalid/?${query}`) })
  expect(queries('payment=success&orderId=o-1').map(query => query.queryKey)).toEqual([['orders', 'o-1']])
  expect(queries('payment=success')).toEqual([])
  expect(queries('orderId=o-1')).toEqual([])
})
