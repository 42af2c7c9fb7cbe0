import { endpoint } from '../../wire/endpoint.ts'
import { z } from 'zod'
import { id, cents } from '../../wire/fields.ts'
import { VatCorrection } from '../../money/vat/admin/contract.ts'

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
