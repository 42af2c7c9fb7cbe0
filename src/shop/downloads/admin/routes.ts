import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Platform } from '../../../platform/platform.ts'
import { serve, serveWithContext } from '../../../platform/http/serve.ts'
import { openUpload, readUploadedFile, registerMultipart } from '../../../platform/http/upload.ts'
import { Problem } from '../../../wire/problem.ts'
import * as endpoints from './contract.ts'
import { MAX_CODES_BYTES, UPLOAD_PART_BYTES } from './contract.ts'
import { addCodes, deleteUnsoldCodes } from './codes.service.ts'
import { changeGiftCard, saveDownloadLimits, findDigitalContent } from './content.service.ts'
import { addPart, beginUpload, withdrawFile } from './files.service.ts'

const partField = {
  field: 'part',
  largest: UPLOAD_PART_BYTES,
  missing: 'Er zit geen deel van een bestand bij.',
}
const codesField = { field: 'file', largest: MAX_CODES_BYTES, missing: 'Kies een bestand met codes.' }
const PartFields = z.object({ offset: z.coerce.number().int().min(0) })

/** The routes of the digital content of products, for admins. */
export async function digitalContentRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  const { db } = platform
  serve(app, endpoints.readDigitalContent, ({ productId }) => findDigitalContent(db, productId))
  serve(app, endpoints.setDownloadLimits, (limits, { userId }) => saveDownloadLimits(db, userId, limits))
  serve(app, endpoints.setGiftCard, (input, { userId }) => changeGiftCard(db, userId, input))
  serve(app, endpoints.startUpload, file => beginUpload(platform, file))
  serve(app, endpoints.removeFile, async ({ fileId }, { userId }) => {
    await withdrawFile(platform, userId, fileId)
  })
  serve(app, endpoints.removeUnsoldCodes, ({ productId }, { userId }) =>
    deleteUnsoldCodes(platform, userId, productId).then(() => null),
  )
  await registerMultipart(app, UPLOAD_PART_BYTES, scope =>
    serveWithContext(scope, endpoints.uploadPart, async ({ fileId }, { userId }, { request }) => {
      const { fields, ...part } = await openUpload(request, partField)
      const parsed = PartFields.safeParse(fields)
      if (!parsed.success) throw new Problem('INVALID_INPUT')
      return addPart(platform, userId, fileId, { ...parsed.data, ...part })
    }),
  )
  await registerMultipart(app, MAX_CODES_BYTES, scope =>
    serveWithContext(scope, endpoints.importCodes, async ({ productId }, { userId }, { request }) =>
      addCodes(platform, userId, productId, await readUploadedFile(request, codesField)),
    ),
  )
}
