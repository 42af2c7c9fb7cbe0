import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWebAddress } from '../paymentPage.ts'
import {
  isFinalStatus,
  paymentTransitions,
  nextAttemptAt,
  statusesBefore,
  type MolliePaymentStatus,
  paymentStatuses,
} from './rules.ts'

describe('transitions', () => {
  test('the final statuses are those of the provider', () => {
    expect(paymentStatuses.filter(isFinalStatus)).toEqual(['paid', 'canceled', 'expired', 'failed'])
  })

  test('every status can be reached from open', () => {
    const reached = new Set<MolliePaymentStatus>(['open'])
    for (const status of reached) for (const next of paymentTransitions[status]) reached.add(next)
    expect([...reached].toSorted()).toEqual([...paymentStatuses].toSorted())
  })

  test('the reverse table matches, final statuses have no transition, and none leads to itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...paymentStatuses), fc.constantFrom(...paymentStatuses), (from, to) => {
        expect(statusesBefore(to).includes(from)).toBe(paymentTransitions[from].includes(to))
        expect(isFinalStatus(from) && statusesBefore(to).includes(from)).toBe(false)
        expect(statusesBefore(to)).not.toContain(to)
      }),
    )
  })
})

test('the delay between webhook attempts grows, and attempts end', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const waits: number[] = []
  for (let attempts = 1, next; (next = nextAttemptAt(attempts, now)); attempts++) waits.push(+next - +now)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits.length).toBeGreaterThanOrEqual(5)
  expect(waits[0]).toBe(1000)
})

test.each([
  ['http://127.0.0.1:3000/api/webhooks/mollie', true],
  ['https://gloed.test', true],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['/relative', false],
  ['', false],
])('%s is a web address: %s', (text, expected) => {
  expect(isWebAddress(text)).toBe(expected)
})
