import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { deleteIdleLevels, isStockMoved, mailBackInStock } from './service.ts'

const mailBackInStockJob = defineScheduledJob('backInStock.mail')
const deleteIdleLevelsJob = defineScheduledJob('backInStock.cleanUp')

export async function backInStockJobs(platform: Platform): Promise<void> {
  await platform.jobs.everyMinute(mailBackInStockJob, isStockMoved, () => mailBackInStock(platform))
  await platform.jobs.every('17 4 * * *', deleteIdleLevelsJob, () => deleteIdleLevels(platform.db))
}
