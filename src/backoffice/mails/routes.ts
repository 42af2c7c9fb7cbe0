import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { listMails, sendMailAgain } from './contract.ts'
import { mailPage, sendAgain, type SubjectOf } from './service.ts'

export function correspondenceRoutes(app: FastifyInstance, platform: Platform, subjectOf: SubjectOf): void {
  serve(app, listMails, looked => mailPage(platform.db, subjectOf, looked))
  serve(app, sendMailAgain, ({ mailId }, { userId }) => sendAgain(platform, userId, subjectOf, mailId))
}
