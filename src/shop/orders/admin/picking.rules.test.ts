import { expect, it } from 'vitest'
import { isPickingLocked, isPicked } from './picking.rules.ts'

const line = { quantity: 2, refundedQuantity: 0, picked: false, deliveredAt: null }

it.each([
  [[{ ...line, picked: true }], true],
  [[{ ...line, picked: true }, line], false],
  [[{ ...line, refundedQuantity: 1 }], false],
  // A line that was refunded in full is not shipped.
  [
    [
      { ...line, picked: true },
      { ...line, refundedQuantity: 2 },
    ],
    true,
  ],
  // A gift card is mailed.
  [
    [
      { ...line, picked: true },
      { ...line, giftCards: [] },
    ],
    true,
  ],
])('returns for %o that all is picked: %s', (items, all) => expect(isPicked({ items })).toBe(all))

it('is locked once the order is shipped', () =>
  expect(
    (['PENDING', 'PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'CANCELLED'] as const).filter(status =>
      isPickingLocked({ status }),
    ),
  ).toEqual(['SHIPPED', 'DELIVERED']))
