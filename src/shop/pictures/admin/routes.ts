import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { createPictureUploads } from '../../../platform/http/pictureUpload.ts'
import { serve, serveWithContext } from '../../../platform/http/serve.ts'
import { registerMultipart } from '../../../platform/http/upload.ts'
import { Problem } from '../../../wire/problem.ts'
import { readPictures, uploadPictures } from './contract.ts'
import { addPictures, inspectPictures, pictureUploadOptions } from '../service.ts'
import { readPictureProgress } from './service.ts'
import { MAX_PICTURE_BYTES } from '../contract.ts'

export async function pictureRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  const { db, storage } = platform
  serve(app, readPictures, ({ id }) => readPictureProgress(db, [id].flat()))
  await registerMultipart(app, MAX_PICTURE_BYTES, scope => {
    const forms = createPictureUploads(scope, storage, pictureUploadOptions)
    serveWithContext(scope, uploadPictures, async (_, { userId }, { request }) => {
      if (!request.isMultipart()) throw new Problem('UNSUPPORTED_TYPE')
      const fields = await forms.read(request)
      const isWhole = (fields as Record<string, string>)['whole'] === 'true'
      return forms.keep(request, async files => {
        if (files.length === 0) throw new Problem('INVALID_INPUT', { fields: { images: 'Kies een foto.' } })
        await inspectPictures(platform, files)
        return db.transaction(tx => addPictures(tx, platform, userId, files, { isWhole }))
      })
    })
  })
}
