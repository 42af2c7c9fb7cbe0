import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, dateTime, day, id } from '../../wire/fields.ts'
import { euCountries } from '../../wire/euCountries.ts'
import { RatedClass, VatScheme } from '../../wire/vat.ts'

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
  /** Cents without VAT that were sold to consumers in other member states this year, less what was credited. */
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

/** A sale to a business with VAT because VIES did not answer, and what a correction gives back. */
export const VatCorrection = z.object({
  state: VatCorrectionState,
  vatNumber: z.string(),
  /** When VIES answered; null while it has not. */
  checkedAt: dateTime.nullable(),
  /** Of the invoice with VAT. */
  invoiceNumber: z.string(),
  grossCents: cents,
  /** What goes back. */
  vatCents: cents,
})
export type VatCorrection = z.output<typeof VatCorrection>

export const correctVat = endpoint('POST /api/admin/orders/:orderId/vat-correction', 'admin', {
  summary:
    'Correct the invoice of a business whose VAT number proved valid later: a credit note, an invoice without VAT, and the VAT goes back; once. 409 `CONFLICT` unless it is READY and the amount is as it was shown',
  confirmation: 'recent',
  input: z.object({ orderId: id, vatCents: z.int() }),
  /** The numbers of the new documents. */
  output: z.object({ refundId: id, amount: cents, creditNote: z.string(), invoice: z.string() }),
  status: 200,
  problems: ['CONFLICT', 'NOT_FOUND'],
})

export const MinutesVatCorrection = VatCorrection.extend({ purchaseId: id, minutes: z.int() })
export type MinutesVatCorrection = z.output<typeof MinutesVatCorrection>

export const listMinutesVatCorrections = endpoint('GET /api/admin/users/:userId/vat-corrections', 'admin', {
  summary:
    'The purchases of minutes by businesses that paid VAT because VIES did not answer, newest first, with what a correction gives back',
  input: z.object({ userId: id }),
  output: z.array(MinutesVatCorrection),
  problems: ['NOT_FOUND'],
})

export const correctVatOfMinutes = endpoint(
  'POST /api/admin/minute-purchases/:purchaseId/vat-correction',
  'admin',
  {
    summary:
      'The same of a purchase of minutes, which stay: once. 409 `CONFLICT` unless it is READY and the amount is as it was shown',
    confirmation: 'recent',
    input: z.object({ purchaseId: id, vatCents: z.int() }),
    output: correctVat.output,
    status: 200,
    problems: ['CONFLICT', 'NOT_FOUND'],
  },
)
