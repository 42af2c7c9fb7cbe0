import { defineScheduledJob } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PeppolGateway } from './gateway.ts'
import { sendPeppolJob } from './queue.service.ts'
import { sendPeppolDocument } from './send.service.ts'
import { pollPeppol } from './track.service.ts'

const pollPeppolJob = defineScheduledJob('peppol.poll')

/** Sends documents, and asks twice an hour whether they arrived. */
export async function peppolJobs(platform: Platform, gateway: PeppolGateway | null): Promise<void> {
  const { jobs } = platform
  await jobs.work(sendPeppolJob, ({ invoiceId }) => sendPeppolDocument(platform, gateway, invoiceId))
  await jobs.every('14,44 * * * *', pollPeppolJob, () => pollPeppol(platform, gateway))
}
