import type { VatNumberLookup } from '../../money/vat/vies.gateway.ts'
import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { recheckNumbers } from './numberRecheck.service.ts'
import { warnOfThreshold } from './service.ts'

const thresholdJob = defineScheduledJob('vat.threshold')
const numbersJob = defineScheduledJob('vat.numbers')

/** Looks each morning how much was sold across borders, and each hour which VAT numbers without an answer from VIES are due to be asked about again. */
export async function vatJobs(platform: Platform, lookUp: VatNumberLookup): Promise<void> {
  await platform.jobs.every('13 6 * * *', thresholdJob, () => warnOfThreshold(platform))
  await platform.jobs.every('27 * * * *', numbersJob, () => recheckNumbers(platform, lookUp))
}
