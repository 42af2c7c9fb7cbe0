import { describeSubject, type PaymentEngine } from './effects.service.ts'
import { notifyAdminsOfAmount } from './notices.service.ts'
import { beginRefundAttempt, type DueRefund, markRefundRefused, markRefundSent } from './refund.service.ts'

/**
 * Sends one refund to the provider, unless the provider has it. A permanent refusal marks it as failed and notifies
 * every admin.
 * @throws Problem PROVIDER_UNAVAILABLE, so that the job retries
 */
export async function sendRefund(engine: PaymentEngine, refundId: string): Promise<void> {
  const { db, settings, now } = engine.platform
  const due = await beginRefundAttempt(db, refundId, now())
  if (!due) return
  const { attempt, isRetry, amountCents, payment } = due
  const answer = await engine.gateways.byName(payment.provider).refund({
    refundId,
    attempt,
    isRetry,
    amountCents,
    providerId: payment.providerId,
    // Appears on bank statements: the shop's name, and no products.
    description: settings.current.shopName,
  })
  if ('providerId' in answer) await markRefundSent(db, due, answer.providerId)
  else await failRefund(engine, due, answer.refused)
}

async function failRefund(
  { platform: { db, log, now }, effects }: PaymentEngine,
  due: DueRefund,
  reason: string,
): Promise<void> {
  const { id, attempt, amountCents: cents, payment } = due
  await db.transaction(async tx => {
    if (!(await markRefundRefused(tx, due, reason, now()))) return
    log.error({ refundId: id, reason }, 'the provider refuses a refund')
    const subject = await describeSubject(tx, effects, payment)
    await notifyAdminsOfAmount(tx, 'REFUND_FAILED', subject, { about: `${id} ${attempt}`, cents })
  })
}
