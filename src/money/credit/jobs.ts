import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { expireGiftCards } from './expire.service.ts'
import { eraseDeliveredCodes } from './giftCards.service.ts'
import { sendDueGiftCards } from './send.service.ts'

const sendDueJob = defineScheduledJob('giftCards.send')
const expireJob = defineScheduledJob('giftCards.expire')
const eraseCodesJob = defineScheduledJob('giftCards.eraseCodes')

/** Mails planned cards, takes what is left off expired ones, and erases the codes of those that were mailed long ago. */
export async function creditJobs(platform: Platform): Promise<void> {
  const { db, jobs, now } = platform
  await jobs.every('*/10 * * * *', sendDueJob, () => sendDueGiftCards(platform))
  await jobs.every('23 2 * * *', expireJob, () => expireGiftCards(db, now()))
  await jobs.every('43 2 * * *', eraseCodesJob, () => eraseDeliveredCodes(db, now()))
}
