import type { FastifyInstance } from 'fastify'
import { createLimit } from '../../platform/limit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { listConversations, listMessages, markMessagesRead, muteContact, sendMessage } from './contract.ts'
import { conversationsOf, markRead, messagesBetween, mute, send } from './service.ts'

const MINUTE = 60_000
/** More a minute is no conversation. */
const A_MINUTE = 30

export function messageRoutes(app: FastifyInstance, platform: Platform): void {
  const { config, db, now } = platform
  const flood = createLimit(Math.ceil(A_MINUTE * config.rateLimitFactor), MINUTE, now)
  serve(app, listConversations, (_, { userId }) => conversationsOf(db, userId))
  serve(app, listMessages, ({ with: otherId }, { userId }) => messagesBetween(db, userId, otherId))
  serve(app, sendMessage, ({ toUserId, content }, { userId }) => {
    flood.take(userId)
    return send(platform, userId, toUserId, content)
  })
  serve(app, markMessagesRead, async ({ fromUserId }, { userId }) => ({
    read: await markRead(db, userId, fromUserId, now()),
  }))
  serve(app, muteContact, ({ userId: otherId, muted }, { userId }) => mute(db, userId, otherId, muted, now()))
}
