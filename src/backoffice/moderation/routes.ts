import type { FastifyInstance } from 'fastify'
import type { SessionController } from '../../live/sessions/engine/sessionController.service.ts'
import type { ContentKinds } from '../../people/contentReports/kinds.service.ts'
import { sendFile } from '../../platform/http/download.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import * as endpoints from './contract.ts'
import { makeAuditorFile, openAuditorFile } from './auditorFile.service.ts'
import { readComplianceReport } from './compliance.service.ts'
import { decideCase } from './decide.service.ts'
import { findTransparencyRows, writeTransparencyReport } from './transparencyReport.service.ts'
import { findContentCases, readCase } from './service.ts'

export function adminContentReportRoutes(
  app: FastifyInstance,
  platform: Platform,
  kinds: ContentKinds,
  sessionController: SessionController,
): void {
  const { db } = platform
  serve(app, endpoints.listContentCases, query => findContentCases(platform, query))
  serve(app, endpoints.readContentCase, ({ caseId }, { userId }) =>
    readCase({ ...platform, kinds }, caseId, userId),
  )
  serve(app, endpoints.decideContentCase, (input, { userId }) =>
    decideCase({ platform, kinds, sessionController }, userId, input),
  )
  serve(app, endpoints.readTransparencyReport, ({ year }) => findTransparencyRows(db, String(year)))
  serve(app, endpoints.readCompliance, ({ month }) => readComplianceReport(db, month, platform.now()))
  serve(app, endpoints.createAuditorFile, (wanted, { userId }) => makeAuditorFile(platform, userId, wanted))
  serveWithContext(app, endpoints.downloadAuditorFile, async ({ fileId }, { userId }, { reply }) => {
    const content = await openAuditorFile(platform, userId, fileId)
    await sendFile(reply, { filename: 'sessies.zip', content, contentType: 'application/zip' })
    return null
  })
  serveWithContext(app, endpoints.downloadTransparencyReport, async ({ year }, _, { reply }) => {
    const content = Buffer.from(await writeTransparencyReport(db, year))
    await sendFile(reply, {
      filename: `meldingen-${year}.csv`,
      content,
      contentType: 'text/csv; charset=utf-8',
    })
    return null
  })
}
