import { listExpiredHolds, releaseStock } from '../catalog/stock.service.ts'
import { refundJob } from '../../money/payments/refund.service.ts'
import { claimPaidPayments, claimUnsettledPayments } from '../../money/payments/paymentPolling.service.ts'
import type { PaymentGateways, PaymentRow } from '../../money/payments/service.ts'
import { deleteExpiredIdempotencyKeys } from '../../platform/idempotency.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { creditNoteJob, createCreditNote, invoiceJob, invoicePurchase } from './invoice.service.ts'
import { confirmUnpaidOrders } from './order.service.ts'
import { sendRefund } from './payback.service.ts'
import {
  refreshOrDefer,
  expireUnstartedPayment,
  refreshPaymentById,
  refreshPaymentJob,
  settlePayment,
} from './settle.service.ts'

const reconcileJob = defineJob<object>('payments.reconcile', 0)
const releaseHoldsJob = defineJob<object>('holds.release', 0)
const confirmUnpaidOrdersJob = defineJob<object>('orders.received', 0)
const deleteOldKeysJob = defineJob<object>('idempotency.forget', 0)

/** How many payments are asked after at once. */
const BATCH_SIZE = 8
/** How many groups of them at a time; the rest is for the next minute. */
const MAX_BATCHES = 25

/** What happens to payments and holds later or by the clock. */
export async function checkoutJobs(platform: Platform, gateways: PaymentGateways): Promise<void> {
  const { jobs, db } = platform
  await jobs.work(invoiceJob, ({ kind, subjectId }) => invoicePurchase(platform, kind, subjectId))
  await jobs.work(creditNoteJob, ({ refundId }) => createCreditNote(platform, refundId))
  await jobs.work(refundJob, ({ refundId }) => sendRefund(platform, gateways, refundId))
  await jobs.work(refreshPaymentJob, ({ paymentId }) => refreshPaymentById(platform, gateways, paymentId))
  await jobs.every('* * * * *', reconcileJob, () => reconcilePayments(platform, gateways))
  await jobs.every('* * * * *', releaseHoldsJob, () => releaseExpiredHolds(platform))
  await jobs.every('* * * * *', confirmUnpaidOrdersJob, () => confirmUnpaidOrders(platform))
  await jobs.every('17 4 * * *', deleteOldKeysJob, () => deleteExpiredIdempotencyKeys(db))
}

/** Finds out what became of payments of which no webhook told: those that are open, and a few of those that were paid. */
export async function reconcilePayments(platform: Platform, gateways: PaymentGateways): Promise<void> {
  await reconcileUnsettled(platform, gateways)
  const paid = await claimPaidPayments(platform.db, platform.now(), BATCH_SIZE)
  await Promise.all(paid.map(payment => refreshOrDefer(platform, gateways, payment)))
}

async function reconcileUnsettled(platform: Platform, gateways: PaymentGateways): Promise<void> {
  for (let groups = 0; groups < MAX_BATCHES; groups += 1) {
    const due = await claimUnsettledPayments(platform.db, platform.now(), BATCH_SIZE)
    const done = await Promise.all(due.map(payment => tryReconcile(platform, gateways, payment)))
    // None is left; or all of them fail, and the provider is away: the next minute tries again.
    if (!done.some(Boolean)) return
  }
}

/** Whether it could be done: one that fails must not keep the others waiting. */
async function tryReconcile(
  platform: Platform,
  gateways: PaymentGateways,
  payment: PaymentRow,
): Promise<boolean> {
  const age = platform.now().getTime() - payment.createdAt.getTime()
  try {
    if (payment.providerId) await settlePayment(platform, gateways, payment)
    else if (age > platform.config.holdMinutes * 60_000) await expireUnstartedPayment(platform, payment)
    return true
  } catch (error) {
    platform.log.warn({ err: error, paymentId: payment.id }, 'payment not reconciled')
    return false
  }
}

/** Gives back stock that was held too long; the order may still be paid, and then takes stock again. */
export async function releaseExpiredHolds({ db, log, now }: Platform): Promise<void> {
  const expiredBy = now()
  for (const orderId of await listExpiredHolds(db, expiredBy)) {
    try {
      await releaseStock(db, orderId, expiredBy)
    } catch (error) {
      log.warn({ err: error, orderId }, 'hold not released')
    }
  }
}
