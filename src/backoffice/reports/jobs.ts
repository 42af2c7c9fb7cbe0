import type { PaymentProviders } from '../../money/payments/service.ts'
import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { comparisonJob, makeComparison } from './comparison.service.ts'
import { compareLastQuarter } from './lastQuarter.service.ts'

const lastQuarterJob = defineScheduledJob('reports.compareLastQuarter')

/** Compares the payments of a quarter with the lists of providers: when an admin asks for it, and some days after its end. */
export async function reportJobs(platform: Platform, gateways: PaymentProviders): Promise<void> {
  await platform.jobs.work(comparisonJob, compared =>
    makeComparison(platform, gateways.find(compared.provider) ?? {}, compared),
  )
  await platform.jobs.every('51 5 * * *', lastQuarterJob, () => compareLastQuarter(platform, gateways))
}
