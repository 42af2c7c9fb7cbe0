import { expiredHolds, releaseStock } from '../catalog/stock.service.ts'
import { refundJob, sendRefund, unsettledPayments, type PaymentGateways } from '../payments/service.ts'
import { job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { giveUp, settle } from './settle.service.ts'

const reconcileJob = job<object>('payments.reconcile', 0)
const holdsJob = job<object>('holds.release', 0)

/** Payments are asked after this long after they began, in milliseconds; until then the webhook has its chance. */
const PATIENCE = 60_000

/** What happens to payments and holds later or by the clock. */
export async function checkoutJobs(platform: Platform, gateways: PaymentGateways): Promise<void> {
  const { jobs, db, config } = platform
  await jobs.work(refundJob, ({ refundId }) => sendRefund(db, gateways, refundId, config.shopName))
  await jobs.every('* * * * *', reconcileJob, () => reconcile(platform, gateways))
  await jobs.every('* * * * *', holdsJob, () => releaseExpiredHolds(platform))
}

/** Finds out what became of payments of which no webhook told. */
export async function reconcile(platform: Platform, gateways: PaymentGateways): Promise<void> {
  const now = platform.now().getTime()
  const holdMs = platform.config.holdMinutes * 60_000
  for (const payment of await unsettledPayments(platform.db, new Date(now - PATIENCE))) {
    try {
      if (payment.providerId) await settle(platform, gateways, payment)
      else if (now - payment.createdAt.getTime() > holdMs) await giveUp(platform, payment)
    } catch (error) {
      // One that fails must not keep the others waiting; the next minute tries again.
      platform.log.warn({ err: error, paymentId: payment.id }, 'payment not reconciled')
    }
  }
}

/** Gives back stock that was held too long; the order may still be paid, and then takes stock again. */
export async function releaseExpiredHolds({ db, now }: Platform): Promise<void> {
  for (const orderId of await expiredHolds(db, now())) await db.transaction(tx => releaseStock(tx, orderId))
}
