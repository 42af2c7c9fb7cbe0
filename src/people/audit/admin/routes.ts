import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import { listAuditEntries } from './contract.ts'
import { findAuditEntries } from './service.ts'

export function auditRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, listAuditEntries, query => findAuditEntries(db, query))
}
