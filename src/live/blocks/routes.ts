import type { FastifyInstance } from 'fastify'
import { createSharedRateLimit } from '../../platform/http/rateLimit.ts'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import * as endpoints from './contract.ts'
import {
  blockArea,
  blockPerson,
  findBlockedUsers,
  findHiding,
  replaceBlockedContacts,
  setPublicDespiteBlocks,
  unblockArea,
  unblockPerson,
} from './service.ts'

const DAY = 24 * 3_600_000

/**
 * Ends whatever those from whom a creator is hidden now still have of her. Passed by `app/api.ts`, because sessions ask this slice whether she is
 * hidden.
 */
export type EndForHidden = (creatorId: string) => Promise<void>

export function blockRoutes(app: FastifyInstance, platform: Platform, endForHidden: EndForHidden): void {
  const { bus, config, db, log, now } = platform
  const maxUploads = Math.ceil(endpoints.MAX_UPLOADS_PER_DAY * config.rateLimitFactor)
  const uploads = createSharedRateLimit(platform, 'blocked-contacts', maxUploads, DAY)
  const changed = () => bus.publish('toys.changed', null)
  const end = async (creatorId: string) => {
    await endForHidden(creatorId)
    changed()
  }
  serve(app, endpoints.listBlockedUsers, (_, { userId }) => findBlockedUsers(db, userId))
  serve(app, endpoints.blockUser, async ({ userId }, { userId: creatorId }) => {
    await blockPerson(db, creatorId, userId, now())
    await end(creatorId)
    return { userId }
  })
  serve(app, endpoints.unblockUser, async ({ userId }, { userId: creatorId }) => {
    await unblockPerson(db, creatorId, userId)
    changed()
  })
  serve(app, endpoints.readHiding, (_, { userId }) => findHiding(db, userId))
  serve(app, endpoints.hideInArea, async (area, { userId }) => {
    await blockArea(db, userId, area, now())
    await end(userId)
    return null
  })
  serve(app, endpoints.showInArea, async ({ areaId }, { userId }) => {
    await unblockArea(db, userId, areaId)
    changed()
  })
  serve(app, endpoints.replaceContacts, async ({ hashes }, { userId }) => {
    // An empty list can be sent at any time.
    if (hashes.length > 0) await uploads.consume(userId)
    await replaceBlockedContacts(platform, userId, hashes)
    // Not awaited: the time of the answer would tell whether somebody on the list is in a session.
    end(userId).catch((error: unknown) =>
      log.error({ err: error }, 'could not end what a list of contacts hides'),
    )
    return null
  })
  serve(app, endpoints.setPublicPage, async ({ isPublicDespiteBlocks }, { userId }) => {
    await setPublicDespiteBlocks(db, userId, isPublicDespiteBlocks)
    return null
  })
}
