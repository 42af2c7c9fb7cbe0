import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Lifetime } from '../lifetime.ts'
import { noticePage, showPage } from '../paymentPage.ts'
import { OrderPageForm, parseBody, toVerotelError } from './contract.ts'
import { type PostbackContext, sendPostbacksOf } from './jobs.ts'
import { orderPage } from './orderPage.ts'
import { okData, signedQuery } from './resource.ts'
import { postbackDelay, readStart } from './rules.ts'
import { openOrder, payOrder } from './service.ts'

export interface Context extends PostbackContext {
  life: Lifetime
  /** Does due work in the background, such as sending postbacks. */
  tell: () => void
}

/** Milliseconds for which the redirect back to the shop waits until the shop has answered the postback. */
const WAIT_FOR_POSTBACK = 5000

export const queryOf = ({ url }: FastifyRequest): URLSearchParams =>
  new URL(url, 'http://localhost').searchParams

/** The buyer's pages, in Dutch, error pages included: `GET /startorder` shows the order, and its form posts to the same address. */
export function orderRoutes(app: FastifyInstance, context: Context): void {
  const { db, now, life, tell } = context
  app.get('/startorder', { errorHandler }, async (request, reply) => {
    const start = readStart(queryOf(request))
    // Without a reference nothing tells two visits apart from two orders, so only paying makes the order.
    if (start.data['referenceID']) await openOrder(db, start, now())
    const { successURL, declineURL } = start.data
    return showPage(reply, 200, orderPage(start.data), [successURL, declineURL])
  })

  app.post('/startorder', { errorHandler }, async (request, reply) => {
    const start = readStart(queryOf(request))
    const { outcome, ...payment } = parseBody(OrderPageForm, request.body)
    const { successURL, declineURL } = start.data
    if (outcome === 'closed')
      return showPage(
        reply,
        200,
        noticePage(
          'Je hebt de betaling afgebroken',
          'De winkel krijgt geen bericht. Je kunt dit venster sluiten.',
        ),
      )
    if (outcome === 'declined')
      return finish(reply, declineURL, 'De betaling is geweigerd', 'Er is niets afgeschreven.')
    const order = await openOrder(db, start, now())
    const { sale, transaction } = await payOrder(db, order, payment, now())
    const delivery = life.background(() => sendPostbacksOf(context, transaction.id))
    await Promise.race([delivery, life.pause(WAIT_FOR_POSTBACK)])
    if (payment.postback === 'after') void life.background(() => life.pause(postbackDelay.after).then(tell))
    const target = successURL && withQuery(successURL, signedQuery(okData(sale, transaction)))
    return finish(reply, target, 'De betaling is gelukt', 'Je kunt terug naar de winkel.')
  })
}

/** Goes back to the shop, or says how it ended where the start has no address for that. */
const finish = (reply: FastifyReply, target: string | undefined, title: string, text: string): FastifyReply =>
  target
    ? reply.header('cache-control', 'no-store').redirect(target, 303)
    : showPage(reply, 200, noticePage(title, text))

/** Appends to the query that an address may have. */
function withQuery(address: string, query: string): string {
  const url = new URL(address)
  url.search = url.search ? `${url.search}&${query}` : query
  return url.href
}

function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, message } = toVerotelError(error)
  if (status < 500)
    return showPage(reply, status, noticePage('Deze bestelling kan niet betaald worden', message))
  request.log.debug({ err: error }, 'simulator: request failed')
  return showPage(reply, status, noticePage('Er ging iets mis', 'Wacht even en probeer het opnieuw.'))
}
