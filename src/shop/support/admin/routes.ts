import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import * as contract from './contract.ts'
import {
  closeOrReopen,
  findConversations,
  readConversationForAdmin,
  replyToCustomer,
} from './inbox.service.ts'

export function supportAdminRoutes(app: FastifyInstance, platform: Platform): void {
  const { now } = platform
  serve(app, contract.listConversations, filters => findConversations(platform, filters))
  serve(app, contract.readConversation, ({ conversationId }) =>
    readConversationForAdmin(platform, conversationId, now()),
  )
  serve(app, contract.replyToConversation, (reply, { userId }) => replyToCustomer(platform, userId, reply))
  serve(app, contract.setConversationStatus, (change, { userId }) => closeOrReopen(platform, userId, change))
}
