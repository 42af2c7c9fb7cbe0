import { expect, it, test } from 'vitest'
import { TaxClass, VatScheme } from '../../wire/vat.ts'
import { defaultVatRates } from './rates.rules.ts'
import { calculateVat, decideTreatment, priceFor } from './rules.ts'

const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map(row => row.split(' | '))

const centsOf = (amount: string): number => Math.round(Number(amount) * 100)

/** A sum that was worked out by hand, `12.10 × 21/121 = 2.10 → 2.10`: its parts in cents, and whether it is right. */
function readSum(sum: string) {
  const parts = /^([\d.]+) × ([\d.]+)\/([\d.]+) = ([\d.]+)(…?) → (\d+\.\d\d)$/.exec(sum)
  const [, amount = '', rate = '', whole = '', written = '', goesOn = '', vat = ''] = parts ?? []
  const exact = (Number(amount) * Number(rate)) / Number(whole)
  // All digits that are written are right, and there are no more where it does not go on.
  const isExact = goesOn ? String(exact).startsWith(written) : Math.abs(exact - Number(written)) < 1e-9
  // Half a cent is a cent.
  const isRounded = centsOf(vat) === Math.round(Number(written) * 100 + 1e-9)
  const isRight = isExact && isRounded && Number(whole) === 100 + Number(rate)
  return { rate: Number(rate), grossCents: centsOf(amount), vatCents: centsOf(vat), isRight }
}

const lineOf = (text: string) => {
  const [amount = '', taxClass = 'STANDARD'] = text.split(' ')
  return { grossCents: centsOf(amount), taxClass: TaxClass.parse(taxClass) }
}

