import { describe, expect, it, test } from 'vitest'
import type { TaxClass, VatScheme } from '../../wire/vat.ts'
import type { VatBusiness, VatCategory } from './contract.ts'
import { defaultVatRates, findRate, mergeRates } from './rates.rules.ts'
import { deliveryPriceFor } from './delivery.rules.ts'
import { countEvidence, currentTerms, decideTreatment, placeCustomer, priceFor, rateOf } from './rules.ts'
import { euCountries } from '../../wire/countries.ts'

const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const treat = (scheme: VatScheme, place: string | null, business: VatBusiness | null = null, seller = 'BE') =>
  decideTreatment({ scheme, sellerCountry: seller, business }, { place, evidence: [] })
const company = (vatNumber: string, isChecked = true): VatBusiness => ({
  name: 'Sintel bv',
  vatNumber,
  checkedAt: isChecked ? '2026-11-20T12:00:00.000Z' : null,
  consultation: isChecked ? 'WAPIAAA' : null,
})

describe('which rate is of a line', () => {
  const nl = company('NL004495445B01')
  const be = company('BE0403170701')
  type Case = [
    scheme: VatScheme,
    seller: string,
    place: string | null,
    business: VatBusiness | null,
    taxClass: TaxClass,
    day: string,
    category: VatCategory,
    percent: number,
    country: string | null,
  ]
  test.each<Case>([
    // The seller's own rate, below the threshold, wherever in the EU the consumer lives.
    ['DOMESTIC', 'BE', 'BE', null, 'STANDARD', '2026-11-20', 'STANDARD', 21, 'BE'],
    ['DOMESTIC', 'BE', 'NL', null, 'STANDARD', '2026-11-20', 'STANDARD', 21, 'BE'],
    ['DOMESTIC', 'BE', 'DE', null, 'STANDARD', '2026-11-20', 'STANDARD', 21, 'BE'],
    ['DOMESTIC', 'BE', 'HU', null, 'STANDARD', '2026-11-20', 'STANDARD', 21, 'BE'],
    ['DOMESTIC', 'BE', 'BE', null, 'BOOKS', '2026-11-20', 'REDUCED', 6, 'BE'],
    ['DOMESTIC', 'BE', 'NL', null, 'BOOKS', '2026-11-20', 'REDUCED', 6, 'BE'],
    ['DOMESTIC', 'NL', 'BE', null, 'BOOKS', '2026-11-20', 'REDUCED', 9, 'NL'],
    ['DOMESTIC', 'BE', 'BE', null, 'EXEMPT', '2026-11-20', 'EXEMPT', 0, 'BE'],
    // Where nobody knows where the customer is: as at home.
    ['DOMESTIC', 'BE', null, null, 'STANDARD', '2026-11-20', 'STANDARD', 21, 'BE'],
    ['OSS', 'BE', null, null, 'STANDARD', '2026-11-20', 'STANDARD', 21, 'BE'],
    // The customer's, with OSS.
    ['OSS', 'BE', 'BE', null, 'BOOKS', '2026-11-20', 'REDUCED', 6, 'BE'],
    ['OSS', 'BE', 'NL', null, 'BOOKS', '2026-11-20', 'REDUCED', 9, 'NL'],
    ['OSS', 'BE', 'DE', null, 'STANDARD', '2026-11-20', 'STANDARD', 19, 'DE'],
    ['OSS', 'BE', 'DE', null, 'BOOKS', '2026-11-20', 'REDUCED', 7, 'DE'],
    ['OSS', 'BE', 'LU', null, 'STANDARD', '2026-11-20', 'STANDARD', 17, 'LU'],
    ['OSS', 'BE', 'LU', null, 'STANDARD', '2023-06-01', 'STANDARD', 16, 'LU'],
    ['OSS', 'BE', 'FR', null, 'BOOKS', '2026-11-20', 'REDUCED', 5.5, 'FR'],
    ['OSS', 'BE', 'FI', null, 'STANDARD', '2026-11-20', 'STANDARD', 25.5, 'FI'],
    ['OSS', 'BE', 'FI', null, 'BOOKS', '2026-11-20', 'REDUCED', 13.5, 'FI'],
    ['OSS', 'BE', 'HU', null, 'STANDARD', '2026-11-20', 'STANDARD', 27, 'HU'],
    ['OSS', 'BE', 'IE', null, 'BOOKS', '2026-11-20', 'REDUCED', 0, 'IE'],
    // No reduced rate of books, or none that is known here.
    ['OSS', 'BE', 'DK', null, 'BOOKS', '2026-11-20', 'STANDARD', 25, 'DK'],
    ['OSS', 'BE', 'LT', null, 'BOOKS', '2026-11-20', 'STANDARD', 21, 'LT'],
    ['OSS', 'BE', 'NL', null, 'EXEMPT', '2026-11-20', 'EXEMPT', 0, 'NL'],
    // Rates that changed.
    ['OSS', 'BE', 'EE', null, 'STANDARD', '2025-06-30', 'STANDARD', 22, 'EE'],
    ['OSS', 'BE', 'EE', null, 'STANDARD', '2025-07-01', 'STANDARD', 24, 'EE'],
    ['OSS', 'BE', 'SK', null, 'STANDARD', '2024-12-31', 'STANDARD', 20, 'SK'],
    ['OSS', 'BE', 'SK', null, 'STANDARD', '2025-01-01', 'STANDARD', 23, 'SK'],
    ['OSS', 'BE', 'RO', null, 'STANDARD', '2025-08-01', 'STANDARD', 21, 'RO'],
    // Before the first one that is known: that one.
    ['OSS', 'BE', 'EE', null, 'STANDARD', '2019-01-01', 'STANDARD', 20, 'EE'],
    // Outside the EU.
    ['DOMESTIC', 'BE', 'GB', null, 'STANDARD', '2026-11-20', 'OUTSIDE_EU', 0, null],
    ['OSS', 'BE', 'US', null, 'BOOKS', '2026-11-20', 'OUTSIDE_EU', 0, null],
    ['OSS', 'BE', 'CH', null, 'EXEMPT', '2026-11-20', 'EXEMPT', 0, null],
    // Businesses.
    ['DOMESTIC', 'BE', 'NL', nl, 'STANDARD', '2026-11-20', 'REVERSE_CHARGE', 0, null],
    ['OSS', 'BE', 'NL', nl, 'BOOKS', '2026-11-20', 'REVERSE_CHARGE', 0, null],
    ['OSS', 'BE', 'GR', company('EL094014201'), 'STANDARD', '2026-11-20', 'REVERSE_CHARGE', 0, null],
    ['DOMESTIC', 'BE', 'BE', be, 'STANDARD', '2026-11-20', 'STANDARD', 21, 'BE'],
    // Sent to another country than that of the number, or the number is not known to VIES.
    ['OSS', 'BE', 'DE', nl, 'STANDARD', '2026-11-20', 'STANDARD', 19, 'DE'],
    ['DOMESTIC', 'BE', 'BE', nl, 'STANDARD', '2026-11-20', 'STANDARD', 21, 'BE'],
    [
      'DOMESTIC',
      'BE',
      'NL',
      company('NL004495445B01', false),
      'STANDARD',
      '2026-11-20',
      'STANDARD',
      21,
      'BE',
    ],
    ['OSS', 'BE', null, nl, 'STANDARD', '2026-11-20', 'STANDARD', 21, 'BE'],
    ['DOMESTIC', 'NL', 'BE', be, 'STANDARD', '2026-11-20', 'REVERSE_CHARGE', 0, null],
    ['DOMESTIC', 'NL', 'NL', nl, 'STANDARD', '2026-11-20', 'STANDARD', 21, 'NL'],
    // A seller without VAT charges none of anything to anyone.
    ['SMALL_ENTERPRISE', 'BE', 'BE', null, 'STANDARD', '2026-11-20', 'SMALL_ENTERPRISE', 0, null],
    ['SMALL_ENTERPRISE', 'BE', 'NL', nl, 'BOOKS', '2026-11-20', 'SMALL_ENTERPRISE', 0, null],
    ['SMALL_ENTERPRISE', 'BE', 'US', null, 'EXEMPT', '2026-11-20', 'SMALL_ENTERPRISE', 0, null],
    ['NONE', 'BE', 'NL', null, 'STANDARD', '2026-11-20', 'NONE', 0, null],
  ])('%s of a seller in %s to %s, business %j: %s on %s is %s, %f%% of %s', (...given) => {
    const [scheme, seller, place, business, taxClass, day, category, percent, country] = given
    const treatment = treat(scheme, place, business, seller)
    const rate = rateOf(treatment, taxClass, defaultVatRates, noon(day))
    expect([rate.category, rate.basisPoints / 100, treatment.country]).toEqual([category, percent, country])
  })

  it('has a standard rate of every member state, and nothing between 0 and 15 % as one', () => {
    for (const country of euCountries)
      expect(
        findRate(defaultVatRates, country, 'STANDARD', '2026-11-20')?.basisPoints,
      ).toBeGreaterThanOrEqual(1500)
  })
})

