import { keysOf } from '../../wire/records.ts'
import type { Settings } from '../../wire/settings.ts'
import type { TaxClass, VatRate, VatScheme } from '../../wire/vat.ts'
import type {
  LineVat,
  VatBasis,
  VatBusiness,
  VatCategory,
  VatEvidence,
  VatGroup,
  VatTerms,
  VatTreatment,
} from './contract.ts'
import { findRate } from './rates.rules.ts'
import { isEuCountry } from '../../wire/countries.ts'

/** The known countries of a customer, as ISO 3166-1, null where they are not known. */
export interface KnownCountries {
  /** Where goods go. */
  shipping: string | null
  /** Of the VAT number of a business. */
  business: string | null
  /** Of the customer's own address. */
  own: string | null
  stated: string | null
  /** Of the card or account that paid. */
  payment: string | null
}

const evidenceKinds = {
  shipping: 'SHIPPING_ADDRESS',
  business: 'VAT_NUMBER',
  own: 'OWN_ADDRESS',
  payment: 'PAYMENT',
  stated: 'STATED',
} as const

/**
 * Where the customer is: where goods go, else where they live, as far as it is known; with all evidence for it. Outside the EU there is no
 * VAT, so that it takes more than to say so: their address or means of payment has to agree.
 */
export function placeCustomer(known: KnownCountries): { place: string | null; evidence: VatEvidence[] } {
  const evidence = keysOf(evidenceKinds).flatMap(name => {
    const country = known[name]
    return country === null ? [] : [{ kind: evidenceKinds[name], country }]
  })
  const { own, stated, payment } = known
  const isBelieved = stated !== null && (isEuCountry(stated) || stated === own || stated === payment)
  const home = own ?? (isBelieved ? stated : payment)
  return { place: known.shipping ?? known.business ?? home, evidence }
}

/** How many pieces of evidence agree on the place (Reg. 282/2011 art. 24b). */
export const countEvidence = ({ place, evidence }: Pick<VatTreatment, 'place' | 'evidence'>): number =>
  evidence.filter(({ country }) => country === place).length

/** The terms that are agreed with a purchase. Which country they say to live in is asked, and counts, only where the VAT is of that country. */
export const currentTerms = (
  { vatScheme, company }: Pick<Settings, 'vatScheme' | 'company'>,
  { statedCountry }: Pick<VatTerms, 'statedCountry'> = {},
): VatTerms => ({
  scheme: vatScheme,
  sellerCountry: company.country,
  ...(statedCountry && vatScheme === 'OSS' && { statedCountry }),
})

/**
 * How a purchase is taxed (Dir. 2006/112). A consumer in another member state: in the seller's country below the threshold of art. 59c, and
 * in that member state above it (art. 33(a), 58), which is the seller's choice of scheme. A business of another member state whose number
 * VIES knows: by itself (art. 138, 196). Outside the EU: not at all (art. 146, 58). A sale without a known place is taxed as at home.
 */
export function decideTreatment(
  terms: VatTerms,
  { place, evidence }: Pick<VatTreatment, 'place' | 'evidence'>,
): VatTreatment {
  const { scheme, sellerCountry, business = null } = terms
  const basis = decideBasis(scheme, sellerCountry, place, business)
  const own = { ...terms, place, evidence }
  if (basis !== 'TAXED') return { ...own, basis, country: null }
  return { ...own, basis, country: scheme === 'OSS' ? (place ?? sellerCountry) : sellerCountry }
}

function decideBasis(
  scheme: VatScheme,
  sellerCountry: string,
  place: string | null,
  business: VatBusiness | null,
): VatBasis {
  if (scheme === 'NONE') return 'NONE'
  if (scheme === 'SMALL_ENTERPRISE') return 'SMALL_ENTERPRISE'
  if (place !== null && !isEuCountry(place)) return 'OUTSIDE_EU'
  return business && isReverseCharged(sellerCountry, place, business) ? 'REVERSE_CHARGE' : 'TAXED'
}

