import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../../platform/platform.ts'
import { serve, serveWithContext } from '../../../../platform/http/serve.ts'
import { openUpload, registerMultipart } from '../../../../platform/http/upload.ts'
import { Problem } from '../../../../wire/problem.ts'
import { startApply } from './apply.service.ts'
import * as endpoints from './contract.ts'
import { ImportOptions, MAX_IMPORT_BYTES } from './contract.ts'
import { startBulkEdit, findBulkEdit, findBulkLines } from './service.ts'
import { streamProductsCsv } from '../imports/csv.service.ts'
import { startImport } from '../imports/service.ts'
import { productExportCondition } from '../list.service.ts'

const csvField = { field: 'file', largest: MAX_IMPORT_BYTES, missing: 'Kies een CSV-bestand.' }

export async function bulkEditRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  const { db, now, settings } = platform
  serve(app, endpoints.createBulkEdit, (edit, { userId }) => startBulkEdit(platform, userId, edit))
  serve(app, endpoints.readBulkEdit, ({ bulkId }) => findBulkEdit(db, bulkId))
  serve(app, endpoints.listBulkLines, query => findBulkLines(db, query))
  serve(app, endpoints.applyBulkEdit, ({ bulkId }, { userId }) => startApply(platform, userId, bulkId))
  serveWithContext(app, endpoints.exportProducts, async (search, _who, { reply }) => {
    const name = `producten-${now().toISOString().slice(0, 10)}.csv`
    const where = productExportCondition(search, settings.current.lowStockThreshold)
    await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(Readable.from(streamProductsCsv(db, where)))
    return null
  })
  await registerMultipart(app, MAX_IMPORT_BYTES, scope => {
    serveWithContext(scope, endpoints.importProducts, async (_, { userId }, { request }) => {
      const { fields, ...file } = await openUpload(request, csvField)
      const options = ImportOptions.safeParse(fields)
      if (!options.success) throw new Problem('INVALID_INPUT')
      const { addsNew, ...why } = options.data
      return startImport(platform, userId, { ...file, ...why, addsNew: addsNew === 'true' })
    })
  })
}
