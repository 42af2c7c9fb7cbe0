import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { discardJobs, listJobs, retryJobs } from './contract.ts'
import { deleteFailedJobs, findJobPage, retryFailedJobs } from './service.ts'

export function jobRoutes(app: FastifyInstance, { db, jobs }: Platform): void {
  serve(app, listJobs, input => findJobPage(db, input))
  serve(app, retryJobs, async (which, { userId }) => {
    const retried = await retryFailedJobs(db, userId, which)
    jobs.wake()
    return retried
  })
  serve(app, discardJobs, (which, { userId }) => deleteFailedJobs(db, userId, which))
}
