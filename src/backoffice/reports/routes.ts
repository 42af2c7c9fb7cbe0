import type { FastifyInstance } from 'fastify'
import { sendFile } from '../../platform/download.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { openInvoiceArchive } from './archive.service.ts'
import { closeQuarter } from './close.service.ts'
import { readComparisonState, requestComparison } from './comparison.service.ts'
import * as endpoints from './contract.ts'
import { renderReportFile } from './files.service.ts'
import { findPeriods, findReport, readShownReport } from './service.ts'

export function reportRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, now } = platform
  serve(app, endpoints.listPeriods, () => findPeriods(db, now()))
  serve(app, endpoints.readReport, ({ quarter, report }) => readShownReport(db, quarter, report))
  serve(app, endpoints.downloadReport, async (wanted, _, { reply }) => {
    await sendFile(reply, await renderReportFile(wanted, await findReport(db, wanted.quarter, wanted.report)))
  })
  serve(app, endpoints.downloadPeriodInvoices, async ({ quarter }, _, { reply }) => {
    const content = openInvoiceArchive(db, quarter)
    await sendFile(reply, { filename: `${quarter}-facturen.zip`, content, contentType: 'application/zip' })
  })
  serve(app, endpoints.readComparison, ({ quarter }) => readComparisonState(db, quarter, now()))
  serve(app, endpoints.startComparison, ({ quarter }, { userId }) =>
    requestComparison(platform, userId, quarter),
  )
  serve(app, endpoints.closePeriod, ({ quarter }, { userId }) => closeQuarter(platform, userId, quarter))
}
