import type { RatedClass } from '../../../wire/vat.ts'
import { findRate } from '../rates.rules.ts'
import type { AdminVatRate } from './contract.ts'
import type { EuCountry } from '../../../wire/countries.ts'

/** The fields as text. */
export interface RateForm {
  taxClass: RatedClass
  basisPoints: string
  validFrom: string
}

/** `5,5` → 550 hundredths of a percent; NaN, which the contract refuses, for anything but a percentage with two decimals at most. */
export function parseRate(text: string): number {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim())
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN
}

export const toRateInput = (country: EuCountry, { basisPoints, ...form }: RateForm) => ({
  ...form,
  country,
  basisPoints: parseRate(basisPoints),
})

/** The rate of a class today, and those that begin later. */
export const ratesFrom = (
  rates: readonly AdminVatRate[],
  country: string,
  taxClass: RatedClass,
  today: string,
): { present: AdminVatRate | null; later: AdminVatRate[] } => ({
  present: findRate(rates, country, taxClass, today) as AdminVatRate | null,
  later: rates.filter(
    rate => rate.country === country && rate.taxClass === taxClass && rate.validFrom > today,
  ),
})
