import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { describeSubject, notifyAdminsOfAmount, type PaymentEngine } from './effects.service.ts'
import { providerTexts } from './providers/texts.rules.ts'
import type { RefundRow } from './providerRefund.service.ts'
import type { PaymentRow } from './service.ts'
import { payments, refunds } from './table.ts'

/**
 * Sends one refund to the provider, unless the provider has it. A permanent refusal marks it as failed and notifies
 * every admin.
 * @throws Problem PROVIDER_UNAVAILABLE, so that the job retries
 */
export async function sendRefund(engine: PaymentEngine, refundId: string): Promise<void> {
  const { db, settings, now } = engine.platform
  const due = await beginRefundAttempt(db, refundId, now())
  if (!due) return
  const { refund, payment, providerId } = due
  const provider = engine.gateways.byName(payment.provider)
  if (!provider.refund) return failRefund(engine, refund, payment, manualRefundText(payment))
  const answer = await provider.refund({
    refundId,
    attempt: refund.attempt,
    isRetry: refund.triedAt !== null,
    amountCents: refund.amountCents,
    providerId,
    // Appears on bank statements: the shop's name, and no products.
    description: settings.current.shopName,
  })
  if ('refused' in answer) return failRefund(engine, refund, payment, answer.refused)
  // Clears a failure, which was then the result of a repeated request.
  const accepted = { providerId: answer.providerId, failedAt: null, failure: null }
  await db.update(refunds).set(accepted).where(isCurrentAttempt(refund))
}

/** Where an admin gives the money back, at a provider that makes no refunds for us. */
const manualRefundText = ({ provider, saleNumber, providerId }: PaymentRow): string =>
  `Geef dit met de hand terug bij ${providerTexts[provider]?.name ?? provider}: verkoop ${saleNumber ?? providerId}.`

/** Starts a refund attempt; undefined when the provider has accepted or refused it, or an admin has paid it back. */
const beginRefundAttempt = (db: Db, refundId: string, now: Date) =>
  db.transaction(async tx => {
    const [due] = await tx
      .select({ refund: refunds, payment: payments })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(and(eq(refunds.id, refundId), isUnsent, isNotNull(payments.providerId)))
      .for('no key update', { of: refunds })
    if (!due?.payment.providerId) return undefined
    await tx.update(refunds).set({ triedAt: now }).where(eq(refunds.id, refundId))
    return { ...due, providerId: due.payment.providerId }
  })

const isUnsent = and(isNull(refunds.providerId), isNull(refunds.failedAt), isNull(refunds.byHandAt))

/** Matches this attempt, unless an admin started another one meanwhile. */
const isCurrentAttempt = ({ id, attempt }: RefundRow) =>
  and(eq(refunds.id, id), eq(refunds.attempt, attempt), isNull(refunds.providerId))

/** Does nothing when the refusal was recorded before, or another attempt was started. */
async function failRefund(
  { platform: { db, log, now }, effects }: PaymentEngine,
  refund: RefundRow,
  payment: PaymentRow,
  failure: string,
): Promise<void> {
  const { id, attempt, amountCents: cents } = refund
  await db.transaction(async tx => {
    const refused = await tx
      .update(refunds)
      .set({ failedAt: now(), failure })
      .where(and(isCurrentAttempt(refund), isUnsent))
      .returning({ id: refunds.id })
    if (refused.length === 0) return
    log.error({ refundId: id, reason: failure }, 'the provider refuses a refund')
    const subject = await describeSubject(tx, effects, payment)
    await notifyAdminsOfAmount(tx, 'REFUND_FAILED', subject, { about: `${id} ${attempt}`, cents })
  })
}
