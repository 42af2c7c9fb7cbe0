import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../src/platform/db/db.ts'
import { type Lifetime, lifetime } from '../lifetime.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import * as contract from './contract.ts'
import { deliverDueWebhooks, millisecondsUntilDue, releaseLeases } from './jobs.ts'
import * as lists from './lists.service.ts'
import * as refundService from './refund.service.ts'
import {
  chargebackResource,
  listResource,
  methodResources,
  paymentResource,
  profileResource,
  refundResource,
} from './resource.ts'
import * as service from './service.ts'
import { settlementResource } from './settlements.rules.ts'
import * as settlements from './settlements.service.ts'

export interface MollieSimulatorOptions {
  db: Db
  now: () => Date
  /** The origin of this server for browsers, known once it listens; used in links. */
  publicUrl: () => string
  /** False where an overdue payment expires only when it is read, as for a clock that jumps. */
  schedule?: boolean
  /** False for a second server on the same database: only the first does due work. */
  isWorker?: boolean
  recheckMs?: number | undefined
}

interface Context extends MollieSimulatorOptions {
  life: Lifetime
  base: () => string
  /** Does due work in the background, such as sending webhooks. */
  tell: () => void
}

/**
 * Mollie's API v2, its payment page and its webhooks, over HTTP. The state is in the database, so that it survives a restart and any node
 * can answer. Faults never affect control calls (payments, chargeback, refund, refund-status, forget-keys, faults).
 */
export const mollieSimulator: FastifyPluginAsync<MollieSimulatorOptions> = async (app, options) => {
  const base = () => options.publicUrl().replace(/\/+$/, '') + app.prefix
  const { db, now, schedule = true, isWorker = true, recheckMs } = options
  const life = lifetime(app)
  const doDueWork = async () => {
    if (schedule) await service.expireOverdue(db, now())
    await refundService.completeDueRefunds(db, now())
    await deliverDueWebhooks(db, now, life.signal)
  }
  const wake = isWorker
    ? life.whenDue(async () => {
        const dueInMs = await millisecondsUntilDue(db, now(), schedule)
        if (dueInMs > 0) return dueInMs
        await doDueWork()
        return 0
      }, recheckMs)
    : () => void life.background(doDueWork)
  const context = { ...options, base, life, tell: wake }
  if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody)
  app.setErrorHandler((error, request, reply) => {
    const refusal = contract.toMollieError(error)
    if (refusal.status >= 500) request.log.debug({ err: error }, 'simulator: request failed')
    return reply.code(refusal.status).type('application/hal+json').send(refusal.body())
  })
  app.setNotFoundHandler(() => {
    throw new contract.MollieError(404, 'Not Found', 'The resource does not exist')
  })
  accountRoutes(app, context)
  paymentRoutes(app, context)
  refundRoutes(app, context)
  listRoutes(app, context)
  settlementRoutes(app, context)
  checkoutRoutes(app, context)
  controlRoutes(app, context)
  app.addHook('onReady', () => releaseLeases(db, now()))
}

type Work = (request: FastifyRequest, now: Date) => Promise<object>

/** A call of the provider's own API: applies the faults, checks the API key, which begins with `token`, then carries it out. */
function providerCall(
  app: FastifyInstance,
  { db, now, life, tell }: Context,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  work: Work,
  token = 'test_',
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const faults = await service.readFaults(db)
    if (faults.latencyMs) await life.pause(faults.latencyMs)
    if (faults.httpStatus)
      throw new contract.MollieError(faults.httpStatus, 'Error', 'The service is having trouble')
    if (!request.headers.authorization?.startsWith(`Bearer ${token}`)) throw contract.unauthorized()
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
  return service.idempotencyHash(request.headers.authorization ?? '', call, Array.isArray(key) ? key[0] : key)
}

function accountRoutes(app: FastifyInstance, context: Context): void {
  const { base } = context
  providerCall(app, context, 'GET', '/v2/profiles/me', () => Promise.resolve(profileResource(base())))
  providerCall(app, context, 'GET', '/v2/methods', () =>
    Promise.resolve(listResource('methods', methodResources(base()), `${base()}/v2/methods`, null)),
  )
}

function paymentRoutes(app: FastifyInstance, context: Context): void {
  const { db, base } = context
  providerCall(app, context, 'POST', '/v2/payments', async (request, at) => {
    const draft = contract.parseBody(contract.MollieNewPayment, request.body)
    return paymentResource(await service.createPayment(db, draft, keyOf(request, 'payment'), at), base())
  })
  providerCall(app, context, 'GET', '/v2/payments/:id', async (request, at) => {
    const payment = await service.findPayment(db, idOf(request), at)
    const { embed } = request.query as { embed?: unknown }
    const isEmbedded = String(embed).split(',').includes('refunds')
    return paymentResource(
      payment,
      base(),
      isEmbedded ? await refundService.listRefunds(db, payment.id) : undefined,
    )
  })
  providerCall(app, context, 'DELETE', '/v2/payments/:id', async (request, at) =>
    paymentResource(await service.cancelPayment(db, idOf(request), at), base()),
  )
}

