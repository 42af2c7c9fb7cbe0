import { z } from 'zod'

/** How a product is taxed: at the standard rate, at the reduced one of books (e-books too), or not at all. */
export const TaxClass = z.enum(['STANDARD', 'BOOKS', 'EXEMPT'], 'Kies een btw-soort.')
export type TaxClass = z.output<typeof TaxClass>

/** The class of a supply: the return of the one-stop shop and the intra-EU listing have goods and services apart. */
export const Supply = z.enum(['GOODS', 'SERVICES'])
export type Supply = z.output<typeof Supply>

/** Cents of a refund by tax class, and how many of them are of services. */
export type ClassCents = Partial<Record<TaxClass, number>> & { services?: Partial<Record<TaxClass, number>> }

/** The classes that have a rate of their own. */
export const RatedClass = TaxClass.extract(['STANDARD', 'BOOKS'])
export type RatedClass = z.output<typeof RatedClass>

/**
 * Which VAT the prices include: none; none, by the Belgian exemption for small enterprises; that of the seller's country for all of the
 * EU; or that of the country where the customer lives, declared through the one-stop shop.
 */
export const VatScheme = z.enum(['NONE', 'SMALL_ENTERPRISE', 'DOMESTIC', 'OSS'])
export type VatScheme = z.output<typeof VatScheme>

/** A rate of a country for a class, from a day on until that of the next one. */
export interface VatRate {
  /** ISO 3166-1: Greece is `GR`. */
  country: string
  taxClass: RatedClass
  /** Hundredths of a percent: 2100 is 21 %. */
  basisPoints: number
  /** A day in that country, `YYYY-MM-DD`; it begins at midnight there. */
  validFrom: string
}

/** Where a customer of something digital says to live, when nothing else tells: ISO 3166-1. */
export const statedCountry = z
  .string()
  .regex(/^[A-Z]{2}$/, 'Kies een land.')
  .nullish()