/** VIES knows it, it is of another member state than the seller, and that is where the supply goes. */
const isReverseCharged = (
  sellerCountry: string,
  place: string | null,
  { vatNumber, checkedAt }: VatBusiness,
): boolean =>
  checkedAt !== null && place !== null && place !== sellerCountry && countryOfVatNumber(vatNumber) === place

/** Whether goods were sent: else it is a service. */
export const isOfGoods = ({ evidence }: Pick<VatTreatment, 'evidence'>): boolean =>
  evidence.some(({ kind }) => kind === 'SHIPPING_ADDRESS')

/** The ISO code of the member state that gave out a number, whose prefix for Greece is `EL`. */
export const countryOfVatNumber = (vatNumber: string): string =>
  vatNumber.slice(0, 2) === 'EL' ? 'GR' : vatNumber.slice(0, 2)

/** Time zones of member states, of those that are not that of Brussels. */
export const vatZones: Record<string, string> = {
  BG: 'Europe/Sofia',
  CY: 'Asia/Nicosia',
  EE: 'Europe/Tallinn',
  FI: 'Europe/Helsinki',
  GR: 'Europe/Athens',
  LT: 'Europe/Vilnius',
  LV: 'Europe/Riga',
  RO: 'Europe/Bucharest',
  IE: 'Europe/Dublin',
  PT: 'Europe/Lisbon',
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The date in a country at a moment, such as `2026-12-31`: a new rate begins at midnight in the country whose VAT it is. */
export function dayIn(country: string, moment: Date): string {
  const timeZone = vatZones[country] ?? 'Europe/Brussels'
  const known = dayFormats.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  if (!known) dayFormats.set(timeZone, format)
  return format.format(moment)
}

const categoryOfBasis: Record<Exclude<VatBasis, 'TAXED'>, VatCategory> = {
  NONE: 'NONE',
  SMALL_ENTERPRISE: 'SMALL_ENTERPRISE',
  OUTSIDE_EU: 'OUTSIDE_EU',
  REVERSE_CHARGE: 'REVERSE_CHARGE',
}

/**
 * The price for a business that accounts for the VAT itself: without the VAT that a consumer there would pay.
 * @param cents incl. VAT
 */
export function priceFor(
  cents: number,
  taxClass: TaxClass,
  treatment: VatTreatment,
  rates: readonly VatRate[],
  moment: Date,
): number {
  if (treatment.basis !== 'REVERSE_CHARGE') return cents
  const consumer = decideTreatment({ ...treatment, business: null }, treatment)
  return withoutVat(cents, rateOf(consumer, taxClass, rates, moment).basisPoints)
}

/** The category and the rate of a class at a moment; the rate in hundredths of a percent. */
export function rateOf(
  { basis, country }: Pick<VatTreatment, 'basis' | 'country'>,
  taxClass: TaxClass,
  rates: readonly VatRate[],
  moment: Date,
): { category: VatCategory; basisPoints: number } {
  // A product that is exempt at home is exempt for everyone (art. 132–135), but for a seller who charges no VAT at all.
  if (taxClass === 'EXEMPT' && basis !== 'NONE' && basis !== 'SMALL_ENTERPRISE')
    return { category: 'EXEMPT', basisPoints: 0 }
  if (basis !== 'TAXED') return { category: categoryOfBasis[basis], basisPoints: 0 }
  if (country === null) throw new Error('what is taxed is taxed somewhere')
  const day = dayIn(country, moment)
  const standard = findRate(rates, country, 'STANDARD', day)
  if (!standard) throw new Error(`there is no VAT rate of ${country}`)
  const reduced = taxClass === 'BOOKS' ? findRate(rates, country, 'BOOKS', day) : null
  return reduced
    ? { category: 'REDUCED', basisPoints: reduced.basisPoints }
    : { category: 'STANDARD', basisPoints: standard.basisPoints }
}

/**
 * The VAT in an amount, in cents, halves away from zero; integers only.
 * @param basisPoints hundredths of a percent
 */
export const includedVat = (cents: number, basisPoints: number): number => {
  const whole = 10_000 + basisPoints
  const vat = Math.floor((2 * Math.abs(cents) * basisPoints + whole) / (2 * whole))
  return vat === 0 ? 0 : Math.sign(cents) * vat
}

/** An amount without the VAT in it, in cents. */
export const withoutVat = (cents: number, basisPoints: number): number =>
  cents - includedVat(cents, basisPoints)

/** A line of an invoice, in cents incl. VAT: all of its units, or a discount below 0. */
export interface TaxedLine {
  grossCents: number
  taxClass: TaxClass
}

/**
 * The VAT of lines. It is computed for all lines of a rate together, as the invoice states it (royal decree nr. 1, art. 5 §1, 9°), and shared
 * out to them, so that the lines always add up to it, whatever their order.
 */
export function calculateVat(
  lines: readonly TaxedLine[],
  treatment: Pick<VatTreatment, 'basis' | 'country'>,
  rates: readonly VatRate[],
  moment: Date,
): { lines: Omit<LineVat, 'supply'>[]; groups: VatGroup[] } {
  const rated = lines.map(line => ({ ...line, ...rateOf(treatment, line.taxClass, rates, moment) }))
  const vat = rated.map(() => 0)
  const groups = [...Map.groupBy(rated.keys(), index => groupKey(rated[index]!))]
    .map(([, indexes]) => {
      const { category, basisPoints } = rated[indexes[0]!]!
      const amounts = indexes.map(index => rated[index]!.grossCents)
      const grossCents = sum(amounts)
      const shares = shareVat(amounts, basisPoints)
      indexes.forEach((index, place) => (vat[index] = shares[place]!))
      return { category, rate: basisPoints / 100, grossCents, vatCents: includedVat(grossCents, basisPoints) }
    })
    .toSorted((one, other) => other.rate - one.rate || (one.category < other.category ? -1 : 1))
  return {
    lines: rated.map(({ taxClass, category, basisPoints }, index) => ({
      taxClass,
      category,
      rate: basisPoints / 100,
      vatCents: vat[index]!,
    })),
    groups,
  }
}

const groupKey = ({ category, basisPoints }: { category: VatCategory; basisPoints: number }): string =>
  `${category} ${basisPoints}`

const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0)

