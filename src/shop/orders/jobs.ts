import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { isAnyUseExpired, releaseExpiredPromotionUses } from '../promotions/service.ts'
import { confirmUnpaidOrders, isConfirmationDue } from './notices.service.ts'

const confirmUnpaidOrdersJob = defineScheduledJob('orders.confirmUnpaid')
const releaseUsesJob = defineScheduledJob('promotions.releaseUses')

/** Confirms unpaid orders by mail, and gives back the promotions of those that were not paid in time, every minute. */
export async function orderJobs(platform: Platform): Promise<void> {
  const { jobs, now } = platform
  await jobs.everyMinute(
    confirmUnpaidOrdersJob,
    () => isConfirmationDue(now()),
    () => confirmUnpaidOrders(platform),
  )
  await jobs.everyMinute(
    releaseUsesJob,
    () => isAnyUseExpired(now()),
    () => releaseExpiredPromotionUses(platform),
  )
}
