import type { FastifyInstance } from 'fastify'
import type { Stage } from '../sessions/stage.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { block, blockedBy, unblock } from '../toys/block.service.ts'
import {
  blockUser,
  changeToy,
  declineSession,
  listBlocked,
  readEarned,
  readStudio,
  stopToys,
  unblockUser,
} from './contract.ts'
import { decline, earnedBy, endControlOf, setToy, stopSessions, studioOf } from './service.ts'

export function studioRoutes(app: FastifyInstance, platform: Platform, stage: Stage): void {
  const { bus, db, now } = platform
  const backstage = { ...platform, stage }
  serve(app, readStudio, (_, who) => studioOf(backstage, who))
  serve(app, readEarned, (_, who) => earnedBy(db, who, now()))
  serve(app, changeToy, (change, who) => setToy(backstage, who, change))
  serve(app, declineSession, ({ sessionId }, who) => decline(backstage, who, sessionId))
  serve(app, stopToys, ({ sessionId }, who) => stopSessions(backstage, who, sessionId))
  serve(app, listBlocked, (_, { userId }) => blockedBy(db, userId))
  serve(app, blockUser, async ({ userId }, who) => {
    await block(db, who.userId, userId, now())
    await endControlOf(backstage, who, userId)
    bus.publish('toys.changed', null)
    return { userId }
  })
  serve(app, unblockUser, async ({ userId }, who) => {
    await unblock(db, who.userId, userId)
    bus.publish('toys.changed', null)
    return null
  })
}
