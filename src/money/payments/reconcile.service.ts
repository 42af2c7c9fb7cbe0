import type { PaymentEngine } from './effects.service.ts'
import { claimPaidPayments, claimUnsettledPayments } from './paymentPolling.service.ts'
import type { PaymentRow } from './service.ts'
import { expireUnstartedPayment, refreshOrDefer, settlePayment } from './settle.service.ts'

/** How many payments are fetched at once. */
const BATCH_SIZE = 8
/** The maximum number of batches in a run; the rest is fetched in the next minute. */
const MAX_BATCHES = 25

/** Fetches payments whose webhook may be lost: those that are not settled, and some that were paid. */
export async function reconcilePayments(engine: PaymentEngine): Promise<void> {
  const { db, now } = engine.platform
  await reconcileUnsettled(engine)
  const paid = await claimPaidPayments(db, now(), BATCH_SIZE)
  await Promise.all(paid.map(payment => refreshOrDefer(engine, payment)))
}

async function reconcileUnsettled(engine: PaymentEngine): Promise<void> {
  const { db, now } = engine.platform
  for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
    const due = await claimUnsettledPayments(db, now(), BATCH_SIZE)
    const done = await Promise.all(due.map(payment => tryReconcile(engine, payment)))
    // None is left, or all fail because the provider is unavailable: continues in the next minute.
    if (!done.some(Boolean)) return
  }
}

/** @returns false when it failed; a failure must not stop the others */
async function tryReconcile(engine: PaymentEngine, payment: PaymentRow): Promise<boolean> {
  const { config, log, now } = engine.platform
  const age = now().getTime() - payment.createdAt.getTime()
  try {
    if (payment.providerId) await settlePayment(engine, payment)
    else if (age > config.holdMinutes * 60_000) await expireUnstartedPayment(engine, payment)
    return true
  } catch (error) {
    log.warn({ err: error, paymentId: payment.id }, 'payment not reconciled')
    return false
  }
}
