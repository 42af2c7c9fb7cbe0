import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { singleLine } from '../../wire/fields.ts'
import { normalizeVatNumber } from '../../wire/company.ts'

const vatNumber = singleLine('Vul een btw-nummer in.', 20).transform(normalizeVatNumber)

/** A customer who buys for a business. */
export const BusinessDetails = z.object({
  name: singleLine('Vul de naam van het bedrijf in.', 120),
  vatNumber,
})
export type BusinessDetails = z.output<typeof BusinessDetails>

/** Of a business whose prices are asked for. */
export const ofBusiness = { vatNumber: vatNumber.optional() }

/** The status of a VAT number; `UNAVAILABLE` while its member state does not answer. */
export const VatNumberStatus = z.enum(['VALID', 'INVALID', 'UNAVAILABLE'])
export type VatNumberStatus = z.output<typeof VatNumberStatus>

export const checkVatNumber = endpoint('POST /api/vat-number', 'shopper', {
  summary:
    'Whether a VAT number of the EU is one: its check digits, then VIES. The answer is kept for a day, in which an order can count on it',
  input: z.object({ vatNumber }),
  output: z.object({
    vatNumber: z.string(),
    status: VatNumberStatus,
    /** As its member state has it; null where that does not tell. */
    name: z.string().nullable(),
  }),
  status: 200,
  // Has a limit of its own, because each may ask VIES.
  rateLimited: false,
})
