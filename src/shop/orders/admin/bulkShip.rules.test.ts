import { expect, it } from 'vitest'
import { findShipRefusal } from './bulkShip.rules.ts'

const order = { isDigital: false, hasTracking: false, trackingCode: null, shippingCarrier: null }

it.each([
  [{ ...order, status: 'PAID' }, 0, null],
  [{ ...order, status: 'PROCESSING' }, 0, null],
  [{ ...order, status: 'PAID' }, 1, 'Nog 1 regel is niet gepickt.'],
  [{ ...order, status: 'PAID' }, 3, 'Nog 3 regels zijn niet gepickt.'],
  [{ ...order, status: 'PENDING' }, 0, 'Voor deze bestelling is nog niets betaald.'],
  [{ ...order, status: 'SHIPPED' }, 0, 'Deze bestelling is al verzonden.'],
  [{ ...order, status: 'DELIVERED' }, 0, 'Deze bestelling is al bezorgd.'],
  [
    { ...order, status: 'PAID', isDigital: true },
    0,
    'Deze bestelling is digitaal: er wordt niets verzonden.',
  ],
  [{ ...order, status: 'CANCELLED' }, 0, 'Deze bestelling is geannuleerd.'],
  [{ ...order, status: 'PAID', hasTracking: true }, 0, 'Tracking informatie vereist'],
  [{ ...order, status: 'PROCESSING', hasTracking: true, trackingCode: '3SGLOED1' }, 0, null],
] as const)('returns for %o with %i lines left %s', (parcel, left, said) =>
  expect(findShipRefusal(parcel, left)).toBe(said),
)
