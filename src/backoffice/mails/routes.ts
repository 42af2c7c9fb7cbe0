import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { listMails, resendMail } from './contract.ts'
import { findMailPage, requeueMail, type MailSubjectLookup } from './service.ts'

export function mailRoutes(app: FastifyInstance, platform: Platform, subjectOf: MailSubjectLookup): void {
  serve(app, listMails, filters => findMailPage(platform.db, subjectOf, filters))
  serve(app, resendMail, ({ mailId }, { userId }) => requeueMail(platform, userId, subjectOf, mailId))
}
