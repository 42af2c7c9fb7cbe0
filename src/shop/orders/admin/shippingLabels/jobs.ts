import { defineScheduledJob } from '../../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { CarrierGateway } from '../../../shipping/carrier.gateway.ts'
import { cancelAtCarrier } from './cancel.service.ts'
import { makeLabel } from './make.service.ts'
import { cancelLabelJob, makeLabelJob } from './request.service.ts'
import { pollParcels } from './track.service.ts'

const pollParcelsJob = defineScheduledJob('labels.pollParcels')

/** Has labels made and cancelled, and asks twice an hour where parcels are. */
export async function labelJobs(platform: Platform, gateway: CarrierGateway | null): Promise<void> {
  const { jobs } = platform
  await jobs.work(makeLabelJob, ({ labelId }) => makeLabel(platform, gateway, labelId))
  await jobs.work(cancelLabelJob, ({ labelId }) => cancelAtCarrier(platform, gateway, labelId))
  await jobs.every('8,38 * * * *', pollParcelsJob, () => pollParcels(platform, gateway))
}
