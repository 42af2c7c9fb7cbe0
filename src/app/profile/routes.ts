import type { FastifyInstance } from 'fastify'
import { getUserRow } from '../../people/accounts/service.ts'
import { createLimit } from '../../platform/limit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { takeFile, withForms } from '../../platform/upload.ts'
import { setAvatar, clearAvatar } from '../../people/accounts/avatar.service.ts'
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
  serve(app, readProfile, (_, { userId }) => getUserRow(db, userId))
  serve(app, updateProfile, (change, { userId }) => changeProfile(db, userId, change, now()))
  serve(app, readPublicProfile, ({ userId }, viewer) => publicProfileOf(db, userId, viewer))
  serve(app, removeAvatar, async (_, { userId }) => {
    await clearAvatar(platform, userId)
    return null
  })
  await withForms(app, LARGEST_AVATAR, scope => {
    serve(scope, uploadAvatar, async (_, { userId }, { request }) => {
      uploads.take(userId)
      return { avatarUrl: await setAvatar(platform, userId, await takeFile(request, avatarField)) }
    })
  })
}

const avatarField = { field: 'avatar', largest: LARGEST_AVATAR, missing: 'Kies een foto.' }
