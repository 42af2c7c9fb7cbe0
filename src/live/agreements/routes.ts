import type { FastifyInstance } from 'fastify'
import { sendFile } from '../../platform/http/download.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { EndSessions } from '../creators/admission.service.ts'
import { downloadAgreement, readAgreement, signAgreement, withdrawAgreement } from './contract.ts'
import { getAgreement, readAgreementPdf, signCurrentAgreement, withdrawAgreements } from './service.ts'

export function agreementRoutes(app: FastifyInstance, platform: Platform, endSessions: EndSessions): void {
  serve(app, readAgreement, (_, { userId }) => getAgreement(platform, userId))
  serve(app, signAgreement, (signature, { userId }) => signCurrentAgreement(platform, userId, signature))
  serve(app, withdrawAgreement, (_, { userId }) => withdrawAgreements(platform, endSessions, userId))
  serveWithContext(app, downloadAgreement, async ({ agreementId }, { userId }, { reply }) => {
    await sendFile(reply, await readAgreementPdf(platform.db, userId, agreementId))
    return null
  })
}
