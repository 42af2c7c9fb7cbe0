import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { searchBackoffice } from './contract.ts'
import { findBackofficeHits } from './service.ts'

export function searchRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, searchBackoffice, ({ q }) => findBackofficeHits(db, q))
}
