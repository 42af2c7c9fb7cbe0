import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readPayeeOf, setNameCheck } from './contract.ts'
import { getPayeeOf, saveNameCheck } from './service.ts'

export function payeeAdminRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, readPayeeOf, ({ userId }) => getPayeeOf(platform, userId))
  serve(app, setNameCheck, (check, who) => saveNameCheck(platform, who.userId, check))
}