/** The VAT of amounts at one rate, of which the sum is the VAT of their sum: each rounded down, and the cents left over to the largest rests. */
function shareVat(amounts: readonly number[], basisPoints: number): number[] {
  const whole = 10_000 + basisPoints
  const parts = amounts.map((cents, index) => {
    const floor = Math.floor((cents * basisPoints) / whole)
    return { index, cents, floor, rest: cents * basisPoints - floor * whole }
  })
  const left = includedVat(sum(amounts), basisPoints) - sum(parts.map(({ floor }) => floor))
  // Lines that are alike are interchangeable, so their order does not matter.
  const byRest = parts.toSorted((one, other) => other.rest - one.rest || other.cents - one.cents)
  const extra = new Set(byRest.slice(0, left).map(({ index }) => index))
  return parts.map(({ index, floor }) => (extra.has(index) ? floor + 1 : floor) || 0)
}

/**
 * Splits an amount by weights, to the cent: each rounded down, and the cents left over to the largest rests, of equal ones to the first.
 * @param weights from 0; all 0: everything to the first
 */
export function splitByWeight(amount: number, weights: readonly number[]): number[] {
  const total = sum(weights)
  if (total === 0) return weights.map((_, index) => (index === 0 ? amount : 0))
  const parts = weights.map((weight, index) => {
    const floor = Math.floor((amount * weight) / total)
    return { index, floor, rest: amount * weight - floor * total }
  })
  const left = amount - sum(parts.map(({ floor }) => floor))
  const byRest = parts.toSorted((one, other) => other.rest - one.rest || one.index - other.index)
  const extra = new Set(byRest.slice(0, left).map(({ index }) => index))
  return parts.map(({ index, floor }) => (extra.has(index) ? floor + 1 : floor))
}

/** Whether prices include VAT for consumers. */
export const includesVat = (scheme: VatScheme): boolean => scheme === 'DOMESTIC' || scheme === 'OSS'
