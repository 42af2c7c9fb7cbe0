import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planOrderRefund, type RefundableLine } from './refund.rules.ts'

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

describe('a refund', () => {
  it('is all that is left when nothing is requested', () => {
    expect(planOrderRefund({}, lines, LEFT)).toEqual({
      amount: LEFT,
      taken: [
        { itemId: 'a', productId: 'p-a', quantity: 2 },
        { itemId: 'b', productId: 'p-b', quantity: 2 },
      ],
    })
  })

  it('is the price of its lines, or an amount without a line', () => {
    expect(planOrderRefund({ items: [{ itemId: 'b', quantity: 2 }] }, lines, LEFT)).toEqual({
      amount: 1000,
      taken: [{ itemId: 'b', productId: 'p-b', quantity: 2 }],
    })
    expect(planOrderRefund({ amount: 99 }, lines, LEFT)).toEqual({ amount: 99, taken: [] })
    expect(planOrderRefund({ amount: 700, items: [{ itemId: 'a', quantity: 1 }] }, lines, LEFT)).toEqual({
      amount: 700,
      taken: [{ itemId: 'a', productId: 'p-a', quantity: 1 }],
    })
  })

  it('is refused above what was paid, or above the units of a line', () => {
    const tooLarge = expect.objectContaining({ code: 'REFUND_TOO_LARGE' })
    expect(() => planOrderRefund({ amount: LEFT + 1 }, lines, LEFT)).toThrow(tooLarge)
    expect(() => planOrderRefund({}, lines, 0)).toThrow(tooLarge)
    expect(() => planOrderRefund({ items: [{ itemId: 'b', quantity: 3 }] }, lines, LEFT)).toThrow(tooLarge)
    expect(() => planOrderRefund({ items: [{ itemId: 'x', quantity: 1 }] }, lines, LEFT)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    )
  })

  it('is never more than what is left, however it is requested', () => {
    const wanted = fc.record({
      amount: fc.option(fc.integer({ min: 1, max: 5000 })),
      items: fc.option(
        fc.array(fc.record({ itemId: fc.constantFrom('a', 'b'), quantity: fc.integer({ min: 1, max: 4 }) })),
      ),
    })
    fc.assert(
      fc.property(wanted, fc.integer({ min: 0, max: LEFT }), (asked, left) => {
        try {
          const { amount } = planOrderRefund(asked, lines, left)
          expect(amount).toBeGreaterThan(0)
          expect(amount).toBeLessThanOrEqual(left)
        } catch (error) {
          expect(error).toMatchObject({ code: 'REFUND_TOO_LARGE' })
        }
      }),
    )
  })
})
