import type { FastifyInstance } from 'fastify'
import { getUserRow } from '../../people/accounts/service.ts'
import { createRateLimit } from '../../platform/http/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { readUploadedFile, registerMultipart } from '../../platform/http/upload.ts'
import { setAvatar, clearAvatar } from '../../people/accounts/avatar.service.ts'
import * as endpoints from './contract.ts'
import { MAX_AVATAR_BYTES } from './contract.ts'
import { findPublicProfile, changeProfile } from './service.ts'

const HOUR = 3600_000

/** @param onPhoneChanged never throws */
export async function profileRoutes(
  app: FastifyInstance,
  platform: Platform,
  onPhoneChanged: (userId: string) => Promise<void>,
): Promise<void> {
  const { config, db, now } = platform
  // Rate limited, because processing an image takes processor time.
  const uploads = createRateLimit(Math.ceil(30 * config.rateLimitFactor), HOUR, now)
  serve(app, endpoints.readProfile, (_, { userId }) => getUserRow(db, userId))
  serve(app, endpoints.updateProfile, async (change, { userId }) => {
    const changed = await changeProfile(platform, userId, change, now())
    if (change.phone !== undefined) await onPhoneChanged(userId)
    return changed
  })
  serve(app, endpoints.readPublicProfile, ({ userId }, viewer) => findPublicProfile(db, userId, viewer))
  serve(app, endpoints.removeAvatar, async (_, { userId }) => {
    await clearAvatar(platform, userId)
    return null
  })
  await registerMultipart(app, MAX_AVATAR_BYTES, scope => {
    serveWithContext(scope, endpoints.uploadAvatar, async (_, { userId }, { request }) => {
      uploads.consume(userId)
      return { avatarUrl: await setAvatar(platform, userId, await readUploadedFile(request, avatarField)) }
    })
  })
}

const avatarField = { field: 'avatar', largest: MAX_AVATAR_BYTES, missing: 'Kies een foto.' }
