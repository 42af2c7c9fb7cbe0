import { job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { audit } from './service.ts'

const auditJob = job<object>('books.audit', 0)

/** The book-keeper comes by every hour. */
export const bookJobs = (platform: Platform): Promise<void> =>
  platform.jobs.every('41 * * * *', auditJob, async () => void (await audit(platform)))
