import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { expireGiftCards, eraseDeliveredCodes } from './giftCards/service.ts'
import { sendDueGiftCards } from './giftCards/send.service.ts'

const sendDueJob = defineScheduledJob('giftCards.send')
const expireJob = defineScheduledJob('giftCards.expire')
const eraseCodesJob = defineScheduledJob('giftCards.eraseCodes')

/** Mails planned cards, takes the balance off expired ones, and erases the codes of those that were mailed long ago. */
export async function creditJobs(platform: Platform): Promise<void> {
  const { db, jobs, now } = platform
  await jobs.every('*/10 * * * *', sendDueJob, () => sendDueGiftCards(platform))
  await jobs.every('23 2 * * *', expireJob, () => expireGiftCards(db, now()))
  await jobs.every('43 2 * * *', eraseCodesJob, () => eraseDeliveredCodes(db, now()))
}
