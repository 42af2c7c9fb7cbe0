import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../src/platform/db.ts'
import { type Lifetime, lifetime } from '../lifetime.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import {
  AmountOfPayment,
  MollieFaults,
  MollieError,
  MollieNewPayment,
  MollieNewRefund,
  PageQuery,
  parseBody,
  RefundStatusChange,
  toMollieError,
  unauthorized,
} from './contract.ts'
import { deliverDueWebhooks, releaseLeases } from './jobs.ts'
import {
  completeDueRefunds,
  createRefund,
  findRefund,
  listRefunds,
  changeRefundStatus,
  listRefundPage,
  createDashboardRefund,
} from './refund.service.ts'
import { listResource, paymentResource, refundResource } from './resource.ts'
import {
  cancelPayment,
  chargeBack,
  createPayment,
  expireOverdue,
  findPayment,
  forgetIdempotencyKeys,
  idempotencyHash,
  listPayments,
  readFaults,
  replaceFaults,
} from './service.ts'

export interface MollieSimulatorOptions {
  db: Db
  now: () => Date
  /** The origin of this server for browsers, known once it listens; used in links. */
  publicUrl: () => string
  /** False where an overdue payment expires only when it is read, as for a clock that jumps. */
  schedule?: boolean
}

interface Context extends MollieSimulatorOptions {
  life: Lifetime
  base: () => string
  /** Sends the webhooks that are due, in the background. */
  tell: () => void
}

/**
 * Mollie's API v2, its payment page and its webhooks, over HTTP. The state is in the database, so that it survives a restart and any node
 * can answer. Faults never affect control calls (payments, chargeback, refund, refund-status, forget-keys, faults).
 */
export const mollieSimulator: FastifyPluginAsync<MollieSimulatorOptions> = async (app, options) => {
  const base = () => options.publicUrl().replace(/\/+$/, '') + app.prefix
  const { db, now, schedule = true } = options
  const life = lifetime(app)
  const tell = () => void life.background(() => deliverDueWebhooks(db, now, life.signal))
  const context = { ...options, base, life, tell }
  if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody)
  app.setErrorHandler((error, request, reply) => {
    const refusal = toMollieError(error)
    if (refusal.status >= 500) request.log.debug({ err: error }, 'simulator: request failed')
    return reply.code(refusal.status).type('application/hal+json').send(refusal.body())
  })
  app.setNotFoundHandler(() => {
    throw new MollieError(404, 'Not Found', 'The resource does not exist')
  })
  paymentRoutes(app, context)
  refundRoutes(app, context)
  checkoutRoutes(app, context)
  controlRoutes(app, context)
  app.addHook('onReady', () => releaseLeases(db, now()))
  life.every(1000, async () => {
    if (schedule) await expireOverdue(db, now())
    await completeDueRefunds(db, now())
    await deliverDueWebhooks(db, now, life.signal)
  })
}

type Work = (request: FastifyRequest, now: Date) => Promise<object>

/** A call of the provider's own API: applies the faults, checks the API key, then carries it out. */
function providerCall(
  app: FastifyInstance,
  { db, now, life, tell }: Context,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  work: Work,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const faults = await readFaults(db)
    if (faults.latencyMs) await life.pause(faults.latencyMs)
    if (faults.httpStatus) throw new MollieError(faults.httpStatus, 'Error', 'The service is having trouble')
    if (!request.headers.authorization?.startsWith('Bearer test_')) throw unauthorized()
    const body = await work(request, now())
    if (method !== 'GET') tell()
    if (faults.hang) return life.hang(reply)
    reply.code(method === 'POST' ? 201 : 200).type('application/hal+json')
    return reply.send(faults.malformed ? JSON.stringify(body).slice(0, -20) : body)
  }
  app.route({ method, url, handler })
}

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id

function keyOf(request: FastifyRequest, call: string): string | null {
  const key = request.headers['idempotency-key']
  return idempotencyHash(request.headers.authorization ?? '', call, Array.isArray(key) ? key[0] : key)
}

function paymentRoutes(app: FastifyInstance, context: Context): void {
  const { db, base } = context
  providerCall(app, context, 'POST', '/v2/payments', async (request, at) => {
    const draft = parseBody(MollieNewPayment, request.body)
    return paymentResource(await createPayment(db, draft, keyOf(request, 'payment'), at), base())
  })
  providerCall(app, context, 'GET', '/v2/payments/:id', async (request, at) => {
    const payment = await findPayment(db, idOf(request), at)
    const { embed } = request.query as { embed?: unknown }
    const isEmbedded = String(embed).split(',').includes('refunds')
    return paymentResource(payment, base(), isEmbedded ? await listRefunds(db, payment.id) : undefined)
  })
  providerCall(app, context, 'DELETE', '/v2/payments/:id', async (request, at) =>
    paymentResource(await cancelPayment(db, idOf(request), at), base()),
  )
}

function refundRoutes(app: FastifyInstance, context: Context): void {
  const { db, base } = context
  const path = '/v2/payments/:id/refunds'
  providerCall(app, context, 'POST', path, async (request, at) => {
    const draft = parseBody(MollieNewRefund, request.body)
    const key = keyOf(request, `refund of ${idOf(request)}`)
    return refundResource(await createRefund(db, idOf(request), draft, key, at), base())
  })
  providerCall(app, context, 'GET', path, async (request, at) => {
    const { id } = await findPayment(db, idOf(request), at)
    const { refunds, next } = await listRefundPage(db, id, parseBody(PageQuery, request.query))
    const shown = refunds.map(refund => refundResource(refund, base()))
    const here = `${base()}/v2/payments/${id}/refunds`
    return listResource('refunds', shown, here, next && `${here}?from=${next}`)
  })
  providerCall(app, context, 'GET', `${path}/:refundId`, async request => {
    const { refundId } = request.params as { refundId: string }
    return refundResource(await findRefund(db, idOf(request), refundId), base())
  })
}

/** The calls with which a test sets and reads the state. */
function controlRoutes(app: FastifyInstance, { db, now, base, tell }: Context): void {
  app.get('/payments', async () => (await listPayments(db)).map(payment => paymentResource(payment, base())))
  app.post('/chargeback', async request => {
    const { id, amount } = parseBody(AmountOfPayment, request.body)
    const payment = await chargeBack(db, id, amount, now())
    tell()
    return paymentResource(payment, base())
  })
  app.post('/refund', async request => {
    const { id, amount } = parseBody(AmountOfPayment, request.body)
    return refundResource(await createDashboardRefund(db, id, amount, now()), base())
  })
  app.post('/refund-status', async request => {
    const { id, status } = parseBody(RefundStatusChange, request.body)
    const refund = await changeRefundStatus(db, id, status, now())
    tell()
    return refundResource(refund, base())
  })
  app.post('/forget-keys', async (_, reply) => {
    await forgetIdempotencyKeys(db)
    return reply.code(204).send()
  })
  app.post('/faults', async (request, reply) => {
    const faults = MollieFaults.safeParse(request.body)
    if (!faults.success) throw new MollieError(400, 'Bad Request', 'Unknown or invalid fault')
    await replaceFaults(db, faults.data)
    return reply.code(204).send()
  })
}
