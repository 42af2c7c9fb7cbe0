import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db.ts'
import { sumChargeBacks } from './chargeback.service.ts'
import type { ProviderRefund } from './contract.ts'
import type { PaymentRow } from './service.ts'
import { refunds } from './table.ts'

export type RefundRow = typeof refunds.$inferSelect

/** What is new of a payment's refunds. */
export interface RefundChanges {
  /** Made at the provider by a person, and not known before. */
  external: RefundRow[]
  /** Sent, and did not arrive. */
  failed: RefundRow[]
}

/** Why a refund failed that the provider had taken. */
const NOT_ARRIVED = 'did not arrive, or was called off at the provider'

/**
 * Writes down what the provider says of the refunds of a paid payment, which the caller has locked: what of ours it has, what of
 * ours failed, and what a person gave back there. Old news and news that comes twice change nothing.
 */
export async function recordProviderRefunds(
  tx: Tx,
  payment: PaymentRow,
  told: ProviderRefund[],
  now: Date,
): Promise<RefundChanges> {
  const news: RefundChanges = { external: [], failed: [] }
  if (told.length === 0) return news
  const chargedBack = (await sumChargeBacks(tx, [payment.id])).get(payment.id) ?? 0
  const mostCents = payment.amountCents - chargedBack
  // The first that was made comes last.
  for (const truth of told.toReversed()) {
    const known = await lockRefundsOfPayment(tx, payment.id)
    if (truth.status === 'FAILED') news.failed.push(...(await markRefundFailed(tx, known, truth, now)))
    else if (await markRefundAccepted(tx, known, truth, mostCents)) continue
    // Until then it may be called off, and nobody would be told.
    else if (truth.status === 'GONE')
      news.external.push(await addExternalRefund(tx, payment, known, truth, now))
  }
  return news
}

/** One of ours did not arrive. @returns it, unless that is known or a person has seen to it */
async function markRefundFailed(
  tx: Tx,
  known: RefundRow[],
  truth: ProviderRefund,
  now: Date,
): Promise<RefundRow[]> {
  const ours = findOwnRefund(known, truth)
  if (!ours || ours.failedAt) return []
  const failed = await updateRefund(tx, ours, { ...truth, failedAt: now, failure: NOT_ARRIVED })
  return failed.byHandAt ? [] : [failed]
}

/** The provider has one of ours, or one in its place. @returns false when it is none of these */
async function markRefundAccepted(
  tx: Tx,
  known: RefundRow[],
  truth: ProviderRefund,
  mostCents: number,
): Promise<boolean> {
  const ours = findOwnRefund(known, truth)
  if (ours?.providerId === truth.providerId) return true
  const owed = ours ?? (truth.status === 'GONE' ? findReplacedRefund(known, truth, mostCents) : undefined)
  if (owed) await updateRefund(tx, owed, { ...truth, failedAt: null, failure: null })
  return owed !== undefined
}

const lockRefundsOfPayment = (tx: Tx, paymentId: string): Promise<RefundRow[]> =>
  tx
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .for('no key update')

/** By the provider's id; or by ours, where the provider's answer was lost. */
const findOwnRefund = (known: RefundRow[], truth: ProviderRefund): RefundRow | undefined =>
  known.find(({ providerId }) => providerId === truth.providerId) ??
  known.find(
    ({ id, providerId, attempt }) =>
      id === truth.refundId &&
      providerId === null &&
      // What stands is the refund, whichever try it was; what failed is over for its own try alone.
      (truth.status !== 'FAILED' || attempt === truth.attempt),
  )

/**
 * What a person gave back at the provider in the place of a refund of ours: of one that failed; or of one that waits, when there
 * is not enough left of the payment for both.
 */
function findReplacedRefund(
  known: RefundRow[],
  { amountCents }: ProviderRefund,
  mostCents: number,
): RefundRow | undefined {
  const same = known.filter(refund => refund.amountCents === amountCents && !refund.byHandAt)
  const gone = known.filter(({ failedAt, byHandAt }) => !failedAt || byHandAt)
  const isTooMuch = gone.reduce((sum, refund) => sum + refund.amountCents, amountCents) > mostCents
  return same.find(({ failedAt }) => failedAt) ?? same.find(({ providerId }) => isTooMuch && !providerId)
}

async function updateRefund(
  tx: Tx,
  { id }: RefundRow,
  { providerId, failedAt, failure }: Pick<RefundRow, 'failedAt' | 'failure'> & { providerId: string },
): Promise<RefundRow> {
  const changed = { providerId, failedAt, failure }
  const [row] = await tx.update(refunds).set(changed).where(eq(refunds.id, id)).returning()
  return row as RefundRow
}

async function addExternalRefund(
  tx: Tx,
  { id: paymentId }: PaymentRow,
  known: RefundRow[],
  { providerId, amountCents }: ProviderRefund,
  now: Date,
): Promise<RefundRow> {
  // Of a payment that should not have come nothing was billed.
  const credits = known.every(refund => refund.credits)
  const external = { paymentId, providerId, amountCents, credits, reason: '', isExternal: true }
  const [row] = await tx
    .insert(refunds)
    .values({ ...external, createdAt: now })
    .returning()
  return row as RefundRow
}
