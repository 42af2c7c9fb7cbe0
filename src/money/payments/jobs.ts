import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { PaymentEngine } from './effects.service.ts'
import { isPaymentDue, reconcilePayments } from './reconcile.service.ts'
import { postbackJob } from './postback.service.ts'
import { refundJob } from './refund.service.ts'
import { sendRefund } from './sendRefund.service.ts'
import { refreshPaymentById, refreshPaymentJob, settleByJob } from './settle.service.ts'

const reconcileJob = defineScheduledJob('payments.reconcile')

/** Sends refunds, fetches payments whose webhook came while the provider was unavailable, and polls every minute. */
export async function paymentJobs(engine: PaymentEngine): Promise<void> {
  const { jobs, now } = engine.platform
  await jobs.work(refundJob, ({ refundId }) => sendRefund(engine, refundId))
  await jobs.work(postbackJob, ({ provider, providerId }) => settleByJob(engine, provider, providerId))
  await jobs.work(refreshPaymentJob, ({ paymentId }) => refreshPaymentById(engine, paymentId))
  await jobs.everyMinute(
    reconcileJob,
    () => isPaymentDue(now()),
    () => reconcilePayments(engine),
  )
}
