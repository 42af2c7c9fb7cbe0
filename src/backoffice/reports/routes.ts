import type { FastifyInstance } from 'fastify'
import type { PaymentProviders } from '../../money/payments/service.ts'
import { sendFile } from '../../platform/http/download.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { readUploadedFile, registerMultipart } from '../../platform/http/upload.ts'
import { openInvoiceArchive } from './archive.service.ts'
import { closeQuarter } from './close.service.ts'
import { compareWithExport } from './comparedExport.service.ts'
import { readComparisons, requestComparison } from './comparison.service.ts'
import * as endpoints from './contract.ts'
import { Problem } from '../../wire/problem.ts'
import { renderReportFile } from './files.service.ts'
import { findPeriods, findReport, readShownReport } from './service.ts'

export async function reportRoutes(
  app: FastifyInstance,
  platform: Platform,
  gateways: PaymentProviders,
): Promise<void> {
  const { db, now } = platform
  serve(app, endpoints.listPeriods, () => findPeriods(db, now()))
  serve(app, endpoints.readReport, ({ quarter, report }) => readShownReport(db, quarter, report))
  serveWithContext(app, endpoints.downloadReport, async (wanted, _, { reply }) => {
    await sendFile(reply, await renderReportFile(wanted, await findReport(db, wanted.quarter, wanted.report)))
  })
  serveWithContext(app, endpoints.downloadPeriodInvoices, async ({ quarter }, _, { reply }) => {
    const content = openInvoiceArchive(db, quarter)
    await sendFile(reply, { filename: `${quarter}-facturen.zip`, content, contentType: 'application/zip' })
  })
  serve(app, endpoints.readComparison, ({ quarter }) => readComparisons(db, quarter, now()))
  await registerMultipart(app, endpoints.MAX_EXPORT_BYTES, scope =>
    serveWithContext(scope, endpoints.startComparison, async (compared, { userId }, { request }) => {
      const { lists, readExport } = gateways.find(compared.provider) ?? {}
      if (lists) return requestComparison(platform, userId, compared)
      if (!readExport) throw new Problem('NOT_FOUND')
      const file = await readUploadedFile(request, exportField)
      return compareWithExport(platform, readExport, userId, { ...compared, file })
    }),
  )
  serve(app, endpoints.closePeriod, ({ quarter }, { userId }) => closeQuarter(platform, userId, quarter))
}

const exportField = { field: 'file', largest: endpoints.MAX_EXPORT_BYTES, missing: 'Kies een CSV-bestand.' }
