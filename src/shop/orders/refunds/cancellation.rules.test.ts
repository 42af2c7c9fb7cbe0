import { expect, it } from 'vitest'
import { canCancelOrder } from './cancellation.rules.ts'
import { OrderStatus } from '../contract.ts'

const line = { picked: false, deliveredAt: null }
const paid = {
  status: 'PAID' as const,
  shippedAt: null,
  deliveredAt: null,
  trackingCode: null,
  items: [line],
}
const at = new Date('2026-11-20T10:00:00Z')

it('lets a customer cancel a paid order only', () => {
  const allowed = OrderStatus.options.filter(status => canCancelOrder({ ...paid, status }))
  expect(allowed).toEqual(['PAID'])
})

it.each([
  ['a line that was picked', { items: [line, { ...line, picked: true }] }],
  ['a line that was delivered digitally', { items: [line, { ...line, deliveredAt: at }] }],
  ['a tracking code', { trackingCode: '3SABCD' }],
  ['a parcel that was sent, and a status that was set back', { shippedAt: at }],
  ['a delivery, and a status that was set back', { deliveredAt: '2026-11-20T10:00:00Z' }],
])('does not let them cancel an order with %s', (_, more) => {
  expect(canCancelOrder({ ...paid, ...more })).toBe(false)
})
