import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { discardJobs, listJobs, retryJobs } from './contract.ts'
import { deleteFailedJobs, findJobPage, retryFailedJobs } from './service.ts'

export function jobRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, listJobs, asked => findJobPage(db, asked))
  serve(app, retryJobs, (which, { userId }) => retryFailedJobs(db, userId, which))
  serve(app, discardJobs, (which, { userId }) => deleteFailedJobs(db, userId, which))
}
