import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { cents, dateTime, day } from '../../../wire/fields.ts'
import { RatedClass, VatScheme } from '../../../wire/vat.ts'
import { euCountries } from '../../../wire/countries.ts'

const ratePlace = {
  country: z.enum(euCountries, 'Kies een land van de EU.'),
  taxClass: RatedClass,
  /** The first day, in that country. */
  validFrom: day,
}

/** Hundredths of a percent. */
const MAX_RATE = 5000
const basisPoints = z
  .int('Vul een percentage in, zoals 21 of 5,5.')
  .min(0, 'Vul een percentage in, vanaf 0.')
  .max(MAX_RATE, `Vul een percentage in tot en met ${MAX_RATE / 100}.`)

export const AdminVatRate = z.object({
  ...ratePlace,
  basisPoints: z.int(),
  /** Entered by an admin; else it is a default of the program. */
  isEntered: z.boolean(),
})
export type AdminVatRate = z.output<typeof AdminVatRate>

/** Sales to consumers of one other member state, in cents. */
export const CountrySales = z.object({ country: z.string(), netCents: z.int(), vatCents: z.int() })
export type CountrySales = z.output<typeof CountrySales>

export const VatOverview = z.object({
  scheme: VatScheme,
  sellerCountry: z.string(),
  /** The calendar year in Brussels. */
  year: z.int(),
  /** Sales to consumers in other member states this year, in cents without VAT, less credit notes. */
  crossBorderCents: z.int(),
  /** Of the year before. */
  lastYearCents: z.int(),
  /** Above it in this year or the one before, the VAT is that of the customer's country. */
  thresholdCents: cents,
  byCountry: z.array(CountrySales),
  /** Invoices of digital services this year for which too little evidence of the customer's country is kept. */
  withoutEvidence: z.int(),
  /** In the seller's country. */
  today: day,
  rates: z.array(AdminVatRate),
})
export type VatOverview = z.output<typeof VatOverview>

export const readVatOverview = endpoint('GET /api/admin/vat', 'admin', {
  summary: 'The VAT rates of all member states, and how much was sold to consumers across borders this year',
  output: VatOverview,
})

export const setVatRate = endpoint('PUT /api/admin/vat/rates', 'admin', {
  summary: 'Enter a VAT rate of a country and class from a day on; invoices of before stay as they are',
  confirmation: 'recent',
  input: z.object({ ...ratePlace, basisPoints }),
  output: z.null(),
  status: 204,
})

export const removeVatRate = endpoint('DELETE /api/admin/vat/rates/:country/:taxClass/:validFrom', 'admin', {
  summary: 'Remove a rate that was entered; the default applies again. 404 for a default',
  confirmation: 'recent',
  input: z.object(ratePlace),
  output: z.null(),
})

/**
 * `UNANSWERED`: VIES has not said yet whether the number is one. `INVALID`: it is none, and the VAT stays. `REFUNDED`: something was given
 * back since, so that it can't be corrected here. `READY`: it is valid. `DONE`: it was corrected.
 */
export const VatCorrectionState = z.enum(['UNANSWERED', 'INVALID', 'REFUNDED', 'READY', 'DONE'])
export type VatCorrectionState = z.output<typeof VatCorrectionState>

/** A sale to a business with VAT because VIES did not answer, and the amount that a correction gives back. */
export const VatCorrection = z.object({
  state: VatCorrectionState,
  vatNumber: z.string(),
  /** When VIES answered; null while it has not. */
  checkedAt: dateTime.nullable(),
  /** Of the invoice with VAT. */
  invoiceNumber: z.string(),
  grossCents: cents,
  /** The VAT that goes back. */
  vatCents: cents,
})
export type VatCorrection = z.output<typeof VatCorrection>