describe('a rate that changes at midnight', () => {
  const rates = mergeRates([
    { country: 'BE', taxClass: 'STANDARD', basisPoints: 2200, validFrom: '2027-01-01' },
    { country: 'FI', taxClass: 'STANDARD', basisPoints: 2600, validFrom: '2027-01-01' },
    { country: 'PT', taxClass: 'STANDARD', basisPoints: 2400, validFrom: '2027-07-01' },
  ])
  test.each([
    // 00:00 in Brussels is 23:00 UTC in winter.
    ['BE', '2026-12-31T22:59:59.999Z', 21],
    ['BE', '2026-12-31T23:00:00.000Z', 22],
    // An hour earlier in Helsinki, an hour later in Lisbon, in summer too.
    ['FI', '2026-12-31T21:59:59.999Z', 25.5],
    ['FI', '2026-12-31T22:00:00.000Z', 26],
    ['PT', '2027-06-30T22:59:59.999Z', 23],
    ['PT', '2027-06-30T23:00:00.000Z', 24],
  ])('in %s is at %s %f%%: by the clock of the country whose VAT it is', (place, at, percent) => {
    const { basisPoints } = rateOf(treat('OSS', place), 'STANDARD', rates, new Date(at))
    expect(basisPoints / 100).toBe(percent)
  })
})

