import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { confirmUnpaidOrders } from './notices.service.ts'

const confirmUnpaidOrdersJob = defineJob<object>('orders.received', 0)

/** Confirms unpaid orders by mail, every minute. */
export const orderJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('* * * * *', confirmUnpaidOrdersJob, () => confirmUnpaidOrders(platform))
