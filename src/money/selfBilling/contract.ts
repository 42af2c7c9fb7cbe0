import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id } from '../../wire/fields.ts'
import { objectionFields } from '../objections/contract.ts'

export const SelfBilledInvoice = z.object({
  id,
  number: z.string(),
  /** `2026-11` */
  month: z.string(),
  /** Whether it is a statement to a private person, which is no invoice. */
  isStatement: z.boolean(),
  /** Cents without VAT and its VAT; below 0 on a credit note. */
  netCents: z.int(),
  vatCents: z.int(),
  /** From when it is accepted without an objection. */
  acceptedAt: dateTime,
  ...objectionFields,
})

export const listSelfBilled = endpoint('GET /api/studio/self-billed-invoices', 'customer', {
  summary: 'The invoices that the shop made in one’s own name, the newest first',
  output: z.array(SelfBilledInvoice),
})

const file = { input: z.object({ invoiceId: id }), output: z.null(), problems: ['NOT_FOUND'] } as const

export const downloadSelfBilled = endpoint(
  'GET /api/studio/self-billed-invoices/:invoiceId/pdf',
  'customer',
  {
    summary: 'An invoice that the shop made in one’s own name, as PDF; any of them for an admin',
    sends: 'application/pdf',
    ...file,
  },
)

export const downloadSelfBilledUbl = endpoint(
  'GET /api/studio/self-billed-invoices/:invoiceId/ubl',
  'customer',
  {
    summary: 'The same as UBL; 404 for a statement to a private person',
    sends: 'application/xml',
    ...file,
  },
)