function refundRoutes(app: FastifyInstance, context: Context): void {
  const { db, base } = context
  const path = '/v2/payments/:id/refunds'
  providerCall(app, context, 'POST', path, async (request, at) => {
    const draft = contract.parseBody(contract.MollieNewRefund, request.body)
    const key = keyOf(request, `refund of ${idOf(request)}`)
    return refundResource(await refundService.createRefund(db, idOf(request), draft, key, at), base())
  })
  providerCall(app, context, 'GET', path, async (request, at) => {
    const { id } = await service.findPayment(db, idOf(request), at)
    const { refunds, next } = await refundService.listRefundPage(
      db,
      id,
      contract.parseBody(contract.PageQuery, request.query),
    )
    const shown = refunds.map(refund => refundResource(refund, base()))
    const here = `${base()}/v2/payments/${id}/refunds`
    return listResource('refunds', shown, here, next && `${here}?from=${next}`)
  })
  providerCall(app, context, 'GET', `${path}/:refundId`, async request => {
    const { refundId } = request.params as { refundId: string }
    return refundResource(await refundService.findRefund(db, idOf(request), refundId), base())
  })
}

/** Lists of all that the account has; each takes `from` and `limit`. */
function listRoutes(app: FastifyInstance, context: Context): void {
  const { db, base } = context
  const serveList = <Row extends { id: string }>(
    name: string,
    read: (db: Db, page: contract.PageQuery) => Promise<{ items: Row[]; next: string | null }>,
    resource: (row: Row, base: string) => object,
  ) =>
    providerCall(app, context, 'GET', `/v2/${name}`, async request => {
      const page = contract.parseBody(contract.PageQuery, request.query)
      const { items, next } = await read(db, page)
      const here = `${base()}/v2/${name}`
      const shown = items.map(item => resource(item, base()))
      return listResource(name, shown, here, next && `${here}?from=${next}&limit=${page.limit}`)
    })
  serveList('payments', lists.listAllPayments, paymentResource)
  serveList('refunds', lists.listAllRefunds, refundResource)
  serveList('chargebacks', lists.listAllChargebacks, chargebackResource)
}

/** Settlements are of the organisation, whose tokens begin with `access_`. */
function settlementRoutes(app: FastifyInstance, context: Context): void {
  const { db, base } = context
  const serveList = <Row extends { id: string }>(
    path: string,
    name: string,
    read: (page: contract.PageQuery, request: FastifyRequest, at: Date) => Promise<lists.ListPage<Row>>,
    resource: (row: Row, base: string) => object,
  ) =>
    providerCall(
      app,
      context,
      'GET',
      path,
      async (request, at) => {
        const page = contract.parseBody(contract.PageQuery, request.query)
        const { items, next } = await read(page, request, at)
        const here = `${base()}${new URL(request.url, 'http://x').pathname.replace(/^.*(?=\/v2\/)/, '')}`
        const shown = items.map(item => resource(item, base()))
        return listResource(name, shown, here, next && `${here}?from=${next}&limit=${page.limit}`)
      },
      'access_',
    )
  const serveItems = <Row extends { id: string }>(
    name: string,
    read: (db: Db, id: string) => Promise<Row[]>,
    resource: (row: Row, base: string) => object,
  ) =>
    serveList(
      `/v2/settlements/:id/${name}`,
      name,
      async (page, request) => lists.cutPage(await read(db, idOf(request)), page),
      resource,
    )
  serveList(
    '/v2/settlements',
    'settlements',
    (page, _, at) => settlements.listSettlements(db, page, at),
    settlementResource,
  )
  serveItems('payments', settlements.settledPayments, paymentResource)
  serveItems('refunds', settlements.settledRefundsOf, refundResource)
  serveItems('chargebacks', settlements.settledChargebacks, chargebackResource)
}

/** The calls with which a test sets and reads the state. */
function controlRoutes(app: FastifyInstance, { db, now, base, tell }: Context): void {
  app.get('/payments', async () =>
    (await service.listPayments(db)).map(payment => paymentResource(payment, base())),
  )
  app.post('/chargeback', async request => {
    const { id, amount } = contract.parseBody(contract.AmountOfPayment, request.body)
    const payment = await service.chargeback(db, id, amount, now())
    tell()
    return paymentResource(payment, base())
  })
  app.post('/refund', async request => {
    const { id, amount } = contract.parseBody(contract.AmountOfPayment, request.body)
    const refund = await refundService.createDashboardRefund(db, id, amount, now())
    tell()
    return refundResource(refund, base())
  })
  app.post('/refund-status', async request => {
    const { id, status } = contract.parseBody(contract.RefundStatusChange, request.body)
    const refund = await refundService.changeRefundStatus(db, id, status, now())
    tell()
    return refundResource(refund, base())
  })
  app.post('/forget-keys', async (_, reply) => {
    await service.forgetIdempotencyKeys(db)
    return reply.code(204).send()
  })
  app.post('/faults', async (request, reply) => {
    const faults = contract.MollieFaults.safeParse(request.body)
    if (!faults.success) throw new contract.MollieError(400, 'Bad Request', 'Unknown or invalid fault')
    await service.replaceFaults(db, faults.data)
    return reply.code(204).send()
  })
}