// The purchase, its scheme, the two countries and the day; the sold lines; and the VAT of each rate.
test.each(
  rowsOf(`
a Dutch seller at home | DOMESTIC NL NL 2026-11-20 | 59.95 | 59.95 × 21/121 = 10.404… → 10.40
a Dutch seller’s book | DOMESTIC NL BE 2026-11-20 | 24.99 BOOKS | 24.99 × 9/109 = 2.0633… → 2.06
Luxembourg in its year of 16 % | OSS BE LU 2023-12-31 | 100.00 | 100.00 × 16/116 = 13.793… → 13.79
Luxembourg the day after | OSS BE LU 2024-01-01 | 100.00 | 100.00 × 17/117 = 14.529… → 14.53
Estonia before 24 % | OSS BE EE 2025-06-30 | 75.00 | 75.00 × 22/122 = 13.524… → 13.52
Estonia from 24 % | OSS BE EE 2025-07-01 | 75.00 | 75.00 × 24/124 = 14.516… → 14.52
Slovakia before 23 % | OSS BE SK 2024-12-31 | 42.00 | 42.00 × 20/120 = 7.00 → 7.00
Slovakia from 23 % | OSS BE SK 2025-01-01 | 42.00 | 42.00 × 23/123 = 7.8536… → 7.85
a Slovak book at 10 % | OSS BE SK 2024-12-31 | 14.95 BOOKS | 14.95 × 10/110 = 1.3590… → 1.36
a Slovak book at 5 % | OSS BE SK 2025-01-01 | 14.95 BOOKS | 14.95 × 5/105 = 0.7119… → 0.71
Romania before 21 % | OSS BE RO 2025-07-31 | 89.99 | 89.99 × 19/119 = 14.368… → 14.37
Romania from 21 % | OSS BE RO 2025-08-01 | 89.99 | 89.99 × 21/121 = 15.618… → 15.62
a Romanian book at 11 % | OSS BE RO 2026-11-20 | 14.95 BOOKS | 14.95 × 11/111 = 1.4815… → 1.48
Finland before 25.5 % | OSS BE FI 2024-08-31 | 49.95 | 49.95 × 24/124 = 9.6677… → 9.67
Finland from 25.5 % | OSS BE FI 2024-09-01 | 49.95 | 49.95 × 25.5/125.5 = 10.149… → 10.15
a Finnish book at 14 % | OSS BE FI 2025-12-31 | 14.95 BOOKS | 14.95 × 14/114 = 1.8359… → 1.84
a Cypriot book | OSS BE CY 2026-11-20 | 14.95 BOOKS | 14.95 × 3/103 = 0.4354… → 0.44
a Czech book, of which the rate is 0 | OSS BE CZ 2026-11-20 | 14.95 BOOKS | 14.95 × 0/100 = 0 → 0.00
Spain | OSS BE ES 2026-11-20 | 49.95 + 14.95 BOOKS | 49.95 × 21/121 = 8.6690… → 8.67 | 14.95 × 4/104 = 0.575 → 0.58
Austria | OSS BE AT 2026-11-20 | 49.95 + 14.95 BOOKS | 49.95 × 20/120 = 8.325 → 8.33 | 14.95 × 10/110 = 1.3590… → 1.36
Malta | OSS BE MT 2026-11-20 | 49.95 + 14.95 BOOKS | 49.95 × 18/118 = 7.6194… → 7.62 | 14.95 × 5/105 = 0.7119… → 0.71
Greece | OSS BE GR 2026-11-20 | 49.95 + 14.95 BOOKS | 49.95 × 24/124 = 9.6677… → 9.67 | 14.95 × 6/106 = 0.8462… → 0.85
Croatia | OSS BE HR 2026-11-20 | 49.95 + 14.95 BOOKS | 49.95 × 25/125 = 9.99 → 9.99 | 14.95 × 5/105 = 0.7119… → 0.71
Portugal | OSS BE PT 2026-11-20 | 49.95 + 14.95 BOOKS | 49.95 × 23/123 = 9.3402… → 9.34 | 14.95 × 6/106 = 0.8462… → 0.85
Slovenia | OSS BE SI 2026-11-20 | 49.95 + 14.95 BOOKS | 49.95 × 22/122 = 9.0073… → 9.01 | 14.95 × 5/105 = 0.7119… → 0.71
Bulgaria | OSS BE BG 2026-11-20 | 49.95 + 14.95 BOOKS | 49.95 × 20/120 = 8.325 → 8.33 | 14.95 × 9/109 = 1.2344… → 1.23
half a cent | OSS BE FR 2026-11-20 | 0.03 | 0.03 × 20/120 = 0.005 → 0.01
one and a half cents | OSS BE FR 2026-11-20 | 0.09 | 0.09 × 20/120 = 0.015 → 0.02
less than half a cent | DOMESTIC BE BE 2026-11-20 | 0.02 | 0.02 × 21/121 = 0.0034… → 0.00
seven of 13.37 | DOMESTIC BE BE 2026-11-20 | 93.59 | 93.59 × 21/121 = 16.242… → 16.24
three for the price of two of 19.95 | DOMESTIC BE BE 2026-11-20 | 59.85 + -19.95 | 39.90 × 21/121 = 6.9247… → 6.92
5.00 off both, by what they cost | DOMESTIC BE BE 2026-11-20 | 49.95 + 14.95 BOOKS + -3.85 + -1.15 BOOKS | 46.10 × 21/121 = 8.0008… → 8.00 | 13.80 × 6/106 = 0.7811… → 0.78
4.95 of shipping in parts: × 49.95/64.90 = 3.81 | DOMESTIC BE NL 2026-11-20 | 49.95 + 14.95 BOOKS + 3.81 + 1.14 BOOKS | 53.76 × 21/121 = 9.3302… → 9.33 | 16.09 × 6/106 = 0.9107… → 0.91
minutes in France | OSS BE FR 2026-11-20 | 45.00 | 45.00 × 20/120 = 7.50 → 7.50
an exempt course beside a toy | OSS BE DE 2026-11-20 | 49.95 + 199.00 EXEMPT | 49.95 × 19/119 = 7.9752… → 7.98 | 199.00 × 0/100 = 0 → 0.00
nobody knows where: as at home | OSS BE - 2026-11-20 | 25.00 | 25.00 × 21/121 = 4.3388… → 4.34
export | OSS BE GB 2026-11-20 | 49.95 + 14.95 BOOKS | 64.90 × 0/100 = 0 → 0.00
a small enterprise | SMALL_ENTERPRISE BE NL 2026-11-20 | 49.95 + 14.95 BOOKS | 64.90 × 0/100 = 0 → 0.00
who charges none | NONE BE BE 2026-11-20 | 49.95 | 49.95 × 0/100 = 0 → 0.00
a toy and twice a download of 4,950.05 | DOMESTIC BE BE 2026-11-20 | 49.95 + 4950.05 + 4950.05 | 9950.05 × 21/121 = 1726.868… → 1726.87
everything in one order | OSS BE NL 2026-11-20 | 49.95 + 14.95 BOOKS + -5.00 + -1.50 BOOKS + 1.92 + 0.58 BOOKS + 50.00 EXEMPT | 46.87 × 21/121 = 8.1344… → 8.13 | 14.03 × 9/109 = 1.1584… → 1.16 | 50.00 × 0/100 = 0 → 0.00
`),
)('%s (%s) of %s has %s %s %s', (_what, sale = '', sold = '', ...sums) => {
  const [scheme, sellerCountry = '', to = '', day = ''] = sale.split(' ')
  const treatment = decideTreatment(
    { scheme: VatScheme.parse(scheme), sellerCountry },
    { place: to === '-' ? null : to, evidence: [] },
  )
  const at = new Date(`${day}T12:00:00Z`)
  const { groups } = calculateVat(sold.split(' + ').map(lineOf), treatment, defaultVatRates, at)
  const byHand = sums.map(readSum)
  expect(groups.map(group => ({ ...group, isRight: true }))).toMatchObject(byHand)
})

