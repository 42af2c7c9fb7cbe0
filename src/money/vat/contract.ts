import { z } from 'zod'
import { Supply, TaxClass, VatScheme } from '../../wire/vat.ts'

/** Why a purchase is taxed as it is. */
export const VatBasis = z.enum(['TAXED', 'REVERSE_CHARGE', 'SMALL_ENTERPRISE', 'OUTSIDE_EU', 'NONE'])
export type VatBasis = z.output<typeof VatBasis>

/** The VAT category of a line, as it is written on an invoice and in a return. */
export const VatCategory = z.enum([
  'STANDARD',
  'REDUCED',
  'EXEMPT',
  'REVERSE_CHARGE',
  'SMALL_ENTERPRISE',
  'OUTSIDE_EU',
  'NONE',
])
export type VatCategory = z.output<typeof VatCategory>

/** Where the country of a customer is known from. */
export const VatEvidence = z.object({
  kind: z.enum(['SHIPPING_ADDRESS', 'VAT_NUMBER', 'OWN_ADDRESS', 'STATED', 'PAYMENT']),
  country: z.string(),
})
export type VatEvidence = z.output<typeof VatEvidence>

/** A business customer as the invoice names it. */
export const VatBusiness = z.object({
  name: z.string(),
  vatNumber: z.string(),
  /** When VIES said that the number is valid, and the number of that consultation; null while it has not. */
  checkedAt: z.string().nullable(),
  consultation: z.string().nullable(),
})
export type VatBusiness = z.output<typeof VatBusiness>

/** The terms about VAT that are agreed with a purchase, and kept with it: settings that change later don't change it. */
export const VatTerms = z.object({
  scheme: VatScheme,
  sellerCountry: z.string(),
  /** ISO 3166-1: where the customer says to live, when nothing is shipped. */
  statedCountry: z.string().nullish(),
  business: VatBusiness.nullish(),
})
export type VatTerms = z.output<typeof VatTerms>

/** How a purchase is taxed, as its invoice keeps it. */
export const VatTreatment = VatTerms.extend({
  /** Where the customer is, as ISO 3166-1; null when it is not known. */
  place: z.string().nullable(),
  /** The country whose VAT it is; null when there is none. */
  country: z.string().nullable(),
  basis: VatBasis,
  evidence: z.array(VatEvidence),
})
export type VatTreatment = z.output<typeof VatTreatment>

/** The VAT of a line. */
export const LineVat = z.object({
  taxClass: TaxClass,
  category: VatCategory,
  /** Percent. */
  rate: z.number(),
  /** Cents of it that are VAT; below 0 on a credit note and in a discount. */
  vatCents: z.int(),
  supply: Supply,
})
export type LineVat = z.output<typeof LineVat>

/** The amounts of an invoice in one category and rate. */
export const VatGroup = z.object({
  category: VatCategory,
  /** Percent. */
  rate: z.number(),
  /** Cents incl. VAT; below 0 on a credit note. */
  grossCents: z.int(),
  vatCents: z.int(),
})
export type VatGroup = z.output<typeof VatGroup>
