import { minutesChargedBackJob } from '../../money/minutes/debt.service.ts'
import { defineScheduledJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { endOnAir, hasOnAirEnded } from '../toys/onAir.service.ts'
import type { SessionController } from './engine/sessionController.service.ts'
import { findNewestSession } from './service.ts'

const endOnAirJob = defineScheduledJob('toys.endOnAir')

/** Ends the session whose minutes were charged back; one that began later is left alone. Tells creators that their hours passed. */
export async function sessionJobs(platform: Platform, sessionController: SessionController): Promise<void> {
  const { db, bus, jobs, now } = platform
  await jobs.work(minutesChargedBackJob, async ({ userId, at }) => {
    bus.publish('minutes.changed', { userId })
    const newest = await findNewestSession(db, userId)
    if (!newest || newest.session.createdAt > new Date(at)) return
    await sessionController.endSession(userId, 'SYSTEM', 'CHARGED_BACK', { only: newest.session.id })
  })
  await jobs.everyMinute(
    endOnAirJob,
    () => hasOnAirEnded(now()),
    () => endOnAir(platform),
  )
}
