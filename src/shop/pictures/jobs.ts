import { job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Attach, drawSent, sweepPictures } from './drawing.service.ts'
import { drawJob } from './service.ts'

const sweepJob = job<object>('pictures.sweep', 0)

/** Pictures are drawn as they come; what nobody has goes every hour. */
export async function pictureJobs(platform: Platform, attach: Attach): Promise<void> {
  await platform.jobs.work(drawJob, ({ pictureId }) => drawSent(platform, attach, pictureId))
  await platform.jobs.every('37 * * * *', sweepJob, () => sweepPictures(platform))
}
