import { expect, it } from 'vitest'
import type { TaxClass, VatScheme } from '../../wire/vat.ts'
import { deliveryWithVat } from './delivery.rules.ts'
import { defaultVatRates } from './rates.rules.ts'
import { decideTreatment } from './rules.ts'

it.each<[number, VatScheme, string | null, [number, TaxClass][], number]>([
  [695, 'DOMESTIC', 'NL', [], 841],
  [695, 'DOMESTIC', null, [[2000, 'STANDARD']], 841],
  [695, 'OSS', 'DE', [], 827],
  [695, 'DOMESTIC', 'GB', [], 695],
  [695, 'SMALL_ENTERPRISE', 'NL', [], 695],
  [695, 'NONE', 'NL', [], 695],
  [695, 'DOMESTIC', 'NL', [[2000, 'BOOKS']], 737],
  [695, 'DOMESTIC', 'NL', [[2000, 'EXEMPT']], 695],
  // Half of the price of both without VAT is of each: 6.95 × 22.70 ÷ 20.00.
  [
    695,
    'DOMESTIC',
    'NL',
    [
      [1210, 'STANDARD'],
      [1060, 'BOOKS'],
    ],
    789,
  ],
  [695, 'DOMESTIC', 'NL', [[0, 'BOOKS']], 841],
  // 60.5
  [50, 'DOMESTIC', 'NL', [], 61],
  [0, 'DOMESTIC', 'NL', [], 0],
])(
  'a delivery of %i cents without VAT, by %s to %s with %j: %i with it',
  (net, scheme, place, goods, wanted) => {
    const lines = goods.map(([grossCents, taxClass]) => ({ grossCents, taxClass }))
    const treatment = decideTreatment({ scheme, sellerCountry: 'BE' }, { place, evidence: [] })
    const at = new Date('2026-11-27T12:00:00Z')
    expect(deliveryWithVat(net, lines, treatment, defaultVatRates, at)).toBe(wanted)
  },
)
