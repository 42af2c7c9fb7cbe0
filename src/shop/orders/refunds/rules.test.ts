import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planOrderRefund, type RefundableLine } from './rules.ts'

const line = (id: string, quantity: number, pricePerItem: number, refundedQuantity = 0): RefundableLine => ({
  id,
  productId: `p-${id}`,
  quantity,
  refundedQuantity,
  pricePerItem,
  isGiftCard: false,
})
const lines = [line('a', 2, 1000), line('b', 3, 500, 1)]
const LEFT = 3250
const noDelivery = { shippingCost: 0, trackingCost: 0 }
const delivery = { shippingCost: 495, trackingCost: 250 }

describe('a refund', () => {
  it('is all that is left when nothing is requested', () => {
    expect(planOrderRefund({}, lines, LEFT, noDelivery)).toEqual({
      amount: LEFT,
      taken: [
        { itemId: 'a', productId: 'p-a', quantity: 2 },
        { itemId: 'b', productId: 'p-b', quantity: 2 },
      ],
    })
  })

  it('is the price of its lines, or an amount without a line', () => {
    expect(planOrderRefund({ items: [{ itemId: 'b', quantity: 2 }] }, lines, LEFT, noDelivery)).toEqual({
      amount: 1000,
      taken: [{ itemId: 'b', productId: 'p-b', quantity: 2 }],
    })
    expect(planOrderRefund({ amount: 99 }, lines, LEFT, noDelivery)).toEqual({ amount: 99, taken: [] })
    expect(
      planOrderRefund({ amount: 700, items: [{ itemId: 'a', quantity: 1 }] }, lines, LEFT, noDelivery),
    ).toEqual({
      amount: 700,
      taken: [{ itemId: 'a', productId: 'p-a', quantity: 1 }],
    })
  })

  it('is refused above the paid amount, or above the units of a line', () => {
    const tooLarge = expect.objectContaining({ code: 'REFUND_TOO_LARGE' })
    expect(() => planOrderRefund({ amount: LEFT + 1 }, lines, LEFT, noDelivery)).toThrow(tooLarge)
    expect(() => planOrderRefund({}, lines, 0, noDelivery)).toThrow(tooLarge)
    expect(() => planOrderRefund({ items: [{ itemId: 'b', quantity: 3 }] }, lines, LEFT, noDelivery)).toThrow(
      tooLarge,
    )
    expect(() => planOrderRefund({ items: [{ itemId: 'x', quantity: 1 }] }, lines, LEFT, noDelivery)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
  })

  it('is never more than the remaining amount, however it is requested', () => {
    const wanted = fc.record({
      amount: fc.option(fc.integer({ min: 1, max: 5000 })),
      items: fc.option(
        fc.array(fc.record({ itemId: fc.constantFrom('a', 'b'), quantity: fc.integer({ min: 1, max: 4 }) })),
      ),
    })
    fc.assert(
      fc.property(wanted, fc.integer({ min: 0, max: LEFT }), (asked, left) => {
        try {
          const { amount } = planOrderRefund(asked, lines, left, delivery)
          expect(amount).toBeGreaterThan(0)
          expect(amount).toBeLessThanOrEqual(left)
        } catch (error) {
          expect(error).toMatchObject({ code: 'REFUND_TOO_LARGE' })
        }
      }),
    )
  })
})

describe('a refund of all that was sent', () => {
  const PAID = 2 * 1000 + 2 * 500 + 495 + 250
  const all = [
    { itemId: 'a', quantity: 2 },
    { itemId: 'b', quantity: 2 },
  ]

  it('gives standard shipping back, and not the extra price of tracking', () => {
    expect(planOrderRefund({ items: all }, lines, PAID, delivery).amount).toBe(3000 + 495)
    const one = { items: [{ itemId: 'b', quantity: 2 }] }
    expect(
      planOrderRefund(one, [line('a', 2, 1000, 2), line('b', 3, 500, 1)], PAID - 2000, delivery).amount,
    ).toBe(1000 + 495)
  })

  it('gives none back while something stays', () => {
    for (const items of [
      [{ itemId: 'a', quantity: 2 }],
      [
        { itemId: 'a', quantity: 1 },
        { itemId: 'b', quantity: 2 },
      ],
    ])
      expect(planOrderRefund({ items }, lines, PAID, delivery).amount % 500).toBe(0)
  })

  it('counts lines that are not sent for nothing', () => {
    const file = { ...line('f', 1, 700), isDigital: true }
    const withFile = [...lines, file]
    expect(planOrderRefund({ items: all }, withFile, PAID + 700, delivery).amount).toBe(3000 + 495)
    expect(
      planOrderRefund({ items: [{ itemId: 'f', quantity: 1 }] }, withFile, PAID + 700, delivery).amount,
    ).toBe(700)
  })

  it('gives shipping back once: an amount without a line counts as shipping first', () => {
    expect(planOrderRefund({ items: all }, lines, PAID - 495, delivery).amount).toBe(3000)
    expect(planOrderRefund({ items: all }, lines, PAID - 100, delivery).amount).toBe(3000 + 395)
    expect(planOrderRefund({ amount: 3000, items: all }, lines, PAID, delivery).amount).toBe(3000)
  })

  it('is possible for goods that cost nothing, when their shipping did', () => {
    const free = [line('a', 1, 0)]
    const items = [{ itemId: 'a', quantity: 1 }]
    expect(planOrderRefund({ items }, free, 495, { shippingCost: 495, trackingCost: 0 }).amount).toBe(495)
    const taken = [{ itemId: 'a', productId: 'p-a', quantity: 1 }]
    expect(planOrderRefund({ items }, free, 250, { trackingCost: 250 })).toEqual({ amount: 0, taken })
    expect(() => planOrderRefund({ items, amount: 251 }, free, 250, { trackingCost: 250 })).toThrow(
      expect.objectContaining({ code: 'REFUND_TOO_LARGE' }),
    )
    expect(() => planOrderRefund({}, free, 0, { trackingCost: 0 })).toThrow(
      expect.objectContaining({ code: 'REFUND_TOO_LARGE' }),
    )
  })
})
