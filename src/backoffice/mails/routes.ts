import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { listMails, resendMail } from './contract.ts'
import { findMailPage, requeueMail, type MailSubjectLookup } from './service.ts'

export function mailRoutes(app: FastifyInstance, platform: Platform, subjectOf: MailSubjectLookup): void {
  serve(app, listMails, looked => findMailPage(platform.db, subjectOf, looked))
  serve(app, resendMail, ({ mailId }, { userId }) => requeueMail(platform, userId, subjectOf, mailId))
}
