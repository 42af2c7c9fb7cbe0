import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPromotion } from '../../../tests/support/promotionData.ts'
import { paidForUnits } from '../orders/refunds/rules.ts'
import { priceOrder, type ShippingChoice } from '../orders/price.rules.ts'
import type { Promotion } from './conditions.rules.ts'
import { shareCents } from './shares.rules.ts'

const RUNS = { numRuns: 1000 }
const now = new Date('2026-11-25T12:00:00Z')

const price = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 50_000 }))
const line = fc.record({
  categoryId: fc.constantFrom('x', 'y', 'z'),
  quantity: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 99 })),
  price,
  showShippingOptions: fc.boolean(),
})
const basket = fc
  .array(line, { minLength: 1, maxLength: 8 })
  .map(lines => lines.map((each, at) => ({ ...each, productId: `product-${at}` })))

const kind = fc.oneof(
  fc.record({ kind: fc.constant('PERCENTAGE' as const), percentage: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('AMOUNT' as const), amountCents: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({
    kind: fc.constant('BUY_X_GET_Y' as const),
    buyQuantity: fc.integer({ min: 1, max: 4 }),
    freeQuantity: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ kind: fc.constant('FREE_TRACKING' as const) }),
  fc.record({ kind: fc.constant('MINUTES' as const), minutes: fc.integer({ min: 1, max: 600 }) }),
)
const target = fc.oneof(
  fc.constant({ target: 'EVERYTHING' as const, targetIds: [] }),
  fc.record({
    target: fc.constant('CATEGORIES' as const),
    targetIds: fc.subarray(['x', 'y', 'z'], { minLength: 1 }),
  }),
  fc.record({
    target: fc.constant('PRODUCTS' as const),
    targetIds: fc.subarray(['product-0', 'product-1', 'product-5'], { minLength: 1 }),
  }),
)
const bundle = fc
  .tuple(
    fc.integer({ min: 1, max: 100 }),
    fc.subarray(['product-0', 'product-1', 'product-2', 'product-5'], { minLength: 2 }),
  )
  .map(([percentage, targetIds]) => ({
    kind: 'BUNDLE' as const,
    percentage,
    target: 'PRODUCTS' as const,
    targetIds,
  }))
const kindAndTarget = fc.oneof(
  {
    arbitrary: fc.tuple(kind, target).map(([ofKind, ofTarget]) => ({ ...ofKind, ...ofTarget })),
    weight: 3,
  },
  { arbitrary: bundle, weight: 1 },
)
const promotion = fc
  .tuple(kindAndTarget, fc.boolean(), fc.boolean(), fc.constantFrom(0, 1, 5000))
  .map(([ofKindAndTarget, isCombinable, isAutomatic, minimumCents]) => ({
    percentage: null,
    amountCents: null,
    buyQuantity: null,
    freeQuantity: null,
    minutes: null,
    ...ofKindAndTarget,
    isCombinable,
    isAutomatic,
    minimumCents,
  }))
const promotions = fc
  .array(promotion, { maxLength: 5 })
  .map(all =>
    all.map(({ isAutomatic, ...each }, at) =>
      buildPromotion({ id: `promotion-${at}`, code: isAutomatic ? null : `CODE${at}`, ...each }),
    ),
  )
const shipping = fc.record({
  pricing: fc.constantFrom('FREE' as const, 'FREE_FROM' as const, 'ZONES' as const),
  freeFrom: fc.constantFrom(1, 1000, 5000, 100_000),
  rateCents: fc.constantFrom(null, 0, 439, 1410),
})
const tracking = fc.record({
  hasTracking: fc.boolean(),
  trackingPrice: fc.constantFrom(0, 1, 250),
  shipping,
})

type Basket = ReturnType<typeof basket.generate>['value']
const quote = (lines: Basket, choice: ShippingChoice, all: Promotion[]) =>
  priceOrder(
    lines.map(line => ({ ...line, isGiftCard: false })),
    choice,
    all,
    { now, hasOrdered: false },
  )
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)

describe('a price with promotions', () => {
  it('is never below zero, nor above the price without; no line is', () => {
    fc.assert(
      fc.property(basket, tracking, promotions, (lines, choice, all) => {
        const found = quote(lines, choice, all)
        const without = quote(lines, choice, [])
        expect(found.total).toBeGreaterThanOrEqual(0)
        expect(found.total).toBeLessThanOrEqual(without.total)
        expect(found.trackingCost).toBeGreaterThanOrEqual(0)
        for (const { productId, quantity, price: each } of lines) {
          const discount = found.lineDiscounts.get(productId) ?? 0
          expect(Number.isInteger(discount)).toBe(true)
          expect(discount).toBeGreaterThanOrEqual(0)
          expect(discount).toBeLessThanOrEqual(quantity * each)
        }
      }),
      RUNS,
    )
  })

  it('is the sum of its parts: the lines less their discounts, shipping and tracking; and the discount that each promotion states', () => {
    fc.assert(
      fc.property(basket, tracking, promotions, (lines, choice, all) => {
        const found = quote(lines, choice, all)
        const paidForLines = lines.map(
          ({ productId, quantity, price: each }) =>
            quantity * each - (found.lineDiscounts.get(productId) ?? 0),
        )
        expect(found.total).toBe(sum(paidForLines) + found.trackingCost + found.shippingCost)
        const saved = quote(lines, choice, []).total - found.total
        expect(sum(found.applied.map(({ amount }) => amount))).toBe(saved)
        expect(found.applied.every(({ amount, kind: of }) => amount > 0 !== (of === 'MINUTES'))).toBe(true)
      }),
      RUNS,
    )
  })

  it('does not depend on the order of the lines, nor of the promotions', () => {
    fc.assert(
      fc.property(
        basket.chain(lines =>
          fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
        ),
        tracking,
        promotions.chain(all =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([lines, shuffledLines], choice, [all, shuffled]) => {
          expect(quote(shuffledLines, choice, shuffled)).toEqual(quote(lines, choice, all))
        },
      ),
      RUNS,
    )
  })

  it('is never higher for one promotion more that can be combined', () => {
    fc.assert(
      fc.property(basket, tracking, promotions, promotion, (lines, choice, all, extra) => {
        const { isAutomatic: _, ...more } = extra
        const [first] = all
        const added = { ...(first as Promotion), ...more, id: 'promotion-9', isCombinable: true }
        if (!first) return
        // Each that comes after it is rounded once more, and so may be a cent less.
        const before = quote(lines, choice, all).total
        expect(quote(lines, choice, [...all, added]).total).toBeLessThanOrEqual(before + all.length)
      }),
      RUNS,
    )
  })

  it('is given back exactly by refunding all units one by one, in any order', () => {
    fc.assert(
      fc.property(basket, promotions, fc.infiniteStream(fc.nat()), (lines, all, dice) => {
        const found = quote(lines, { hasTracking: false, trackingPrice: 0 }, all)
        const left = lines.map(({ productId, quantity, price: pricePerItem }) => ({
          quantity,
          pricePerItem,
          discount: found.lineDiscounts.get(productId) ?? 0,
          refundedQuantity: 0,
        }))
        let back = 0
        for (;;) {
          const open = left.filter(({ quantity, refundedQuantity }) => refundedQuantity < quantity)
          const next = open[(dice.next().value ?? 0) % open.length]
          if (!next) break
          const cents = paidForUnits(next, 1)
          expect(cents).toBeGreaterThanOrEqual(0)
          back += cents
          next.refundedQuantity += 1
        }
        expect(back).toBe(found.total)
      }),
      RUNS,
    )
  })
})

it('shares are an exact part, rounded, and together the whole', () => {
  const shares = fc
    .array(fc.nat(1_000_000), { minLength: 1, maxLength: 20 })
    .chain(weights => fc.tuple(fc.constant(weights), fc.nat(sum(weights))))
  fc.assert(
    fc.property(shares, ([weights, amount]) => {
      const parts = shareCents(amount, weights)
      expect(sum(parts)).toBe(sum(weights) === 0 ? 0 : amount)
      for (const [at, part] of parts.entries()) {
        const weight = weights[at] as number
        expect(part).toBeLessThanOrEqual(weight)
        if (weight > 0) expect(Math.abs(part - (amount * weight) / sum(weights))).toBeLessThan(1)
      }
    }),
    RUNS,
  )
})

it('free shipping takes shipping and tracking, and nothing of the products', () => {
  fc.assert(
    fc.property(basket, tracking, (lines, choice) => {
      const without = quote(lines, choice, [])
      const free = quote(lines, choice, [freeShippingPromotion])
      expect([free.shippingCost, free.trackingCost]).toEqual([0, 0])
      expect(free.total).toBe(without.products)
      const cost = without.shippingCost + without.trackingCost
      expect(free.applied.map(({ amount }) => amount)).toEqual(cost > 0 ? [cost] : [])
    }),
    RUNS,
  )
})

const freeShippingPromotion = buildPromotion({
  id: 'free',
  code: null,
  kind: 'FREE_TRACKING',
  percentage: null,
  isCombinable: true,
})
