import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { discardJobs, listJobs, retryJobs } from './contract.ts'
import { discard, jobsPage, retry } from './service.ts'

export function jobRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, listJobs, asked => jobsPage(db, asked))
  serve(app, retryJobs, (which, { userId }) => retry(db, userId, which))
  serve(app, discardJobs, (which, { userId }) => discard(db, userId, which))
}
