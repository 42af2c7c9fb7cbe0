import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import * as contract from './contract.ts'
import { decide, findApplications, openIdentity, readApplication } from './service.ts'

export function applicationAdminRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, contract.listApplications, looked => findApplications(platform.db, looked))
  serve(app, contract.readApplication, ({ applicationId }, { userId }) =>
    readApplication(platform, userId, applicationId),
  )
  serve(app, contract.openIdentity, (input, { userId }) => openIdentity(platform, userId, input))
  serve(app, contract.decideApplication, (input, { userId }) => decide(platform, userId, input))
}
