import { endpoint } from '../../../wire/endpoint.ts'
import { z } from 'zod'
import { id, dateTime } from '../../../wire/fields.ts'
import { PeppolDocument } from '../peppol/contract.ts'

export const UndeliveredDocument = PeppolDocument.extend({
  number: z.string(),
  /** The order. */
  orderId: id,
  businessName: z.string(),
  vatNumber: z.string(),
  /** Cents incl. VAT; below 0 on a credit note. */
  totalCents: z.int(),
  issuedAt: dateTime,
})
export type UndeliveredDocument = z.output<typeof UndeliveredDocument>

export const listUndelivered = endpoint('GET /api/admin/peppol', 'admin', {
  summary:
    'Invoices and credit notes that did not reach a Belgian business by Peppol, the newest first, at most a hundred',
  output: z.object({
    /** Whether there is an access point. */
    isConfigured: z.boolean(),
    documents: z.array(UndeliveredDocument),
  }),
})

export const sendAgain = endpoint('POST /api/admin/peppol/:invoiceId/send', 'admin', {
  summary: 'Send a document by Peppol that did not arrive, by a job',
  confirmation: 'recent',
  input: z.object({ invoiceId: id }),
  output: PeppolDocument,
  status: 200,
  problems: ['NOT_FOUND', 'CONFLICT', 'PEPPOL_NOT_READY'],
})
