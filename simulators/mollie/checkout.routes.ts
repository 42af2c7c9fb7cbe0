import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../src/platform/db/db.ts'
import type { Lifetime } from '../lifetime.ts'
import { noticePage, showPage } from '../paymentPage.ts'
import { PaymentPageOutcome, parseBody, toMollieError } from './contract.ts'
import { deliverWebhook } from './jobs.ts'
import { paymentPage, returnUrl } from './checkoutPage.ts'
import { findPayment, recordOutcome } from './service.ts'

/** Milliseconds for which the redirect back to the shop waits until the shop has accepted the webhook. */
const WAIT_FOR_WEBHOOK = 5000

type Place = { Params: { id: string } }

/** The customer's pages, in Dutch, error pages included. The page posts the outcome to its own address. */
export function checkoutRoutes(
  app: FastifyInstance,
  { db, now, life }: { db: Db; now: () => Date; life: Lifetime },
): void {
  app.get<Place>('/checkout/:id', { errorHandler }, async (request, reply) => {
    const payment = await findPayment(db, request.params.id, now())
    return showPage(reply, 200, paymentPage(payment), [payment.redirectUrl, payment.cancelUrl])
  })

  app.post<Place>('/checkout/:id', { errorHandler }, async (request, reply) => {
    const { outcome } = (request.body ?? {}) as { outcome?: unknown }
    const chosen = parseBody(PaymentPageOutcome, outcome)
    const { payment, webhookId } = await recordOutcome(db, request.params.id, chosen, now())
    if (webhookId !== null) {
      const delivery = life.background(() => deliverWebhook(db, webhookId, now, life.signal))
      await Promise.race([delivery, life.pause(WAIT_FOR_WEBHOOK)])
    }
    return reply.header('cache-control', 'no-store').redirect(returnUrl(payment), 303)
  })
}

function errorHandler(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status } = toMollieError(error)
  if (status === 404)
    return showPage(
      reply,
      404,
      noticePage('Deze betaling bestaat niet', 'Ga terug naar de winkel en probeer het opnieuw.'),
    )
  if (status >= 500)
    return showPage(reply, status, noticePage('Er ging iets mis', 'Wacht even en probeer het opnieuw.'))
  return showPage(
    reply,
    400,
    noticePage('Deze uitkomst kennen we niet', 'Ga terug en kies een van de knoppen.'),
  )
}
