import type { PaymentGateways } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { comparisonJob, makeComparison } from './comparison.service.ts'

/** Compares the payments of a quarter with the provider's lists, when an admin asks for it. */
export const reportJobs = (platform: Platform, gateways: PaymentGateways): Promise<void> =>
  platform.jobs.work(comparisonJob, ({ quarter }) => makeComparison(platform, gateways, quarter))
