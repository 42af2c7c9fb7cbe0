import { expiredHolds, releaseStock } from '../catalog/stock.service.ts'
import { refundJob } from '../../money/payments/refund.service.ts'
import { claimPaidPayments, claimUnsettledPayments } from '../../money/payments/paymentPolling.service.ts'
import type { PaymentGateways, PaymentRow } from '../../money/payments/service.ts'
import { forgetOldKeys } from '../../platform/idempotency.ts'
import { job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { creditJob, creditRefund, invoiceJob, invoicePaid } from './invoice.service.ts'
import { tellReceived } from './order.service.ts'
import { sendRefund } from './payback.service.ts'
import { askOrRemember, giveUp, lookAgain, lookJob, settle } from './settle.service.ts'

const reconcileJob = job<object>('payments.reconcile', 0)
const holdsJob = job<object>('holds.release', 0)
const receivedJob = job<object>('orders.received', 0)
const keysJob = job<object>('idempotency.forget', 0)

/** How many payments are asked after at once. */
const AT_ONCE = 8
/** How many groups of them at a time; the rest is for the next minute. */
const MOST_GROUPS = 25

/** What happens to payments and holds later or by the clock. */
export async function checkoutJobs(platform: Platform, gateways: PaymentGateways): Promise<void> {
  const { jobs, db } = platform
  await jobs.work(invoiceJob, ({ kind, subjectId }) => invoicePaid(platform, kind, subjectId))
  await jobs.work(creditJob, ({ refundId }) => creditRefund(platform, refundId))
  await jobs.work(refundJob, ({ refundId }) => sendRefund(platform, gateways, refundId))
  await jobs.work(lookJob, ({ paymentId }) => lookAgain(platform, gateways, paymentId))
  await jobs.every('* * * * *', reconcileJob, () => reconcile(platform, gateways))
  await jobs.every('* * * * *', holdsJob, () => releaseExpiredHolds(platform))
  await jobs.every('* * * * *', receivedJob, () => tellReceived(platform))
  await jobs.every('17 4 * * *', keysJob, () => forgetOldKeys(db))
}

/** Finds out what became of payments of which no webhook told: those that are open, and a few of those that were paid. */
export async function reconcile(platform: Platform, gateways: PaymentGateways): Promise<void> {
  await reconcileOpen(platform, gateways)
  const paid = await claimPaidPayments(platform.db, platform.now(), AT_ONCE)
  await Promise.all(paid.map(payment => askOrRemember(platform, gateways, payment)))
}

async function reconcileOpen(platform: Platform, gateways: PaymentGateways): Promise<void> {
  for (let groups = 0; groups < MOST_GROUPS; groups += 1) {
    const due = await claimUnsettledPayments(platform.db, platform.now(), AT_ONCE)
    const done = await Promise.all(due.map(payment => ask(platform, gateways, payment)))
    // None is left; or all of them fail, and the provider is away: the next minute tries again.
    if (!done.some(Boolean)) return
  }
}

/** Whether it could be done: one that fails must not keep the others waiting. */
async function ask(platform: Platform, gateways: PaymentGateways, payment: PaymentRow): Promise<boolean> {
  const age = platform.now().getTime() - payment.createdAt.getTime()
  try {
    if (payment.providerId) await settle(platform, gateways, payment)
    else if (age > platform.config.holdMinutes * 60_000) await giveUp(platform, payment)
    return true
  } catch (error) {
    platform.log.warn({ err: error, paymentId: payment.id }, 'payment not reconciled')
    return false
  }
}

/** Gives back stock that was held too long; the order may still be paid, and then takes stock again. */
export async function releaseExpiredHolds({ db, log, now }: Platform): Promise<void> {
  const expiredBy = now()
  for (const orderId of await expiredHolds(db, expiredBy)) {
    try {
      await releaseStock(db, orderId, expiredBy)
    } catch (error) {
      log.warn({ err: error, orderId }, 'hold not released')
    }
  }
}
