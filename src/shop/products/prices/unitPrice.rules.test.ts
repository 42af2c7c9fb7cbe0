import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentText, unitPrice, unitPriceText } from './unitPrice.rules.ts'

describe('the price per unit', () => {
  it.each([
    // 24,95 / 150 * 100 = 16,6333…
    [2495, { contentMl: 150 }, '€ 16,63 per 100 ml'],
    // 14,95 / 30 * 100 = 49,8333…
    [1495, { contentMl: 30 }, '€ 49,83 per 100 ml'],
    // 9,99 / 200 * 100 = 4,995: halves go up.
    [999, { contentGrams: 200 }, '€ 5,00 per 100 g'],
    // 19,95 / 1000 * 100 = 1,995
    [1995, { contentGrams: 1000 }, '€ 2,00 per 100 g'],
    [0, { contentGrams: 250 }, '€ 0,00 per 100 g'],
    [2495, { contentMl: 150, contentGrams: 140 }, '€ 16,63 per 100 ml'],
    // The price itself.
    [2495, { contentMl: 100 }, null],
    [2495, {}, null],
  ])('of %i cents for %j is %s', (price, content, text) =>
    expect(unitPriceText(price, content)?.replaceAll('\u00A0', ' ') ?? null).toBe(text),
  )

  it('is the price divided by the amount, to half a cent, for any amount', () => {
    const price = fc.integer({ min: 0, max: 10_000_000 })
    const amount = fc.integer({ min: 1, max: 1_000_000 })
    fc.assert(
      fc.property(price, amount, fc.boolean(), (cents, content, isLiquid) => {
        const found = unitPrice(cents, isLiquid ? { contentMl: content } : { contentGrams: content })
        expect(found?.unit).toBe(isLiquid ? 'ml' : 'g')
        expect(Number.isInteger(found?.cents)).toBe(true)
        // |found − 100 price / amount| ≤ ½, in whole numbers.
        const off = 2 * Math.abs((found?.cents ?? 0) * content - 100 * cents)
        expect(off).toBeLessThanOrEqual(content)
      }),
    )
  })

  it('never falls when the price rises, and never rises with the amount', () => {
    const some = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(some, some, some, (price, more, amount) => {
        const of = (cents: number, contentMl: number) => unitPrice(cents, { contentMl })?.cents ?? 0
        expect(of(price + more, amount)).toBeGreaterThanOrEqual(of(price, amount))
        expect(of(price, amount + more)).toBeLessThanOrEqual(of(price, amount))
      }),
    )
  })
})

it('says how much is in it', () => {
  expect(contentText({ contentMl: 1500 })).toBe('1.500 ml')
  expect(contentText({ contentGrams: 75 })).toBe('75 g')
  expect(contentText({})).toBe(null)
})
