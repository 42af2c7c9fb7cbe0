import type { VatNumberLookup } from '../../money/vat/vies.gateway.ts'
import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { recheckNumbers } from './numberRecheck.service.ts'

const numbersJob = defineScheduledJob('vat.recheckNumbers')

/** Asks VIES each hour about the VAT numbers that are due, since it did not answer before. */
export async function vatCorrectionJobs(platform: Platform, lookUp: VatNumberLookup): Promise<void> {
  await platform.jobs.every('27 * * * *', numbersJob, () => recheckNumbers(platform, lookUp))
}