// A business in another member state pays the price for a consumer there, less the VAT of each piece.
test.each(
  rowsOf(`
NL NL004495445B01 | 121.00 STANDARD | 121.00 × 21/121 = 21.00 → 21.00 | 100.00
NL NL004495445B01 | 49.95 STANDARD | 49.95 × 21/121 = 8.6690… → 8.67 | 41.28
NL NL004495445B01 | 14.95 BOOKS | 14.95 × 9/109 = 1.2344… → 1.23 | 13.72
DE DE136695976 | 49.95 STANDARD | 49.95 × 19/119 = 7.9752… → 7.98 | 41.97
DE DE136695976 | 14.95 BOOKS | 14.95 × 7/107 = 0.9780… → 0.98 | 13.97
FR FR40303265045 | 49.95 STANDARD | 49.95 × 20/120 = 8.325 → 8.33 | 41.62
GR EL094014201 | 49.95 STANDARD | 49.95 × 24/124 = 9.6677… → 9.67 | 40.28
NL NL004495445B01 | 50.00 EXEMPT | 50.00 × 0/100 = 0 → 0.00 | 50.00
`),
)('a business of %s pays for %s without %s: %s', (number = '', sold = '', sum = '', price = '') => {
  const [place = '', vatNumber = ''] = number.split(' ')
  const business = { name: 'Zaak', vatNumber, checkedAt: '2026-11-01T08:00:00Z', consultation: null }
  const treatment = decideTreatment({ scheme: 'OSS', sellerCountry: 'BE', business }, { place, evidence: [] })
  const { grossCents, taxClass } = lineOf(sold)
  const paid = priceFor(grossCents, taxClass, treatment, defaultVatRates, new Date('2026-11-20T12:00:00Z'))
  const byHand = readSum(sum)
  expect(byHand).toMatchObject({ grossCents, isRight: true })
  expect([paid, grossCents - byHand.vatCents]).toEqual([centsOf(price), centsOf(price)])
})

it('does not take a sum that is wrong', () => {
  expect(readSum('49.95 × 21/121 = 8.6690… → 8.67').isRight).toBe(true)
  for (const wrong of [
    '49.95 × 21/121 = 8.6691… → 8.67',
    '49.95 × 21/121 = 8.6690… → 8.66',
    '49.95 × 21/100 = 10.4895 → 10.49',
  ])
    expect(readSum(wrong).isRight).toBe(false)
})
