import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { dateTime, id } from '../../../wire/fields.ts'

/**
 * How far a document is on the Peppol network: not sent because there was no access point, waiting to be sent, taken by the access point,
 * delivered, its receiver not on the network, given up.
 */
export const PeppolStatus = z.enum(['UNSENT', 'QUEUED', 'SENT', 'DELIVERED', 'NO_RECEIVER', 'FAILED'])
export type PeppolStatus = z.output<typeof PeppolStatus>

/** How a delivery ended. */
export const PeppolOutcome = z.enum(['DELIVERED', 'FAILED'])
export type PeppolOutcome = z.output<typeof PeppolOutcome>

/** An invoice or credit note on its way over the Peppol network. */
export const PeppolDocument = z.object({
  invoiceId: id,
  status: PeppolStatus,
  /** Why it failed, or why the last attempt did. */
  failure: z.string().nullable(),
  sentAt: dateTime.nullable(),
  deliveredAt: dateTime.nullable(),
})
export type PeppolDocument = z.output<typeof PeppolDocument>

export const storecoveWebhook = endpoint('POST /api/webhooks/storecove', 'machine', {
  summary: 'The access point says how a delivery ended; its body is signed (`X-Storecove-Signature`)',
  input: z.object({ payload: z.string(), signature: z.string().optional(), secret: z.string().optional() }),
  output: z.null(),
  status: 200,
  problems: ['NOT_FOUND'],
})
