import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centsGoneBackTwice, splitRefund } from './refund.rules.ts'

const payment = fc.record({
  provider: fc.constantFrom('mollie', 'manual', 'gift_card', 'store_credit'),
  leftCents: fc.integer({ min: 0, max: 10_000 }),
})
const payments = fc
  .array(payment, { minLength: 1, maxLength: 6 })
  .map(all => all.map((each, index) => ({ ...each, id: `p-${index}` })))
const isCredit = (provider: string) => provider === 'gift_card' || provider === 'store_credit'
const sum = (cents: number[]) => cents.reduce((total, each) => total + each, 0)

describe('a refund of several payments', () => {
  it('takes the provider’s money first, then cards and credit in reverse of their use', () => {
    const paid = [
      { id: 'card', provider: 'gift_card', leftCents: 300 },
      { id: 'credit', provider: 'store_credit', leftCents: 200 },
      { id: 'mollie', provider: 'mollie', leftCents: 500 },
    ]
    const parts = (amountCents: number) =>
      splitRefund(paid, { amountCents }).map(part => [part.paymentId, part.amountCents, part.destination])
    expect(parts(500)).toEqual([['mollie', 500, 'PAYMENT']])
    expect(parts(600)).toEqual([
      ['mollie', 500, 'PAYMENT'],
      ['credit', 100, 'CREDIT'],
    ])
    expect(parts(1000)).toEqual([
      ['mollie', 500, 'PAYMENT'],
      ['credit', 200, 'CREDIT'],
      ['card', 300, 'CREDIT'],
    ])
  })

  it('adds up to the cent, takes no more than is left of each, and of cards only when the provider has nothing left', () => {
    fc.assert(
      fc.property(
        payments,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.boolean(),
        (all, share, asStoreCredit) => {
          const left = sum(all.map(({ leftCents }) => leftCents))
          const amountCents = Math.round(left * share)
          fc.pre(amountCents > 0)
          const parts = splitRefund(all, { amountCents, asStoreCredit })
          expect(sum(parts.map(part => part.amountCents))).toBe(amountCents)
          for (const { paymentId, amountCents: cents, destination } of parts) {
            const paid = all.find(({ id }) => id === paymentId)
            expect(cents).toBeGreaterThan(0)
            expect(cents).toBeLessThanOrEqual(paid?.leftCents ?? 0)
            const goesToCredit = asStoreCredit || isCredit(paid?.provider ?? '')
            expect(destination).toBe(goesToCredit ? 'CREDIT' : 'PAYMENT')
          }
          const fromCredit = parts.some(({ paymentId }) =>
            isCredit(all.find(({ id }) => id === paymentId)?.provider ?? ''),
          )
          const fromProvider = sum(
            parts.flatMap(part =>
              isCredit(all.find(({ id }) => id === part.paymentId)?.provider ?? '') ? [] : [part.amountCents],
            ),
          )
          if (fromCredit)
            expect(fromProvider).toBe(
              sum(all.flatMap(each => (isCredit(each.provider) ? [] : [each.leftCents]))),
            )
        },
      ),
    )
  })

  it('in any steps gives back the same as at once', () => {
    fc.assert(
      fc.property(payments, fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 8 }), (all, steps) => {
        const left = all.map(each => ({ ...each }))
        for (const wanted of steps) {
          const amountCents = Math.min(wanted, sum(left.map(({ leftCents }) => leftCents)))
          if (amountCents === 0) break
          for (const part of splitRefund(left, { amountCents })) {
            const paid = left.find(({ id }) => id === part.paymentId)
            if (paid) paid.leftCents -= part.amountCents
          }
        }
        const gone = sum(all.map(({ leftCents }) => leftCents)) - sum(left.map(({ leftCents }) => leftCents))
        const once = gone > 0 ? splitRefund(all, { amountCents: gone }) : []
        for (const { id, leftCents } of left) {
          const taken = once.find(({ paymentId }) => paymentId === id)?.amountCents ?? 0
          expect(leftCents).toBe((all.find(each => each.id === id)?.leftCents ?? 0) - taken)
        }
      }),
    )
  })

  it('refuses more than is left', () =>
    expect(() => splitRefund([{ id: 'a', provider: 'mollie', leftCents: 1 }], { amountCents: 2 })).toThrow(
      'more than is left',
    ))
})

it('finds an amount that went back twice, in however many parts it was charged back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 8 }),
      (paidCents, credited, refunded, parts) => {
        const toCreditCents = Math.floor(paidCents * credited)
        const refundedCents = Math.floor((paidCents - toCreditCents) * refunded)
        let chargedBackCents = 0
        let twice = 0
        for (const part of parts) {
          // The provider charges back no more than is left there.
          const cents = Math.min(part, paidCents - refundedCents - chargedBackCents)
          if (cents === 0) break
          chargedBackCents += cents
          twice += centsGoneBackTwice({ paidCents, toCreditCents, refundedCents, chargedBackCents }, cents)
        }
        expect(twice).toBe(Math.max(0, toCreditCents + refundedCents + chargedBackCents - paidCents))
      },
    ),
  )
})
