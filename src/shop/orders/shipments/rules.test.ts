import { expect, it } from 'vitest'
import { findShipProblem, resolveShipment } from './rules.ts'

const order = { isDigital: false, hasTracking: false, trackingCode: null, shippingCarrier: null }
const tracked = { ...order, hasTracking: true }

it.each([
  [order, {}, { trackingCode: null, shippingCarrier: 'Standaard Post' }],
  [tracked, {}, { trackingCode: null, shippingCarrier: null }],
  [tracked, { trackingCode: '3S', shippingCarrier: 'DHL' }, { trackingCode: '3S', shippingCarrier: 'DHL' }],
  [
    { ...tracked, trackingCode: '3S', shippingCarrier: 'DHL' },
    { trackingCode: null, shippingCarrier: 'PostNL' },
    { trackingCode: '3S', shippingCarrier: 'PostNL' },
  ],
])('%o shipped with %o goes as %o', (stored, given, expected) =>
  expect(resolveShipment(stored, given)).toEqual(expected),
)

it.each([
  [order, 0, {}, undefined],
  [order, 2, {}, 'ITEMS_NOT_PICKED'],
  [tracked, 0, {}, 'TRACKING_REQUIRED'],
  [tracked, 2, {}, 'TRACKING_REQUIRED'],
  [{ ...tracked, isDigital: true }, 2, {}, 'NOTHING_TO_SHIP'],
  [tracked, 0, { trackingCode: '3S' }, undefined],
  [{ ...tracked, trackingCode: '3S' }, 0, {}, undefined],
  [{ ...tracked, trackingCode: '3S' }, 1, {}, 'ITEMS_NOT_PICKED'],
])('%o with %i unpicked lines and %o is refused with %s', (stored, unpicked, given, code) =>
  expect(findShipProblem(stored, unpicked, given)?.code).toBe(code),
)
