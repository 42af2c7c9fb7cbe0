import type { RatedClass, VatRate } from '../../wire/vat.ts'

/** Since when the rates below are known here: the day on which the one-stop shop began. */
const KNOWN_SINCE = '2021-07-01'

/**
 * Standard rates, in hundredths of a percent. Source: European Commission, Taxes in Europe Database and “VAT rates applied in the Member
 * States”; changes since 2024 from the national laws that are named beside them.
 */
const standard: Record<string, number | [number, ...[from: string, rate: number][]]> = {
  AT: 2000,
  BE: 2100,
  BG: 2000,
  CY: 1900,
  CZ: 2100,
  DE: 1900,
  DK: 2500,
  // Käibemaksuseadus: 22 % from 2024, 24 % from July 2025.
  EE: [2000, ['2024-01-01', 2200], ['2025-07-01', 2400]],
  ES: 2100,
  // Arvonlisäverolaki, as changed on 1 September 2024.
  FI: [2400, ['2024-09-01', 2550]],
  FR: 2000,
  GR: 2400,
  HR: 2500,
  HU: 2700,
  IE: 2300,
  IT: 2200,
  LT: 2100,
  LU: [1700, ['2023-01-01', 1600], ['2024-01-01', 1700]],
  LV: 2100,
  MT: 1800,
  NL: 2100,
  PL: 2300,
  PT: 2300,
  // Legea 141/2025.
  RO: [1900, ['2025-08-01', 2100]],
  SE: 2500,
  SI: 2200,
  // Zákon 222/2004, as changed on 1 January 2025.
  SK: [2000, ['2025-01-01', 2300]],
}

/**
 * Rates of books, printed and electronic. Same sources. Where a rate is not known here surely (LT, LV) or there is none (DK), books are taxed
 * at the standard rate until the owner enters another.
 */
const books: typeof standard = {
  AT: 1000,
  BE: 600,
  BG: 900,
  CY: [500, ['2023-08-01', 300]],
  CZ: [1000, ['2024-01-01', 0]],
  DE: 700,
  EE: 900,
  ES: 400,
  FI: [1000, ['2025-01-01', 1400], ['2026-01-01', 1350]],
  FR: 550,
  GR: 600,
  HR: 500,
  HU: 500,
  IE: [900, ['2023-01-01', 0]],
  IT: 400,
  LU: 300,
  MT: 500,
  NL: 900,
  PL: 500,
  PT: 600,
  RO: [500, ['2025-08-01', 1100]],
  SE: 600,
  SI: 500,
  SK: [1000, ['2025-01-01', 500]],
}

const listRates = (taxClass: RatedClass, rates: typeof standard): VatRate[] =>
  Object.entries(rates).flatMap(([country, given]) => {
    const [first, ...later] = typeof given === 'number' ? [given] : given
    return [[KNOWN_SINCE, first] as const, ...later].map(([validFrom, basisPoints]) => ({
      country,
      taxClass,
      basisPoints,
      validFrom,
    }))
  })

/** The rates that apply until the owner enters something else. */
export const defaultVatRates: readonly VatRate[] = [
  ...listRates('STANDARD', standard),
  ...listRates('BOOKS', books),
]

export const rateKey = ({ country, taxClass, validFrom }: Omit<VatRate, 'basisPoints'>): string =>
  `${country} ${taxClass} ${validFrom}`

/** The defaults, with the owner's rates in place of them or besides, by country, class and day. */
export function mergeRates(entered: readonly VatRate[]): VatRate[] {
  const byKey = new Map([...defaultVatRates, ...entered].map(rate => [rateKey(rate), rate]))
  return [...byKey.values()].toSorted((one, other) => (rateKey(one) < rateKey(other) ? -1 : 1))
}

/** The rate on a day of that country; before the first one that is known, that one. Null when there is none. */
export function findRate(
  rates: readonly VatRate[],
  country: string,
  taxClass: RatedClass,
  day: string,
): VatRate | null {
  const own = rates.filter(rate => rate.country === country && rate.taxClass === taxClass)
  let found: VatRate | null = null
  for (const rate of own)
    if (rate.validFrom <= day && (!found || rate.validFrom > found.validFrom)) found = rate
  if (found) return found
  return own.toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1))[0] ?? null
}

/** `21%` and `5,5%`. */
export const formatRate = (basisPoints: number): string =>
  `${(basisPoints / 100).toLocaleString('nl-NL', { maximumFractionDigits: 2 })}%`
