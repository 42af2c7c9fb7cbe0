import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { isAnyPriceChanged, notifyPriceDrops } from './priceDrops.service.ts'

const notifyPriceDropsJob = defineScheduledJob('wishlist.notifyPriceDrops')

export async function wishlistJobs({ db, jobs }: Platform): Promise<void> {
  await jobs.everyMinute(notifyPriceDropsJob, isAnyPriceChanged, () => notifyPriceDrops(db))
}
