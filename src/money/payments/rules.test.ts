import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PaymentStatus } from './contract.ts'
import { isSettled, decidePaymentTransition, paymentStatusTransitions } from './rules.ts'

const asked = { amountCents: 1250, currency: 'EUR' }
const status = fc.constantFrom(...PaymentStatus.options)
const truth = fc.record({
  status,
  amountCents: fc.constantFrom(1250, 1250, 1250, 1249, 0, null),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD', 'eur'),
})
const agrees = (said: { amountCents: number | null; currency: string }) =>
  said.amountCents === asked.amountCents && said.currency === asked.currency

type Said = Parameters<typeof decidePaymentTransition>[1]

/** The state of a payment after these reports, in this order. */
const after = (said: Said[], from: PaymentStatus = 'OPEN'): PaymentStatus =>
  said.reduce<PaymentStatus>((status, truth) => {
    const verdict = decidePaymentTransition({ status, ...asked }, truth)
    return verdict && 'move' in verdict ? verdict.move : status
  }, from)

describe('a payment', () => {
  it('never leaves PAID, after any sequence of reports', () => {
    fc.assert(
      fc.property(fc.array(truth), said => {
        expect(
          decidePaymentTransition({ status: 'PAID', ...asked }, said[0] ?? { status: 'EXPIRED', ...asked }),
        ).toBeNull()
        expect(after(said, 'PAID')).toBe('PAID')
      }),
    )
  })

  it('ends PAID once reported so with the right amount, in any order', () => {
    fc.assert(
      fc.property(fc.array(truth), fc.array(truth), (before, later) => {
        expect(after([...before, { status: 'PAID', ...asked }, ...later])).toBe('PAID')
      }),
    )
  })

  it('does not change for another amount or currency, and reports a mismatch if it would have', () => {
    fc.assert(
      fc.property(status, truth, (from, said) => {
        fc.pre(!agrees(said))
        const verdict = decidePaymentTransition({ status: from, ...asked }, said)
        const wouldMove = paymentStatusTransitions[from].includes(said.status)
        expect(verdict).toEqual(wouldMove ? { problem: expect.stringContaining('1250 EUR') } : null)
      }),
    )
  })

  it('ignores a repeated report', () => {
    fc.assert(
      fc.property(fc.array(truth), said => {
        const doubled = said.flatMap(truth => [truth, truth])
        expect(after(doubled)).toBe(after(said))
      }),
    )
  })

  it('ends the same when a provider’s history arrives in any order', () => {
    // Mollie's final statuses are final: a history has at most one.
    const history = fc.tuple(
      fc.subarray(['OPEN', 'PENDING', 'AUTHORIZED'] as const),
      fc.constantFrom('PAID', 'FAILED', 'CANCELLED', 'EXPIRED'),
    )
    const shuffled = history.chain(([began, ended]) => {
      const all = [...began, ended].map(status => ({ status, ...asked }))
      return fc.tuple(fc.constant(ended), fc.shuffledSubarray(all, { minLength: all.length }))
    })
    fc.assert(
      fc.property(shuffled, ([ended, said]) => {
        expect(after(said)).toBe(ended)
      }),
    )
  })

  it('is settled only in a status that can change to PAID alone', () => {
    for (const status of PaymentStatus.options) {
      const open = paymentStatusTransitions[status].some(next => next !== 'PAID')
      expect(isSettled(status)).toBe(!open)
    }
  })
})
