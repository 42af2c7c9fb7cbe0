import { and, asc, eq, gt, isNotNull, isNull, lt, notExists, or } from 'drizzle-orm'
import { notifyAdmins } from '../../../people/notifications/service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import type { InvoiceRow } from '../service.ts'
import { invoices } from '../table.ts'
import type { PeppolEvent, PeppolGateway, SignedBody } from './gateway.ts'
import type { PeppolRow } from './list.service.ts'
import { sendPeppolJob } from './queue.service.ts'
import { describeFailedDelivery, settleDelivery } from './rules.ts'
import { peppolDocuments, peppolEvents } from './table.ts'

/**
 * Takes a webhook: notes how a delivery ended.
 * @throws Problem NOT_FOUND for a body that is not the access point's
 */
export async function receivePeppolEvent(
  platform: Platform,
  gateway: PeppolGateway | null,
  body: SignedBody,
): Promise<void> {
  const event = gateway ? gateway.readWebhook(body) : null
  if (event === null) throw new Problem('NOT_FOUND')
  if (event !== undefined) await notePeppolEvent(platform, event)
}

/**
 * Keeps how a delivery ended, and then changes its document: in two transactions, as the answer with the document's id is kept and then its
 * events are looked for, so that one of both sees the other's.
 */
export async function notePeppolEvent(platform: Platform, event: PeppolEvent): Promise<void> {
  await platform.db
    .insert(peppolEvents)
    .values({ ...event, receivedAt: platform.now() })
    .onConflictDoNothing()
  await applyPeppolEvents(platform, event.providerId)
}

/** Changes a document by all that is known of its delivery; none has the id while the answer with it is under way. */
export const applyPeppolEvents = ({ db, now }: Platform, providerId: string): Promise<void> =>
  db.transaction(async tx => {
    const own = eq(peppolDocuments.providerId, providerId)
    const [document] = await tx.select().from(peppolDocuments).where(own).for('update')
    if (!document) return
    const events = await tx.select().from(peppolEvents).where(eq(peppolEvents.providerId, providerId))
    const settled = settleDelivery(document.status, events)
    if (settled?.outcome === 'DELIVERED')
      await tx
        .update(peppolDocuments)
        .set({ status: 'DELIVERED', deliveredAt: now(), failure: null })
        .where(own)
    if (settled?.outcome !== 'FAILED') return
    const failure = describeFailedDelivery(settled.detail)
    await tx.update(peppolDocuments).set({ status: 'FAILED', failure }).where(own)
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, document.invoiceId))
    if (invoice) await notifyOfFailure(tx, document, invoice)
  })

/** Tells admins that a document failed for good: once each time it was queued. */
export const notifyOfFailure = (
  tx: Tx,
  { submissionId, queuedAt }: Pick<PeppolRow, 'submissionId' | 'queuedAt'>,
  { number, subjectId }: Pick<InvoiceRow, 'number' | 'subjectId'>,
): Promise<void> =>
  notifyAdmins(tx, {
    kind: 'PEPPOL_FAILED',
    params: { number },
    about: `${submissionId} ${queuedAt.toISOString()}`,
    path: `/admin/orders/${subjectId}`,
  })

/** Documents that are asked about at once, and milliseconds until each is again. */
const POLL_BATCH = 100
const POLL_AGAIN_MS = 25 * 60_000
const DAY_MS = 86_400_000
/** Milliseconds after which a document is not asked about any more, and an event of no document is forgotten. */
const POLL_FOR_MS = 30 * DAY_MS
/** Milliseconds after which a document that is due has lost its job. */
const LOST_AFTER_MS = 10 * 60_000

/**
 * Asks the access point how deliveries ended, because webhooks are lost: its queue of events first, and then for the proof of each. Has
 * documents sent whose job was lost.
 */
export async function pollPeppol(platform: Platform, gateway: PeppolGateway | null): Promise<void> {
  await sendForgotten(platform)
  await forgetEvents(platform)
  if (!gateway) return
  await gateway.takeEvents(event => notePeppolEvent(platform, event))
  const { db, now } = platform
  const at = now()
  const due = await db
    .select({ invoiceId: peppolDocuments.invoiceId, providerId: peppolDocuments.providerId })
    .from(peppolDocuments)
    .where(
      and(
        eq(peppolDocuments.status, 'SENT'),
        isNotNull(peppolDocuments.providerId),
        gt(peppolDocuments.sentAt, new Date(at.getTime() - POLL_FOR_MS)),
        or(
          isNull(peppolDocuments.polledAt),
          lt(peppolDocuments.polledAt, new Date(at.getTime() - POLL_AGAIN_MS)),
        ),
      ),
    )
    .orderBy(asc(peppolDocuments.polledAt))
    .limit(POLL_BATCH)
  for (const { invoiceId, providerId } of due) {
    if (providerId === null) continue
    const isDelivered = await gateway.isDelivered(providerId)
    await db.update(peppolDocuments).set({ polledAt: at }).where(eq(peppolDocuments.invoiceId, invoiceId))
    if (isDelivered) await notePeppolEvent(platform, { providerId, outcome: 'DELIVERED', detail: null })
  }
}

/** Sends the jobs of documents that were due some time ago once more; one that runs all the same finds nothing to do. */
const sendForgotten = ({ db, jobs, now }: Platform): Promise<void> =>
  db.transaction(async tx => {
    const forgotten = await tx
      .select({ invoiceId: peppolDocuments.invoiceId })
      .from(peppolDocuments)
      .where(
        and(
          eq(peppolDocuments.status, 'QUEUED'),
          lt(peppolDocuments.nextAttemptAt, new Date(now().getTime() - LOST_AFTER_MS)),
        ),
      )
      .limit(POLL_BATCH)
    if (forgotten.length > 0) await jobs.sendAll(tx, sendPeppolJob, forgotten)
  })

/** Removes the events of documents that others sent with the same account. */
const forgetEvents = async ({ db, now }: Platform): Promise<void> =>
  void (await db
    .delete(peppolEvents)
    .where(
      and(
        lt(peppolEvents.receivedAt, new Date(now().getTime() - POLL_FOR_MS)),
        notExists(
          db
            .select({ invoiceId: peppolDocuments.invoiceId })
            .from(peppolDocuments)
            .where(eq(peppolDocuments.providerId, peppolEvents.providerId)),
        ),
      ),
    ))
