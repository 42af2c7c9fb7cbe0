import type { FastifyInstance } from 'fastify'
import { createRateLimit } from '../../platform/http/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { listContacts, listMessages, markMessagesRead, muteContact, sendMessage } from './contract.ts'
import {
  findContacts,
  markConversationRead,
  findMessages,
  setContactMuted,
  createMessage,
} from './service.ts'

const MINUTE = 60_000
/** Rate limit a minute; more is no conversation. */
const MAX_MESSAGES_PER_MINUTE = 30

export function messageRoutes(app: FastifyInstance, platform: Platform): void {
  const { config, db, now } = platform
  const flood = createRateLimit(Math.ceil(MAX_MESSAGES_PER_MINUTE * config.rateLimitFactor), MINUTE, now)
  serve(app, listContacts, (_, { userId }) => findContacts(platform, userId))
  serve(app, listMessages, ({ with: otherId }, { userId }) => findMessages(platform, userId, otherId))
  serve(app, sendMessage, ({ toUserId, content }, { userId }) => {
    flood.consume(userId)
    return createMessage(platform, userId, toUserId, content)
  })
  serve(app, markMessagesRead, async ({ fromUserId }, { userId }) => ({
    read: await markConversationRead(db, userId, fromUserId, now()),
  }))
  serve(app, muteContact, ({ userId: otherId, muted }, { userId }) =>
    setContactMuted(db, userId, otherId, muted, now()),
  )
}
