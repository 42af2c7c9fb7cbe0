import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import { createRateLimit } from '../../platform/http/rateLimit.ts'
import { type CallContext, serveWithContext } from '../../platform/http/serve.ts'
import { Problem } from '../../wire/problem.ts'
import { paymentPostback, paymentReturn, paymentWebhook } from './contract.ts'
import type { PaymentEngine } from './effects.service.ts'
import { resolveReturnPath } from './return.service.ts'
import { receiveWebhook } from './settle.service.ts'

export async function paymentRoutes(app: FastifyInstance, engine: PaymentEngine): Promise<void> {
  await app.register(async scope => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      scope.removeContentTypeParser(type)
      scope.addContentTypeParser(type, { parseAs: 'string' }, (_, body, done) => done(null, body))
    }
    const { config, now } = engine.platform
    const limit = createRateLimit(Math.ceil(FORGED_A_MINUTE * config.rateLimitFactor), 60_000, now)
    const receive = async ({ provider, rawBody }: WebhookInput, _: null, { request, reply }: CallContext) => {
      const { method, headers, query } = request
      const answer = await receiveWebhook(engine, provider, {
        method,
        headers,
        query: query as Record<string, unknown>,
        rawBody: typeof rawBody === 'string' ? rawBody : '',
      })
      if (answer !== null) await reply.type('text/plain').send(answer)
      return null
    }
    serveWithContext(scope, paymentWebhook, receive, wrapRawBody)
    serveWithContext(scope, paymentPostback, async (input, _, context) => {
      try {
        return await receive(input, _, context)
      } catch (error) {
        if (error instanceof Problem) limit.consume(ipRateLimitKey(context.request.ip))
        throw error
      }
    })
  })
  serveWithContext(app, paymentReturn, async ({ payment }, _, { request, reply }) => {
    const who = (await app.identify(request)) ?? app.guests.buyer(request)
    await reply.redirect(await resolveReturnPath(engine, payment, who), 302)
  })
}

/** Calls of an address in a minute that no provider signed; genuine ones are not counted. */
const FORGED_A_MINUTE = 60

interface WebhookInput {
  provider: string
  rawBody?: unknown
}

const wrapRawBody = ({ body }: FastifyRequest) => Promise.resolve({ rawBody: body ?? '' })
