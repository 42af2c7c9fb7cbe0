import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readUserRow } from '../accounts/service.ts'
import { createLimit } from '../platform/limit.ts'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { Problem } from '../wire/problem.ts'
import { setAvatar, takeAvatarAway } from './avatar.service.ts'
import {
  LARGEST_AVATAR,
  readProfile,
  readPublicProfile,
  removeAvatar,
  updateProfile,
  uploadAvatar,
} from './contract.ts'
import { publicProfileOf } from './public.service.ts'
import { changeProfile } from './service.ts'

const HOUR = 3600_000

export async function profileRoutes(app: FastifyInstance, platform: Platform): Promise<void> {
  const { config, db, now } = platform
  // Drawing a picture anew costs a processor's time.
  const uploads = createLimit(Math.ceil(30 * config.rateLimitFactor), HOUR, now)
  serve(app, readProfile, (_, { userId }) => readUserRow(db, userId))
  serve(app, updateProfile, (change, { userId }) => changeProfile(db, userId, change, now()))
  serve(app, readPublicProfile, ({ userId }, viewer) => publicProfileOf(db, userId, viewer))
  serve(app, removeAvatar, async (_, { userId }) => {
    await takeAvatarAway(platform, userId)
    return null
  })
  // Forms with files are read here only.
  await app.register(async scope => {
    // The byte too many is seen here: whether the reader of forms tells of it in time is chance.
    const limits = { fileSize: LARGEST_AVATAR + 1, files: 1, fields: 5, parts: 6 }
    await scope.register(multipart, { limits })
    serve(scope, uploadAvatar, async (_, { userId }, { request }) => {
      if (!request.isMultipart()) throw new Problem('UNSUPPORTED_TYPE')
      uploads.take(userId)
      return { avatarUrl: await setAvatar(platform, userId, await avatarIn(request)) }
    })
  })
}

/** @throws Problem TOO_LARGE, MALFORMED_REQUEST, INVALID_INPUT when the file is not there */
async function avatarIn(request: FastifyRequest): Promise<Buffer> {
  const file = await request.file().catch(refused)
  if (!file || file.fieldname !== 'avatar')
    throw new Problem('INVALID_INPUT', { fields: { avatar: 'Kies een foto.' } })
  const sent = await file.toBuffer().catch(refused)
  if (sent.length > LARGEST_AVATAR) throw tooLarge()
  return sent
}

/** What the reader of forms found wrong; of a form that is cut off it only says that it is. */
function refused(error: Error & { statusCode?: number }): never {
  if (error.statusCode === 413) throw tooLarge()
  throw new Problem('MALFORMED_REQUEST')
}

const tooLarge = () => new Problem('TOO_LARGE', { message: 'Kies een foto van hoogstens 5 MB.' })
