import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { notifyPriceDrops } from './priceDrops.service.ts'

const notifyPriceDropsJob = defineScheduledJob('wishlist.priceDrops')

export async function wishlistJobs({ db, jobs }: Platform): Promise<void> {
  await jobs.every('* * * * *', notifyPriceDropsJob, () => notifyPriceDrops(db))
}
