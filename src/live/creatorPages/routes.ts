import type { FastifyInstance } from 'fastify'
import { createRateLimit } from '../../platform/http/rateLimit.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { readUploadedFile, registerMultipart } from '../../platform/http/upload.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import * as endpoints from './contract.ts'
import { readPage } from './page.service.ts'
import { addPicture, orderPictures, readPicture, removePicture } from './picture.service.ts'
import { findOwnPage, saveOpenings, savePage } from './service.ts'

const HOUR = 3600_000
const { MAX_PICTURE_BYTES } = endpoints
const pictureField = { field: 'picture', largest: MAX_PICTURE_BYTES, missing: 'Kies een foto.' }

export async function creatorPageRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  const { config, now } = platform
  const uploads = createRateLimit(Math.ceil(40 * config.rateLimitFactor), HOUR, now)
  serveWithContext(app, endpoints.readCreatorPage, async ({ slug }, _, { request, reply }) => {
    // The answer is another one for each viewer, and a block counts from the next request on.
    reply.header('cache-control', 'private, no-store').header('vary', 'cookie')
    return readPage(platform, slug, await app.identify(request))
  })
  const own = async (userId: string) => {
    const page = await findOwnPage(platform, userId)
    if (!page) throw new Problem('NOT_FOUND')
    return page
  }
  serve(app, endpoints.readOwnPage, (_, { userId }) => findOwnPage(platform, userId))
  serve(app, endpoints.saveOwnPage, async (draft, { userId }) => {
    await savePage(platform, userId, draft)
    return own(userId)
  })
  serve(app, endpoints.openOwnPage, async (openings, { userId }) => {
    await saveOpenings(platform, userId, openings)
    return own(userId)
  })
  serve(app, endpoints.orderOwnPictures, async ({ pictureIds }, { userId }) => {
    await orderPictures(platform, userId, pictureIds)
    return own(userId)
  })
  serve(app, endpoints.removeOwnPicture, async ({ pictureId }, { userId }) => {
    await removePicture(platform, userId, pictureId)
    return own(userId)
  })
  serveWithContext(app, endpoints.openCreatorPicture, async ({ pictureId }, who, { reply }) => {
    await reply.type('image/webp').send(await readPicture(platform, who, pictureId))
    return null
  })
  await registerMultipart(app, MAX_PICTURE_BYTES, scope => {
    serveWithContext(scope, endpoints.uploadOwnPicture, async ({ kind }, { userId }, { request }) => {
      uploads.consume(userId)
      await addPicture(platform, userId, kind, await readUploadedFile(request, pictureField))
      return own(userId)
    })
  })
}
