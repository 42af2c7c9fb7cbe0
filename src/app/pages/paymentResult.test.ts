import { expect, test } from 'vitest'
import {
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

test('a failed payment has the seed’s message', () => {
  expect(paymentMessage('failed', { kind: 'ORDER' }).text).toBe(
    'Je betaling is niet gelukt. Probeer het opnieuw of kies een andere betaalmethode.',
  )
})

test('the message promises a mail for an order, and not for minutes', () => {
  expect(paymentMessage('success', { kind: 'ORDER' }).text).toBe('We sturen je een bevestiging per e-mail.')
  expect(paymentMessage('success', { kind: 'MINUTES', minutes: 15 }).text).toBe(
    'Je kocht 15 minuten. Ze staan op je saldo.',
  )
  expect(paymentMessage('success', null).text).toBe('Je aankoop is verwerkt.')
})

test('a payment that its owner broke off is told neutrally', () => {
  const order = { kind: 'ORDER' as const, isPaymentBrokenOff: true }
  expect(paymentMessage('failed', order)).toEqual({
    tone: 'info',
    title: 'Betaling afgebroken',
    text: 'Je hebt de betaling afgebroken. Je kunt opnieuw betalen.',
  })
  expect(paymentMessage('success', order).tone).toBe('success')
})

test('the order is fetched only when the URL names one', () => {
  const queries = (query: string) => paidOrderQueries({ url: new URL(`http://own.invalid/?${query}`) })
  expect(queries('payment=success&orderId=o-1').map(query => query.queryKey)).toEqual([['orders', 'o-1']])
  expect(queries('payment=success')).toEqual([])
  expect(queries('orderId=o-1')).toEqual([])
})
