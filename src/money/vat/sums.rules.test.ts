import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type TaxClass, TaxClass as TaxClasses, type VatScheme } from '../../wire/vat.ts'
import type { VatCategory } from './contract.ts'
import { defaultVatRates } from './rates.rules.ts'
import { calculateVat, decideTreatment, includedVat, splitByWeight, withoutVat } from './rules.ts'
import { euCountries } from '../../wire/countries.ts'

const noon = new Date('2026-11-20T12:00:00Z')
const treat = (scheme: VatScheme, place: string | null) =>
  decideTreatment({ scheme, sellerCountry: 'BE' }, { place, evidence: [] })

describe('the sums', () => {
  type Line = [cents: number, taxClass?: TaxClass]
  type Group = [category: VatCategory, percent: number, gross: number, vat: number]
  // Beside each: the VAT of the group by hand, amount × rate ÷ (100 + rate).
  test.each<[scheme: VatScheme, place: string, lines: Line[], groups: Group[]]>([
    // 121.00 × 21/121 = 21.00
    ['DOMESTIC', 'BE', [[12100]], [['STANDARD', 21, 12100, 2100]]],
    // 10.00 × 21/121 = 1.7355…
    ['DOMESTIC', 'BE', [[1000]], [['STANDARD', 21, 1000, 174]]],
    // 0.01 × 21/121 = 0.0017…
    ['DOMESTIC', 'BE', [[1]], [['STANDARD', 21, 1, 0]]],
    // 0.03 × 21/121 = 0.0052…
    ['DOMESTIC', 'BE', [[3]], [['STANDARD', 21, 3, 1]]],
    // 3 × 9.99 = 29.97; × 21/121 = 5.2014…
    ['DOMESTIC', 'NL', [[999], [999], [999]], [['STANDARD', 21, 2997, 520]]],
    // 42.48 × 21/121 = 7.3725…
    ['DOMESTIC', 'NL', [[4248]], [['STANDARD', 21, 4248, 737]]],
    // 10.60 × 6/106 = 0.60
    ['DOMESTIC', 'BE', [[1060, 'BOOKS']], [['REDUCED', 6, 1060, 60]]],
    // 14.95 × 6/106 = 0.8462…
    ['DOMESTIC', 'BE', [[1495, 'BOOKS']], [['REDUCED', 6, 1495, 85]]],
    // 14.95 × 9/109 = 1.2343…
    ['OSS', 'NL', [[1495, 'BOOKS']], [['REDUCED', 9, 1495, 123]]],
    // 49.95 × 21/121 = 8.6690…; 14.95 × 6/106 = 0.8462…
    [
      'DOMESTIC',
      'BE',
      [[4995], [1495, 'BOOKS']],
      [
        ['STANDARD', 21, 4995, 867],
        ['REDUCED', 6, 1495, 85],
      ],
    ],
    // 49.95 × 21/121 = 8.6690…; 14.95 × 9/109 = 1.2343…
    [
      'OSS',
      'NL',
      [[4995], [1495, 'BOOKS']],
      [
        ['STANDARD', 21, 4995, 867],
        ['REDUCED', 9, 1495, 123],
      ],
    ],
    // 49.95 × 19/119 = 7.9752…; 14.95 × 7/107 = 0.9780…
    [
      'OSS',
      'DE',
      [[4995], [1495, 'BOOKS']],
      [
        ['STANDARD', 19, 4995, 798],
        ['REDUCED', 7, 1495, 98],
      ],
    ],
    // 49.95 × 20/120 = 8.325; 14.95 × 5.5/105.5 = 0.7793…
    [
      'OSS',
      'FR',
      [[4995], [1495, 'BOOKS']],
      [
        ['STANDARD', 20, 4995, 833],
        ['REDUCED', 5.5, 1495, 78],
      ],
    ],
    // 49.95 × 25.5/125.5 = 10.1492…; 14.95 × 13.5/113.5 = 1.7781…
    [
      'OSS',
      'FI',
      [[4995], [1495, 'BOOKS']],
      [
        ['STANDARD', 25.5, 4995, 1015],
        ['REDUCED', 13.5, 1495, 178],
      ],
    ],
    // 49.95 × 17/117 = 7.2576…; 14.95 × 3/103 = 0.4354…
    [
      'OSS',
      'LU',
      [[4995], [1495, 'BOOKS']],
      [
        ['STANDARD', 17, 4995, 726],
        ['REDUCED', 3, 1495, 44],
      ],
    ],
    // 49.95 × 27/127 = 10.6192…
    ['OSS', 'HU', [[4995]], [['STANDARD', 27, 4995, 1062]]],
    // 49.95 × 25/125 = 9.99
    ['OSS', 'SE', [[4995]], [['STANDARD', 25, 4995, 999]]],
    // 49.95 × 23/123 = 9.3402…
    ['OSS', 'PL', [[4995]], [['STANDARD', 23, 4995, 934]]],
    // 49.95 × 22/122 = 9.0073…
    ['OSS', 'IT', [[4995]], [['STANDARD', 22, 4995, 901]]],
    // (49.95 + 14.95) × 25/125 = 12.98: one rate is one group
    ['OSS', 'DK', [[4995], [1495, 'BOOKS']], [['STANDARD', 25, 6490, 1298]]],
    // Zero is a rate too.
    [
      'OSS',
      'IE',
      [[4995], [1495, 'BOOKS']],
      [
        ['STANDARD', 23, 4995, 934],
        ['REDUCED', 0, 1495, 0],
      ],
    ],
    // 2.50 tracking: 52.45 × 21/121 = 9.1028…
    ['DOMESTIC', 'BE', [[4995], [250]], [['STANDARD', 21, 5245, 910]]],
    // 10 % off: 44.95 × 21/121 = 7.8012…
    ['DOMESTIC', 'BE', [[4995], [-500]], [['STANDARD', 21, 4495, 780]]],
    // All of it is off.
    ['DOMESTIC', 'BE', [[4995], [-4995]], [['STANDARD', 21, 0, 0]]],
    // Off both: 40.00 × 21/121 = 6.9421…; 10.00 × 6/106 = 0.5660…
    [
      'DOMESTIC',
      'BE',
      [[4995], [1495, 'BOOKS'], [-995], [-495, 'BOOKS']],
      [
        ['STANDARD', 21, 4000, 694],
        ['REDUCED', 6, 1000, 57],
      ],
    ],
    // Exempt beside taxed: 121.00 × 21/121 = 21.00
    [
      'DOMESTIC',
      'BE',
      [[12100], [5000, 'EXEMPT']],
      [
        ['STANDARD', 21, 12100, 2100],
        ['EXEMPT', 0, 5000, 0],
      ],
    ],
    ['DOMESTIC', 'US', [[12100], [1495, 'BOOKS']], [['OUTSIDE_EU', 0, 13595, 0]]],
    ['SMALL_ENTERPRISE', 'BE', [[12100], [1495, 'BOOKS']], [['SMALL_ENTERPRISE', 0, 13595, 0]]],
    ['NONE', 'NL', [[12100]], [['NONE', 0, 12100, 0]]],
    // 99 × 0.01 = 0.99; × 21/121 = 0.1718…
    ['DOMESTIC', 'BE', Array.from({ length: 99 }, (): Line => [1]), [['STANDARD', 21, 99, 17]]],
    // 50,000.00 × 21/121 = 8,677.6859…
    ['DOMESTIC', 'BE', [[50_000_00]], [['STANDARD', 21, 50_000_00, 8_677_69]]],
    // Minutes: 20.00 × 21/121 = 3.4710…; in Germany 20.00 × 19/119 = 3.1932…
    ['DOMESTIC', 'DE', [[2000]], [['STANDARD', 21, 2000, 347]]],
    ['OSS', 'DE', [[2000]], [['STANDARD', 19, 2000, 319]]],
    ['OSS', 'DE', [], []],
  ])('%s to %s: %j', (scheme, place, given, groups) => {
    const lines = given.map(([grossCents, taxClass = 'STANDARD']) => ({ grossCents, taxClass }))
    const { groups: found, lines: vats } = calculateVat(lines, treat(scheme, place), defaultVatRates, noon)
    expect(
      found.map(({ category, rate, grossCents, vatCents }) => [category, rate, grossCents, vatCents]),
    ).toEqual(groups)
    expect(sum(vats.map(({ vatCents }) => vatCents))).toBe(sum(found.map(({ vatCents }) => vatCents)))
  })

  it('shares the VAT of a rate to its lines: 5.20 of three times 9.99 is 1.74, 1.73 and 1.73', () => {
    const lines = Array.from({ length: 3 }, () => ({ grossCents: 999, taxClass: 'STANDARD' as const }))
    const { lines: vats } = calculateVat(lines, treat('DOMESTIC', 'BE'), defaultVatRates, noon)
    expect(vats.map(({ vatCents }) => vatCents).toSorted((one, other) => one - other)).toEqual([
      173, 173, 174,
    ])
  })

  const sum = (amounts: number[]) => amounts.reduce((total, cents) => total + cents, 0)
  const line = fc.record({
    grossCents: fc.integer({ min: -50_000, max: 5_000_000 }),
    taxClass: fc.constantFrom(...TaxClasses.options),
  })
  const place = fc.constantFrom<string | null>(...euCountries, 'US', null)
  const scheme = fc.constantFrom<VatScheme>('DOMESTIC', 'OSS', 'SMALL_ENTERPRISE', 'NONE')

  it('of the parts are those of the whole, and no line is more than a cent from its own', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), place, scheme, (lines, to, by) => {
        const { lines: vats, groups } = calculateVat(lines, treat(by, to), defaultVatRates, noon)
        expect(sum(groups.map(({ grossCents }) => grossCents))).toBe(
          sum(lines.map(({ grossCents }) => grossCents)),
        )
        for (const group of groups) {
          const own = vats.filter(({ category, rate }) => category === group.category && rate === group.rate)
          expect(sum(own.map(({ vatCents }) => vatCents))).toBe(group.vatCents)
        }
        vats.forEach(({ vatCents, rate }, index) => {
          const exact = (lines[index]!.grossCents * rate) / (100 + rate)
          expect(Math.abs(vatCents - exact)).toBeLessThan(1.000_001)
        })
      }),
    )
  })

  it('do not depend on the order of the lines', () => {
    const arrangement = fc
      .array(line, { minLength: 2, maxLength: 12 })
      .chain(lines => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })))
    fc.assert(
      fc.property(arrangement, place, ([lines, shuffled], to) => {
        const taxed = (some: typeof lines) => calculateVat(some, treat('OSS', to), defaultVatRates, noon)
        const key = (some: typeof lines) =>
          taxed(some)
            .lines.map(
              ({ vatCents, category }, index) => `${some[index]!.grossCents} ${category} ${vatCents}`,
            )
            .toSorted()
        expect(taxed(shuffled).groups).toEqual(taxed(lines).groups)
        expect(key(shuffled)).toEqual(key(lines))
      }),
    )
  })
})

it('takes the VAT out of an amount', () => {
  expect(withoutVat(12_100, 2100)).toBe(10_000)
  expect(withoutVat(1495, 600)).toBe(1410)
  expect(includedVat(-12_100, 2100)).toBe(-2100)
  // Halves away from zero: 0.03 × 20/120 = 0.005.
  expect(includedVat(3, 2000)).toBe(1)
  expect(includedVat(-3, 2000)).toBe(-1)
  expect(Object.is(includedVat(-1, 2100), 0)).toBe(true)
})

it('splits to the cent', () => {
  expect(splitByWeight(250, [4995, 1495])).toEqual([192, 58])
  expect(splitByWeight(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(splitByWeight(250, [0, 0])).toEqual([250, 0])
  fc.assert(
    fc.property(
      fc.nat(5_000_000),
      fc.array(fc.nat(5_000_000), { minLength: 1, maxLength: 9 }),
      (amount, weights) => {
        const parts = splitByWeight(amount, weights)
        expect(parts.reduce((total, cents) => total + cents, 0)).toBe(amount)
        expect(parts.every(cents => cents >= 0)).toBe(true)
      },
    ),
  )
})
