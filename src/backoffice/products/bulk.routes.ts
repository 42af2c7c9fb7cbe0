import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { openFile, withForms } from '../../platform/upload.ts'
import { Problem } from '../../wire/problem.ts'
import { beginApply } from './apply.service.ts'
import {
  applyBulk,
  createBulk,
  exportProducts,
  ImportOptions,
  importProducts,
  LARGEST_IMPORT,
  listBulkLines,
  readBulk,
} from './bulk.contract.ts'
import { beginEdit, bulkOf, linesOf } from './bulk.service.ts'
import { exportCsv } from './csv.service.ts'
import { beginImport } from './import.service.ts'
import { foundBy } from './shelf.service.ts'

const csvField = { field: 'file', largest: LARGEST_IMPORT, missing: 'Kies een CSV-bestand.' }

export async function bulkRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  const { db, now } = platform
  serve(app, createBulk, (edit, { userId }) => beginEdit(platform, userId, edit))
  serve(app, readBulk, ({ bulkId }) => bulkOf(db, bulkId))
  serve(app, listBulkLines, look => linesOf(db, look))
  serve(app, applyBulk, ({ bulkId }, { userId }) => beginApply(platform, userId, bulkId))
  serve(app, exportProducts, async (search, _who, { reply }) => {
    const name = `producten-${now().toISOString().slice(0, 10)}.csv`
    await reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(Readable.from(exportCsv(db, foundBy(search))))
    return null
  })
  await withForms(app, LARGEST_IMPORT, scope => {
    serve(scope, importProducts, async (_, { userId }, { request }) => {
      const { fields, ...file } = await openFile(request, csvField)
      const options = ImportOptions.safeParse(fields)
      if (!options.success) throw new Problem('INVALID_INPUT')
      const { addsNew, ...why } = options.data
      return beginImport(platform, userId, { ...file, ...why, addsNew: addsNew === 'true' })
    })
  })
}
