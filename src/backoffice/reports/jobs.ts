import type { PaymentGateways } from '../../money/payments/service.ts'
import { defineScheduledJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { comparisonJob, makeComparison } from './comparison.service.ts'
import { compareLastQuarter } from './lastQuarter.service.ts'

const lastQuarterJob = defineScheduledJob('reports.compareLastQuarter')

/** Compares the payments of a quarter with the provider's lists: when an admin asks for it, and some days after its end. */
export async function reportJobs(platform: Platform, gateways: PaymentGateways): Promise<void> {
  await platform.jobs.work(comparisonJob, ({ quarter }) => makeComparison(platform, gateways, quarter))
  await platform.jobs.every('51 5 * * *', lastQuarterJob, () => compareLastQuarter(platform))
}
