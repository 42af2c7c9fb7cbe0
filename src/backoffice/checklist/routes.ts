import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { confirmTestMail, proveReachability, readChecklist, sendTestMail } from './contract.ts'
import { answerChallenge } from './reachability.service.ts'
import { type ChecklistGateways, confirmMailServer, queueTestMail, runChecklist } from './service.ts'

export function checklistRoutes(app: FastifyInstance, platform: Platform, gateways: ChecklistGateways): void {
  serve(app, readChecklist, () => runChecklist(platform, gateways))
  serve(app, sendTestMail, async (_, { userId }) => {
    await queueTestMail(platform, userId)
    return null
  })
  serve(app, confirmTestMail, async ({ token }) => {
    await confirmMailServer(platform, token)
    return null
  })
  serveWithContext(app, proveReachability, ({ challenge }, _, { request }) =>
    answerChallenge(platform, challenge, request),
  )
}
