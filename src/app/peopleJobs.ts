import { accountJobs } from '../people/accounts/jobs.ts'
import { contentReportJobs } from '../people/contentReports/jobs.ts'
import { legalJobs } from '../people/legal/jobs.ts'
import { securityJobs } from '../people/security/jobs.ts'
import type { Platform } from '../platform/platform.ts'

/** The jobs of accounts, of reports, and of consents. */
export async function peopleJobs(platform: Platform): Promise<void> {
  await accountJobs(platform)
  await securityJobs(platform)
  await contentReportJobs(platform)
  await legalJobs(platform)
}