describe('where a customer is', () => {
  const known = { shipping: null, business: null, own: null, stated: null, payment: null }
  test.each([
    [{ ...known, shipping: 'NL', own: 'BE', payment: 'DE' }, 'NL', 1],
    [{ ...known, business: 'NL', own: 'BE' }, 'NL', 1],
    [{ ...known, own: 'BE', payment: 'BE' }, 'BE', 2],
    [{ ...known, own: 'BE', payment: 'DE' }, 'BE', 1],
    [{ ...known, stated: 'DE', payment: 'DE' }, 'DE', 2],
    [{ ...known, stated: 'DE', payment: 'FR' }, 'DE', 1],
    [{ ...known, payment: 'FR' }, 'FR', 1],
    // Outside the EU something else has to agree.
    [{ ...known, stated: 'US' }, null, 0],
    [{ ...known, stated: 'US', payment: 'BE' }, 'BE', 1],
    [{ ...known, stated: 'US', payment: 'US' }, 'US', 2],
    [{ ...known, stated: 'US', own: 'US' }, 'US', 2],
    [{ ...known, stated: 'US', own: 'BE' }, 'BE', 1],
    [known, null, 0],
  ])('%j: %s, with %i that agree', (given, place, agreeing) => {
    const placed = placeCustomer(given)
    expect(placed.place).toBe(place)
    expect(countEvidence(placed)).toBe(agreeing)
  })

  it('keeps the agreed terms with a purchase', () => {
    const settings = { vatScheme: 'OSS', company: { country: 'BE' } } as Parameters<typeof currentTerms>[0]
    expect(currentTerms(settings)).toEqual({ scheme: 'OSS', sellerCountry: 'BE' })
    expect(currentTerms(settings, { statedCountry: 'DE' })).toMatchObject({ statedCountry: 'DE' })
    expect(currentTerms({ ...settings, vatScheme: 'DOMESTIC' }, { statedCountry: 'US' })).toEqual({
      scheme: 'DOMESTIC',
      sellerCountry: 'BE',
    })
  })
})

