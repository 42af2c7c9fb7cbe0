import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { onlyRow } from '../../platform/db/sql.ts'
import { sumChargebacks } from './chargeback.service.ts'
import type { ProviderRefund } from './contract.ts'
import type { PaymentRow } from './service.ts'
import { refunds } from './table.ts'

export type RefundRow = typeof refunds.$inferSelect

/** The failure reason of a refund that the provider had accepted. */
const NOT_ARRIVED = 'did not arrive, or was called off at the provider'

/**
 * Records the refunds that the provider reports of a paid payment, which the caller has locked: which of ours it has,
 * which of ours failed, and which a person made in its dashboard. Out-of-date and repeated reports change nothing.
 * @returns the refunds that were not recorded before: made by a person, and sent but not arrived
 */
export async function recordProviderRefunds(
  tx: Tx,
  payment: PaymentRow,
  reports: ProviderRefund[],
  now: Date,
): Promise<Record<'external' | 'failed', RefundRow[]>> {
  const changes: Record<'external' | 'failed', RefundRow[]> = { external: [], failed: [] }
  if (reports.length === 0) return changes
  const chargedBack = (await sumChargebacks(tx, [payment.id])).get(payment.id) ?? 0
  const mostCents = payment.amountCents - chargedBack
  // The provider lists the newest first.
  for (const reported of reports.toReversed()) {
    const known = await lockRefundsOfPayment(tx, payment.id)
    if (reported.status === 'FAILED')
      changes.failed.push(...(await markRefundFailed(tx, known, reported, now)))
    else if (await markRefundAccepted(tx, known, reported, mostCents)) continue
    // Until it is GONE it may be cancelled, which the provider does not report.
    else if (reported.status === 'GONE')
      changes.external.push(await addExternalRefund(tx, payment, known, reported, now))
  }
  return changes
}

/** Marks one of our refunds as failed. @returns it, unless that was recorded before or an admin has paid it back */
async function markRefundFailed(tx: Tx, known: RefundRow[], reported: ProviderRefund, now: Date) {
  const ours = findOwnRefund(known, reported)
  if (!ours || ours.failedAt) return []
  const failed = await updateRefund(tx, ours, { ...reported, failedAt: now, failure: NOT_ARRIVED })
  return failed.byHandAt ? [] : [failed]
}

/**
 * Marks one of our refunds as accepted, either this one or the one that it replaces.
 * @returns false when it is neither
 */
async function markRefundAccepted(tx: Tx, known: RefundRow[], reported: ProviderRefund, mostCents: number) {
  const ours = findOwnRefund(known, reported)
  if (ours?.providerId === reported.providerId) return true
  const owed =
    ours ?? (reported.status === 'GONE' ? findReplacedRefund(known, reported, mostCents) : undefined)
  if (owed) await updateRefund(tx, owed, { ...reported, failedAt: null, failure: null })
  return owed !== undefined
}

const lockRefundsOfPayment = (tx: Tx, paymentId: string): Promise<RefundRow[]> =>
  tx
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .for('no key update')

/** Finds it by the provider's id, or by ours when the provider's response was lost. */
const findOwnRefund = (known: RefundRow[], reported: ProviderRefund): RefundRow | undefined =>
  known.find(({ providerId }) => providerId === reported.providerId) ??
  known.find(
    ({ id, providerId, attempt }) =>
      id === reported.refundId &&
      providerId === null &&
      // Any accepted attempt completes the refund; a failed one says nothing about later attempts.
      (reported.status !== 'FAILED' || attempt === reported.attempt),
  )

/**
 * The refund of ours that an external refund replaces: one of the same amount that failed; or one that is still
 * queued, when the payment has not enough left for both. At a provider where admins refund by hand it is also one of ours that has no id there
 * yet, once somebody was told to make it, or has noted it.
 */
function findReplacedRefund(
  known: RefundRow[],
  { amountCents, mayBeOurs }: ProviderRefund,
  mostCents: number,
): RefundRow | undefined {
  const equal = known.filter(refund => refund.amountCents === amountCents)
  if (mayBeOurs) {
    const unnamed = equal.filter(({ id, providerId }) => providerId === null || providerId === id)
    const isEnded = ({ failedAt, byHandAt }: RefundRow) => failedAt !== null || byHandAt !== null
    const own = unnamed.find(isEnded) ?? unnamed.find(({ triedAt }) => triedAt !== null)
    if (own) return own
  }
  const same = equal.filter(refund => !refund.byHandAt)
  const gone = known.filter(({ failedAt, byHandAt }) => !failedAt || byHandAt)
  const isTooMuch = gone.reduce((sum, refund) => sum + refund.amountCents, amountCents) > mostCents
  return same.find(({ failedAt }) => failedAt) ?? same.find(({ providerId }) => isTooMuch && !providerId)
}

async function updateRefund(
  tx: Tx,
  { id }: RefundRow,
  {
    providerId,
    failedAt,
    failure,
    mayBeOurs,
  }: Pick<RefundRow, 'failedAt' | 'failure'> & Pick<ProviderRefund, 'providerId' | 'mayBeOurs'>,
): Promise<RefundRow> {
  // An admin noted it as made by hand, which was at the provider.
  const changed = { providerId, failedAt, failure, ...(mayBeOurs && { byHandAt: null }) }
  return onlyRow(await tx.update(refunds).set(changed).where(eq(refunds.id, id)).returning())
}

async function addExternalRefund(
  tx: Tx,
  { id: paymentId }: PaymentRow,
  known: RefundRow[],
  { providerId, amountCents }: ProviderRefund,
  now: Date,
): Promise<RefundRow> {
  // A payment that was refunded because it was not accepted has no invoice.
  const credits = known.every(refund => refund.credits)
  const external = {
    paymentId,
    providerId,
    amountCents,
    credits,
    reason: '',
    isExternal: true,
    createdAt: now,
  }
  return onlyRow(await tx.insert(refunds).values(external).returning())
}
