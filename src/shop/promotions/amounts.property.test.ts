import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPromotion } from '../../../tests/support/promotionData.ts'
import type { Promotion } from './conditions.rules.ts'
import { applyPromotions } from './rules.ts'

const RUNS = { numRuns: 1000 }
const line = fc.record({
  categoryId: fc.constantFrom('x', 'y', 'z'),
  quantity: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 99 })),
  price: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 50_000 })),
})
const target = fc.oneof(
  fc.constant({ target: 'EVERYTHING' as const, targetIds: [] }),
  fc.record({
    target: fc.constant('CATEGORIES' as const),
    targetIds: fc.subarray(['x', 'y', 'z'], { minLength: 1 }),
  }),
)

const context = {
  now: new Date('2026-11-25T12:00:00Z'),
  hasOrdered: false,
  trackingCents: 0,
  shippingCents: 0,
}
const amount = (cents: number, changes: Partial<Promotion> = {}): Promotion =>
  buildPromotion({ kind: 'AMOUNT', percentage: null, amountCents: cents, code: null, ...changes })

describe('an amount for a business without VAT', () => {
  const rate = fc.constantFrom(0, 600, 900, 2100, 2700)
  const taxed = fc.array(fc.record({ line, basisPoints: rate }), { minLength: 1, maxLength: 8 })
  const amountOf = fc.record({ amountCents: fc.integer({ min: 1, max: 60_000 }), target })
  const net = (cents: number, basisPoints: number) => Math.round((cents * 10_000) / (10_000 + basisPoints))

  it('takes off each line the discount of a consumer, without the VAT of that line, to the cent', () => {
    fc.assert(
      fc.property(taxed, amountOf, (all, { amountCents, target: chosen }) => {
        const shown = all.map(({ line: each }, at) => ({
          ...each,
          productId: `product-${at}`,
          isGiftCard: false,
        }))
        const sold = shown.map((each, at) => ({
          ...each,
          price: net(each.price, all[at]?.basisPoints ?? 0),
          priceWithVat: each.price,
        }))
        const given = amount(amountCents, chosen)
        const [consumer, business] = [shown, sold].map(lines => applyPromotions(lines, [given], context))
        for (const [at, { productId, price: own, priceWithVat, quantity }] of sold.entries()) {
          const [gross, discount] = [consumer, business].map(each => each?.lineDiscounts.get(productId) ?? 0)
          expect(discount).toBeGreaterThanOrEqual(0)
          expect(discount).toBeLessThanOrEqual(own * quantity)
          const share = priceWithVat === 0 ? 0 : ((gross ?? 0) * own) / priceWithVat
          expect(Math.abs((discount ?? 0) - share), `line ${at}`).toBeLessThanOrEqual(0.5001)
        }
        // An amount that covers the whole price with VAT covers the price without.
        const isAll = (lines: typeof shown, discounts: ReadonlyMap<string, number> | undefined) =>
          lines.every(each => (discounts?.get(each.productId) ?? 0) === each.price * each.quantity)
        if (isAll(shown, consumer?.lineDiscounts)) expect(isAll(sold, business?.lineDiscounts)).toBe(true)
      }),
      RUNS,
    )
  })
})

it('takes € 8.26 off goods at 21 % for an amount of € 10', () => {
  const goods = { productId: 'roos', categoryId: 'x', quantity: 1, price: 10_000, priceWithVat: 12_100 }
  expect(applyPromotions([goods], [amount(1000)], context).applied).toMatchObject([{ amount: 826 }])
})
