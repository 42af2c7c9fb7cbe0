import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EndSessions } from '../admission.service.ts'
import * as endpoints from './contract.ts'
import { decideOnSuspension, findCreators, getCreator, readSignedPdf, suspendByAdmin } from './service.ts'

export function creatorAdminRoutes(app: FastifyInstance, platform: Platform, endSessions: EndSessions): void {
  serve(app, endpoints.listCreators, query => findCreators(platform, query))
  serve(app, endpoints.readCreator, ({ userId }, who) => getCreator(platform, who.userId, userId))
  serve(app, endpoints.suspend, (suspension, who) =>
    suspendByAdmin(platform, endSessions, who.userId, suspension),
  )
  serve(app, endpoints.decideSuspension, (decision, who) =>
    decideOnSuspension(platform, who.userId, decision),
  )
  serve(app, endpoints.readCreatorAgreement, (wanted, { userId }) => readSignedPdf(platform, userId, wanted))
}