describe('the price for a business that accounts for the VAT itself', () => {
  const at = noon('2026-11-20')
  const nl = company('NL004495445B01')
  const de = company('DE136695976')

  // Beside each: the VAT of a consumer there by hand, which is left out.
  it.each<[VatScheme, string, VatBusiness | null, TaxClass, cents: number, wanted: number]>([
    // 10.00 × 21/121 = 1.7355…
    ['DOMESTIC', 'NL', nl, 'STANDARD', 1000, 826],
    // 10.00 × 6/106 = 0.5660…: the seller’s country, below the threshold.
    ['DOMESTIC', 'NL', nl, 'BOOKS', 1000, 943],
    // 10.00 × 9/109 = 0.8256…
    ['OSS', 'NL', nl, 'BOOKS', 1000, 917],
    // 10.00 × 19/119 = 1.5966…
    ['OSS', 'DE', de, 'STANDARD', 1000, 840],
    ['OSS', 'NL', nl, 'EXEMPT', 1000, 1000],
    ['SMALL_ENTERPRISE', 'NL', nl, 'STANDARD', 1000, 1000],
    ['DOMESTIC', 'NL', company('NL004495445B01', false), 'STANDARD', 1000, 1000],
    ['DOMESTIC', 'DE', nl, 'STANDARD', 1000, 1000],
    ['DOMESTIC', 'NL', null, 'STANDARD', 1000, 1000],
  ])('with %s in %s, %o: %s of %i is %i', (scheme, place, business, taxClass, cents, wanted) =>
    expect(priceFor(cents, taxClass, treat(scheme, place, business), defaultVatRates, at)).toBe(wanted),
  )

  type Goods = [cents: number, taxClass: TaxClass][]
  // A delivery of 2.50 has the VAT of its goods, by their price.
  it.each<[VatScheme, string, VatBusiness | null, Goods, wanted: number]>([
    // 2.50 × 21/121 = 0.4338…
    ['DOMESTIC', 'NL', nl, [[4995, 'STANDARD']], 207],
    // 2.50 × 6/106 = 0.1415…
    ['DOMESTIC', 'NL', nl, [[1060, 'BOOKS']], 236],
    // 2.50 × 9/109 = 0.2064…
    ['OSS', 'NL', nl, [[1060, 'BOOKS']], 229],
    // 2.50 × 21.20 ÷ 142.20 = 0.3727…: 2.13 × 21/121 = 0.3696…; 0.37 × 6/106 = 0.0209…
    [
      'DOMESTIC',
      'NL',
      nl,
      [
        [12_100, 'STANDARD'],
        [1060, 'BOOKS'],
        [1060, 'BOOKS'],
      ],
      211,
    ],
    // 1.25 × 19/119 = 0.1995…; 1.25 × 7/107 = 0.0817…
    [
      'OSS',
      'DE',
      de,
      [
        [5000, 'STANDARD'],
        [5000, 'BOOKS'],
      ],
      222,
    ],
    // 1.25 × 21/121 = 0.2169…, and none of the exempt part.
    [
      'DOMESTIC',
      'NL',
      nl,
      [
        [5000, 'STANDARD'],
        [5000, 'EXEMPT'],
      ],
      228,
    ],
    ['DOMESTIC', 'NL', nl, [[5000, 'EXEMPT']], 250],
    // Gift cards alone.
    ['DOMESTIC', 'NL', nl, [], 207],
    // Of goods that cost nothing, the first.
    [
      'DOMESTIC',
      'NL',
      nl,
      [
        [0, 'BOOKS'],
        [0, 'STANDARD'],
      ],
      236,
    ],
    ['DOMESTIC', 'NL', null, [[1060, 'BOOKS']], 250],
  ])('with %s in %s, %o, for the delivery of %j: %i', (scheme, place, business, goods, wanted) => {
    const lines = goods.map(([grossCents, taxClass]) => ({ grossCents, taxClass }))
    expect(deliveryPriceFor(250, lines, treat(scheme, place, business), defaultVatRates, at)).toBe(wanted)
  })
})
