import { expect, it } from 'vitest'
import { canWithdraw, isDeliveredWhole } from './digital.rules.ts'

const done = { quantity: 1, refundedQuantity: 0, isDigital: true, isDelivered: true }
const waiting = { ...done, isDelivered: false }
const parcel = { ...waiting, isDigital: false }

it.each([
  ['a delivered line', [done], true],
  ['two delivered lines', [done, done], true],
  ['a line that waits', [waiting], false],
  ['a delivered and a waiting line', [done, waiting], false],
  ['a delivered line and one that was refunded', [done, { ...waiting, refundedQuantity: 1 }], true],
  ['a parcel', [parcel], false],
  ['a delivered line and a parcel', [done, parcel], false],
  ['a parcel with a download', [{ ...parcel, isDelivered: true }], false],
  ['a refunded line', [{ ...waiting, refundedQuantity: 1 }], false],
])('an order of %s is delivered: %o', (_, lines, expected) => expect(isDeliveredWhole(lines)).toBe(expected))

it('a buyer can withdraw until a digital line is delivered', () => {
  expect(canWithdraw({ isDigital: true, deliveredAt: '2026-11-20T12:00:00.000Z' })).toBe(false)
  expect(canWithdraw({ isDigital: true, deliveredAt: null })).toBe(true)
  expect(canWithdraw({ isDigital: false, deliveredAt: '2026-11-20T12:00:00.000Z' })).toBe(true)
})
