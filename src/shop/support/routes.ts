import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import { createRateLimit } from '../../platform/http/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { newReference } from '../../platform/crypto/reference.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { Problem } from '../../wire/problem.ts'
import * as contract from './contract.ts'
import * as support from './service.ts'
import { findConversationOfToken } from './token.service.ts'

/** Rate limits: a first message mails an address that anyone can type. */
const DAY_MS = 24 * 3_600_000
const MAX_PER_IP = 20
const MAX_PER_EMAIL = 10
const HOUR_MS = 3_600_000
const MAX_PER_CONVERSATION = 30

export function supportRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, config, now } = platform
  const senders = createRateLimit(MAX_PER_IP * config.rateLimitFactor, DAY_MS, now)
  const mailboxes = createRateLimit(MAX_PER_EMAIL * config.rateLimitFactor, DAY_MS, now)
  const threads = createRateLimit(MAX_PER_CONVERSATION * config.rateLimitFactor, HOUR_MS, now)
  serveWithContext(app, contract.sendContactMessage, async (input, _, { request, idempotencyKey }) => {
    const user = await app.identify(request)
    const sender = user ? await support.findCustomerSender(db, user.userId, input.name) : visitorOf(input)
    // A program is not told that it was found out.
    if (input.website !== null) return { reference: newReference() }
    senders.consume(ipRateLimitKey(request.ip))
    mailboxes.consume(sender.email)
    return { reference: await support.startConversation(platform, sender, input, idempotencyKey) }
  })
  serve(app, contract.listOwnConversations, (_, { userId }) => support.listConversationsOf(db, userId))
  serve(app, contract.readOwnConversation, async ({ conversationId }, { userId }) =>
    support.readThread(platform, await support.checkOwnConversation(db, userId, conversationId)),
  )
  serveWithContext(
    app,
    contract.writeOwnMessage,
    async ({ conversationId, text }, { userId }, { idempotencyKey: key }) => {
      const id = await support.checkOwnConversation(db, userId, conversationId)
      threads.consume(id)
      return support.writeMessage(platform, id, text, key)
    },
  )
  serve(app, contract.openConversation, async ({ token }) =>
    support.readThread(platform, await findConversationOfToken(db, token, now())),
  )
  serveWithContext(app, contract.writeLinkMessage, async ({ token, text }, _, { idempotencyKey: key }) => {
    const id = await findConversationOfToken(db, token, now())
    threads.consume(id)
    return support.writeMessage(platform, id, text, key)
  })
}

/** @throws Problem INVALID_INPUT with the fields that a visitor has to fill in */
function visitorOf({ name, email }: contract.ContactInput): support.Sender {
  const sender = contract.ContactSender.safeParse({ name: name ?? '', email: email ?? '' })
  if (sender.success) return { userId: null, ...sender.data }
  const fields = Object.fromEntries(sender.error.issues.map(({ path, message }) => [path.join('.'), message]))
  throw new Problem('INVALID_INPUT', { fields })
}
