import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOrderTracked, calculateOrderTotal, calculateTrackingCost } from './rules.ts'
import { fiscalYear } from '../../money/invoices/rules.ts'

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 99 }),
  price: fc.integer({ min: 0, max: 100_000 }),
  showShippingOptions: fc.boolean(),
})
const lines = fc.array(line, { minLength: 1, maxLength: 100 })

describe('the price of an order', () => {
  it('is the sum of its lines, and tracking once where a product can be tracked', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (lines, hasTracking) => {
        const goods = lines.map(({ quantity, price }) => quantity * price).reduce((sum, part) => sum + part)
        const tracked = hasTracking && lines.some(({ showShippingOptions }) => showShippingOptions)
        expect(calculateOrderTotal(lines, hasTracking, 250)).toBe(goods + (tracked ? 250 : 0))
        expect(Number.isSafeInteger(calculateOrderTotal(lines, hasTracking, 250))).toBe(true)
      }),
    )
  })

  it('does not depend on how the lines are ordered or split', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (lines, hasTracking) => {
        const pieces = lines.flatMap(line =>
          Array.from({ length: line.quantity }, () => ({ ...line, quantity: 1 })),
        )
        expect(calculateOrderTotal(pieces.reverse(), hasTracking, 250)).toBe(
          calculateOrderTotal(lines, hasTracking, 250),
        )
      }),
      { numRuns: 25 },
    )
  })

  it('has no tracking for digital products alone', () => {
    const digital = { quantity: 2, price: 500, showShippingOptions: false }
    expect(calculateTrackingCost([digital], true, 250)).toBe(0)
    expect(calculateTrackingCost([digital, { ...digital, showShippingOptions: true }], true, 395)).toBe(395)
    expect(calculateTrackingCost([{ ...digital, showShippingOptions: true }], false, 250)).toBe(0)
  })
})

it('includes tracking also where it is free', () => {
  const parcel = { quantity: 1, price: 500, showShippingOptions: true }
  expect(isOrderTracked([parcel], true)).toBe(true)
  expect(calculateOrderTotal([parcel], true, 0)).toBe(500)
})

describe('the year of an order number', () => {
  it.each([
    // Belgium is an hour ahead of UTC in winter, so the year turns at 23:00 UTC.
    ['2026-12-31T22:59:59.999Z', 2026],
    ['2026-12-31T23:00:00.000Z', 2027],
    ['2027-01-01T00:00:00.000Z', 2027],
    ['2027-07-01T12:00:00.000Z', 2027],
  ])('at %s is %i', (moment, year) => expect(fiscalYear(new Date(moment))).toBe(year))
})
