import { and, eq, isNull, lt, lte, or } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { getInvoice, type InvoiceRow } from '../service.ts'
import { buildUbl } from '../ubl.rules.ts'
import { type PeppolGateway, PeppolUnavailable } from './gateway.ts'
import type { PeppolRow } from './list.service.ts'
import { sendPeppolJob } from './queue.service.ts'
import { GIVE_UP_AFTER_DAYS, nextAttempt, receiverOf } from './rules.ts'
import { peppolDocuments } from './table.ts'
import { applyPeppolEvents, notifyOfFailure } from './track.service.ts'

/** Milliseconds for which a node that sends has the document to itself: longer than all its requests may take. */
const CLAIM_MS = 60_000
/** Milliseconds by which a job may be early, as clocks differ. */
const EARLY_MS = 5000

/** The outcome of an attempt. */
type Outcome =
  | { status: 'SENT'; providerId: string | null }
  | { status: 'NO_RECEIVER' | 'UNSENT' }
  | { status: 'FAILED'; failure: string }
  /** `mayBeReceived`: whether the access point may have taken it all the same. */
  | { status: 'QUEUED'; error: PeppolUnavailable; mayBeReceived: boolean }

/**
 * Sends a document: QUEUED → SENT, NO_RECEIVER or FAILED, or QUEUED again for later. Its row was written before, with the id by which the
 * access point takes it once, so that a lost answer, a kill or a second job sends nothing twice.
 * @throws Error while another node sends it
 */
export async function sendPeppolDocument(
  platform: Platform,
  gateway: PeppolGateway | null,
  invoiceId: string,
): Promise<void> {
  const document = await claim(platform, invoiceId)
  if (!document) return
  try {
    const invoice = await getInvoice(platform.db, invoiceId)
    const outcome = await attempt(platform, gateway, document, invoice)
    await platform.db.transaction(tx => finish(tx, platform, document, invoice, outcome))
    // The webhook may have been faster than the answer.
    if (outcome.status === 'SENT' && outcome.providerId !== null)
      await applyPeppolEvents(platform, outcome.providerId)
  } catch (error) {
    await platform.db.update(peppolDocuments).set({ claimedUntil: null }).where(isStill(document))
    throw error
  }
}

/** The document as it was claimed: not one that was sent again since. */
const isStill = ({ invoiceId, submissionId }: PeppolRow) =>
  and(
    eq(peppolDocuments.invoiceId, invoiceId),
    eq(peppolDocuments.submissionId, submissionId),
    eq(peppolDocuments.status, 'QUEUED'),
  )

/** @returns undefined when there is nothing to do now @throws Error while another node has it */
async function claim({ db, now }: Platform, invoiceId: string): Promise<PeppolRow | undefined> {
  const at = now()
  const queued = and(eq(peppolDocuments.invoiceId, invoiceId), eq(peppolDocuments.status, 'QUEUED'))
  const [document] = await db.select().from(peppolDocuments).where(queued)
  if (!document) return undefined
  const [claimed] = await db
    .update(peppolDocuments)
    .set({ claimedUntil: new Date(at.getTime() + CLAIM_MS), attempts: document.attempts + 1 })
    .where(
      and(
        queued,
        eq(peppolDocuments.attempts, document.attempts),
        or(isNull(peppolDocuments.claimedUntil), lt(peppolDocuments.claimedUntil, at)),
        lte(peppolDocuments.nextAttemptAt, new Date(at.getTime() + EARLY_MS)),
      ),
    )
    .returning()
  if (!claimed && document.claimedUntil && document.claimedUntil >= at)
    throw new Error('another node is sending this document')
  return claimed
}

async function attempt(
  { db }: Platform,
  gateway: PeppolGateway | null,
  document: PeppolRow,
  { kind, number, issuedAt, taxPointAt, content }: InvoiceRow,
): Promise<Outcome> {
  const receiver = receiverOf(content)
  if (!gateway) return { status: 'UNSENT' }
  if (receiver === null)
    return { status: 'FAILED', failure: 'Dit is geen document van een Belgisch bedrijf.' }
  let { mayBeReceived } = document
  let isAsked = false
  try {
    // A document that may have been taken is asked about by its id, whatever the network says now.
    if (!mayBeReceived && !(await gateway.hasReceiver(receiver, kind))) return { status: 'NO_RECEIVER' }
    await db.update(peppolDocuments).set({ mayBeReceived: true }).where(isStill(document))
    const ubl = buildUbl({ kind, number, issuedAt, taxPointAt, content })
    isAsked = true
    const receipt = await gateway.submit({ submissionId: document.submissionId, kind, receiver, ubl })
    if (!('refused' in receipt)) return { status: 'SENT', providerId: receipt.providerId }
    return {
      status: 'FAILED',
      failure: mayBeReceived
        ? `${receipt.refused} Een eerdere poging kan wel gelukt zijn: kijk dat na bij het access point voor je opnieuw verstuurt.`
        : receipt.refused,
    }
  } catch (error) {
    if (!(error instanceof PeppolUnavailable)) throw error
    mayBeReceived ||= isAsked && error.mayBeDone
    return { status: 'QUEUED', error, mayBeReceived }
  }
}

/** Writes the result of an attempt. */
async function finish(
  tx: Tx,
  platform: Platform,
  document: PeppolRow,
  invoice: InvoiceRow,
  outcome: Outcome,
): Promise<void> {
  if (outcome.status === 'QUEUED') return retry(tx, platform, document, invoice, outcome)
  const isSent = outcome.status === 'SENT'
  // Of two nodes of which one was taken for dead, the access point told one the id, and the other that it has the document.
  const isUnnamed = and(
    eq(peppolDocuments.invoiceId, document.invoiceId),
    eq(peppolDocuments.submissionId, document.submissionId),
    eq(peppolDocuments.status, 'SENT'),
    isNull(peppolDocuments.providerId),
  )
  const changed = await tx
    .update(peppolDocuments)
    .set({
      failure: null,
      ...outcome,
      claimedUntil: null,
      // The access point does not have a refused document, and an id that was seen is used up.
      mayBeReceived: false,
      ...(isSent && { sentAt: platform.now() }),
    })
    .where(isSent ? or(isStill(document), isUnnamed) : isStill(document))
    .returning()
  if (changed.length > 0 && outcome.status === 'FAILED') await notifyOfFailure(tx, document, invoice)
}

/** Has it tried again later, or gives it up. */
async function retry(
  tx: Tx,
  { jobs, now }: Platform,
  document: PeppolRow,
  invoice: InvoiceRow,
  { error: { message, retryAfter }, mayBeReceived }: Extract<Outcome, { status: 'QUEUED' }>,
): Promise<void> {
  const { invoiceId, attempts, queuedAt } = document
  const at = now()
  const next = nextAttempt({ attempts, queuedAt, now: at, retryAfter })
  const changed = await tx
    .update(peppolDocuments)
    .set({
      claimedUntil: null,
      mayBeReceived,
      ...(next
        ? { failure: message, nextAttemptAt: next }
        : { status: 'FAILED', failure: `${message} We probeerden het ${GIVE_UP_AFTER_DAYS} dagen.` }),
    })
    .where(isStill(document))
    .returning()
  if (changed.length === 0) return
  if (next)
    await jobs.send(tx, sendPeppolJob, { invoiceId }, Math.ceil((next.getTime() - at.getTime()) / 1000))
  else await notifyOfFailure(tx, document, invoice)
}
