import { describe, expect, it } from 'vitest'
import type { MoneyMovement } from '../reports/payments.rules.ts'
import { countDecisions, type DecidableMatter, sumByProvider } from './compliance.rules.ts'

const matter = (receivedAt: string, decidedAt: string | null): DecidableMatter => ({
  receivedAt: Date.parse(receivedAt),
  decidedAt: decidedAt === null ? null : Date.parse(decidedAt),
})

it.each([
  // 11 November is a holiday, so that the seventh business day is the 12th, in Brussels time.
  ['2026-11-02T10:00:00Z', '2026-11-12T22:59:59Z', 0],
  ['2026-11-02T10:00:00Z', '2026-11-12T23:00:00Z', 1],
  ['2026-10-30T10:00:00Z', '2026-11-02T10:00:00Z', 0],
])('a matter of %s that was decided at %s is %j late', (receivedAt, decidedAt, late) => {
  const end = new Date('2026-11-30T23:00:00Z')
  const none = { count: 0, late: 0 }
  expect(countDecisions([matter(receivedAt, decidedAt)], end)).toEqual({
    decided: { count: 1, late },
    waiting: none,
  })
  // While it waits, the end of the period counts.
  expect(countDecisions([matter(receivedAt, null)], new Date(decidedAt))).toEqual({
    decided: none,
    waiting: { count: 1, late },
  })
})

describe('the payments of a month', () => {
  const movement = (provider: string, kind: MoneyMovement['kind'], cents: number): MoneyMovement => ({
    day: '2026-11-02',
    at: '2026-11-02 10:00:00+00',
    ownId: '1',
    subject: '',
    providerId: null,
    provider,
    kind,
    cents,
  })

  it('are summed by provider, without gift cards and store credit', () => {
    const movements = [
      movement('overig', 'PAYMENT', 2500),
      movement('overig', 'PAYMENT', 1000),
      movement('overig', 'REFUND', -500),
      movement('overig', 'REFUND_FAILED', 300),
      movement('overig', 'CHARGEBACK', -2500),
      movement('overig', 'CHARGEBACK_REVERSED', 2500),
      movement('manual', 'REFUND', -700),
      movement('store_credit', 'PAYMENT', 900),
    ]
    const none = { count: 0, cents: 0 }
    expect(sumByProvider(movements)).toEqual([
      {
        name: 'overig',
        payments: { count: 2, cents: 3500 },
        refunds: { count: 1, cents: 200 },
        chargebacks: { count: 1, cents: 0 },
      },
      { name: 'Met de hand', payments: none, refunds: { count: 1, cents: 700 }, chargebacks: none },
    ])
  })
})
