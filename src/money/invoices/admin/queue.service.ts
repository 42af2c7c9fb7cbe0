import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { eq, and, inArray } from 'drizzle-orm'
import { peppolDocuments } from '../peppol/table.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sendable } from '../peppol/labels.rules.ts'
import { peppolColumns } from '../peppol/list.service.ts'
import { invoices } from '../table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { onlyRow } from '../../../platform/db/sql.ts'
import { sendPeppolJob } from '../peppol/queue.service.ts'

/**
 * Queues a document that did not arrive once more. Of two admins at once, one does.
 * @throws Problem PEPPOL_NOT_READY without an access point; NOT_FOUND; CONFLICT for one that is on its way or has arrived
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
        // An attempt that may have been taken is repeated under its own id: the access point refuses it when it has it.
        ...(!document.mayBeReceived && { submissionId: randomUUIDv7() }),
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
