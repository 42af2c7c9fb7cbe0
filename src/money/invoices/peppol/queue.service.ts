import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../../../platform/db/db.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { InvoiceRow } from '../service.ts'
import { receiverOf } from './rules.ts'
import { peppolDocuments } from './table.ts'

/** Sends a document, or finds out whether it was. */
export const sendPeppolJob = defineJob<{ invoiceId: string }>('peppol.send')

/**
 * Queues an invoice or credit note that was just issued to a Belgian business, in the transaction that issued it. Without an access point it
 * is kept as not sent: who sends it by other means meanwhile would send it twice.
 */
export async function queuePeppolDocument(
  tx: Tx,
  { config, jobs, now }: Platform,
  { id: invoiceId, content }: Pick<InvoiceRow, 'id' | 'content'>,
): Promise<void> {
  if (receiverOf(content) === null) return
  const at = now()
  const status = config.storecove === null ? ('UNSENT' as const) : ('QUEUED' as const)
  await tx
    .insert(peppolDocuments)
    .values({ invoiceId, status, submissionId: randomUUIDv7(), queuedAt: at, nextAttemptAt: at })
  if (status === 'QUEUED') await jobs.send(tx, sendPeppolJob, { invoiceId })
}
