import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { confirmUnpaidOrders } from './notices.service.ts'

const confirmUnpaidOrdersJob = defineScheduledJob('orders.received')

/** Confirms unpaid orders by mail, every minute. */
export const orderJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('* * * * *', confirmUnpaidOrdersJob, () => confirmUnpaidOrders(platform))
