import { randomUUIDv7 } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { Tx } from '../../../platform/db.ts'
import { defineJob } from '../../../platform/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import { onlyRow } from '../../../platform/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import type { InvoiceRow } from '../service.ts'
import { invoices } from '../table.ts'
import { peppolColumns } from './list.service.ts'
import { sendable } from './labels.rules.ts'
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

/**
 * Queues a document that did not arrive once more. Of two admins at once, one does.
 * @throws Problem PEPPOL_NOT_READY without an access point; NOT_FOUND; CONFLICT for what is on its way or there
 */
export const sendPeppolAgain = ({ db, jobs, config, now }: Platform, by: string, invoiceId: string) => {
  if (config.storecove === null) throw new Problem('PEPPOL_NOT_READY')
  return db.transaction(async tx => {
    const own = eq(peppolDocuments.invoiceId, invoiceId)
    const [document] = await tx.select().from(peppolDocuments).where(own).for('update')
    if (!document) throw new Problem('NOT_FOUND', { message: 'Dit document gaat niet via Peppol.' })
    const at = now()
    const changed = await tx
      .update(peppolDocuments)
      .set({
        status: 'QUEUED',
        // An attempt that may have been taken is repeated under its own id: what the access point has, it refuses then.
        ...(!document.mayBeTaken && { submissionId: randomUUIDv7() }),
        providerId: null,
        failure: null,
        attempts: 0,
        queuedAt: at,
        nextAttemptAt: at,
        sentAt: null,
        polledAt: null,
      })
      .where(and(own, inArray(peppolDocuments.status, [...sendable])))
      .returning(peppolColumns)
    if (changed.length === 0)
      throw new Problem('CONFLICT', { message: 'Dit document is al onderweg, of aangekomen.' })
    await jobs.send(tx, sendPeppolJob, { invoiceId })
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId))
    await recordAuditEntry(tx, {
      by,
      action: 'PEPPOL_SENT_AGAIN',
      subjectId: invoice?.subjectId ?? invoiceId,
      details: { number: invoice?.number },
    })
    return onlyRow(changed)
  })
}
