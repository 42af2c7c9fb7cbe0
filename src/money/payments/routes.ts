import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/serve.ts'
import { Problem } from '../../wire/problem.ts'
import { listOpenRefunds, MOLLIE, mollieWebhook, paymentReturn, resolveRefund } from './contract.ts'
import type { PaymentEngine } from './effects.service.ts'
import { listOpenRefundCases, resolveRefundCase } from './refundResolution.service.ts'
import { resolveReturnPath } from './return.service.ts'
import { settlePaymentByProviderId } from './settle.service.ts'

export function paymentRoutes(app: FastifyInstance, engine: PaymentEngine): void {
  const { platform, gateways, effects } = engine
  serve(app, listOpenRefunds, () => listOpenRefundCases(platform.db, effects))
  serve(app, resolveRefund, (input, { userId }) => resolveRefundCase(platform, effects, { ...input, userId }))
  serve(app, mollieWebhook, async body => {
    const providerId = gateways.byName(MOLLIE).readWebhook(body)
    if (providerId === null) throw new Problem('INVALID_INPUT')
    // No error when the provider is unavailable: polling settles the payment later.
    await settlePaymentByProviderId(engine, MOLLIE, providerId).catch(ignoreProviderUnavailable)
  })
  serve(app, paymentReturn, async ({ payment }, _, { request, reply }) => {
    const who = (await app.identify(request)) ?? app.guests.buyer(request)
    await reply.redirect(await resolveReturnPath(engine, payment, who), 302)
  })
}

function ignoreProviderUnavailable(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'PROVIDER_UNAVAILABLE') throw error
}
