import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../src/platform/db/db.ts'
import { decimalFromCents } from '../../src/wire/money.ts'
import { lifetime } from '../lifetime.ts'
import * as contract from './contract.ts'
import { doDueWork, doWaitingWork, millisecondsUntilDue, sendPostbacksOf } from './jobs.ts'
import { type Context, orderRoutes, queryOf } from './order.routes.ts'
import { exportCsv, foundStatus, notFoundStatus, statusError, type Transaction } from './resource.ts'
import { readStatusQuery } from './rules.ts'
import * as service from './service.ts'
import type { GivenBack } from './table.ts'

export interface VerotelSimulatorOptions {
  db: Db
  now: () => Date
  /** The address of the website's postbacks, known once the shop listens. */
  postbackUrl: () => string
  /** False for a second server on the same database: only the first does due work. */
  isWorker?: boolean
  recheckMs?: number | undefined
}

/**
 * Verotel's FlexPay v4 for purchases: the order page, postbacks and `salestatus`, and of the Control Center its API and its export, all at
 * `/verotel`. Control calls are at `/simulator/verotel`; faults never affect them. The state is in the database, so that it survives a restart
 * and any node can answer.
 */
export const verotelSimulator: FastifyPluginAsync<VerotelSimulatorOptions> = async (app, options) => {
  const { db, now, isWorker = true, recheckMs } = options
  const life = lifetime(app)
  const postbacks = { ...options, signal: life.signal }
  const work = () => doDueWork(postbacks)
  const tell = isWorker
    ? life.whenDue(async () => {
        const dueInMs = await millisecondsUntilDue(db, now())
        if (dueInMs > 0) return dueInMs
        await work()
        return 0
      }, recheckMs)
    : () => void life.background(work)
  const context = { ...postbacks, life, tell }
  if (!app.hasContentTypeParser('application/x-www-form-urlencoded')) await app.register(formbody)
  // The shop counts requests of its own paths only.
  app.addHook('onRoute', route => void (route.config = { ...route.config, rateLimited: false }))
  app.setErrorHandler((error, request, reply) => {
    const refusal = contract.toVerotelError(error)
    if (refusal.status >= 500) request.log.debug({ err: error }, 'simulator: request failed')
    return reply.code(refusal.status).send(refusal.body())
  })
  await app.register(
    async provider => {
      orderRoutes(provider, context)
      statusRoute(provider, context)
      controlCenterRoutes(provider, context)
    },
    { prefix: '/verotel' },
  )
  await app.register(async control => controlRoutes(control, context), { prefix: '/simulator/verotel' })
}

function statusRoute(app: FastifyInstance, { db, life }: Context): void {
  app.get('/salestatus', async (request, reply) => {
    const { status: fault } = await service.readFaults(db)
    if (fault === 'hang') return life.hang(reply)
    if (fault === 'error') return reply.code(500).type('text/plain').send('Internal Server Error')
    if (fault === 'html') return reply.type('text/html').send('<!doctype html><title>Onderhoud</title>')
    reply.type('text/plain; charset=utf-8')
    if (fault === 'blocked') return reply.send(statusError('Account is blocked'))
    const asked = readStatusQuery(queryOf(request))
    if (typeof asked === 'string') return reply.send(statusError(asked))
    const sale = await (
      asked.saleID === undefined
        ? service.findByReference(db, asked.referenceID ?? '')
        : service.findBySaleId(db, asked.saleID)
    ).catch(absent)
    return reply.send(sale?.paidAt && fault !== 'forgets' ? foundStatus(sale) : notFoundStatus())
  })
}

function absent(error: unknown): null {
  if (error instanceof contract.VerotelError) return null
  throw error
}

const credentials = `Basic ${Buffer.from(`${contract.SIMULATED_API_USER}:${contract.SIMULATED_API_PASSWORD}`).toString('base64')}`

/** A call of the Control Center API: checks the credentials, then carries it out; applies the faults. */
function apiCall(
  app: FastifyInstance,
  { db, life }: Context,
  method: 'GET' | 'POST',
  url: string,
  work: (request: FastifyRequest) => Promise<object>,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { api: fault } = await service.readFaults(db)
    if (fault === 'error') throw new contract.VerotelError(500, 'Internal Server Error')
    if (request.headers.authorization !== credentials) throw new contract.VerotelError(401, 'Unauthorized')
    const body = await work(request)
    if (fault === 'hang') return life.hang(reply)
    if (fault === 'lost') throw new contract.VerotelError(500, 'Internal Server Error')
    return reply.send(body)
  }
  app.route({ method, url: `/api${url}`, handler })
}

const saleIdOf = ({ params }: FastifyRequest): string => (params as { saleID: string }).saleID

function controlCenterRoutes(app: FastifyInstance, context: Context): void {
  const { db, now, tell } = context
  apiCall(app, context, 'GET', '/dashboard/totals', async request => {
    const currency = queryOf(request).get('output_currency') ?? 'EUR'
    const { sales, saleCents, creditCents } = await service.readTotals(db, currency)
    const totals = { sales, salesAmount: decimalFromCents(saleCents), credits: decimalFromCents(creditCents) }
    return { is_success: true, currency, totals }
  })
  // Only subscriptions are cancelled, and the simulator knows purchases alone.
  apiCall(app, context, 'POST', '/sale/:saleID/cancel', async request => {
    await service.findBySaleId(db, saleIdOf(request))
    throw new contract.VerotelError(404, 'This sale is not a subscription.')
  })
  /**
   * An invented path, which stands for the one that Verotel tells an owner: neither its path nor its body is public. The same call made twice
   * refunds twice, as long as something is left.
   */
  apiCall(app, context, 'POST', '/sale/:saleID/refund', async request => {
    const { amount, currency } = contract.parseBody(contract.ApiRefund, request.body)
    const sale = await service.findBySaleId(db, saleIdOf(request))
    if (currency !== sale.currency) throw new contract.VerotelError(412, 'The sale has another currency.')
    const { id } = await db.transaction(tx =>
      service.giveBack(tx, sale.id, { event: 'credit', amountCents: amount }, 'now', now()),
    )
    tell()
    return { is_success: true, transactionID: String(id) }
  })
  app.get('/control-center/export.csv', async (_, reply) =>
    reply.type('text/csv; charset=utf-8').send(exportCsv(await service.listTransactions(db))),
  )
}

/** The calls with which a test sets and reads the state. Those that send postbacks answer once the shop has answered them. */
function controlRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context
  const finish = async ({ id, saleId }: Transaction) => {
    await sendPostbacksOf(context, id)
    context.tell()
    return (await service.listSales(db)).find(({ saleID }) => saleID === String(saleId))
  }
  const giveBack = (event: GivenBack) =>
    app.post(`/${event}`, async request => {
      const {
        referenceID,
        amount: amountCents,
        postback,
      } = contract.parseBody(contract.AmountOfSale, request.body)
      const { id } = await service.findByReference(db, referenceID)
      return finish(
        await db.transaction(tx => service.giveBack(tx, id, { event, amountCents }, postback, now())),
      )
    })
  app.get('/sales', () => service.listSales(db))
  app.post('/pay', async request => {
    const { referenceID, ...payment } = contract.parseBody(contract.PaymentOfOrder, request.body)
    const order = await service.findByReference(db, referenceID)
    return finish((await service.payOrder(db, order, payment, now())).transaction)
  })
  giveBack('credit')
  giveBack('chargeback')
  app.post('/send-late', async () => {
    await doWaitingWork(context)
    return service.listSales(db)
  })
  app.post('/faults', async (request, reply) => {
    await service.replaceFaults(db, contract.parseBody(contract.VerotelFaults, request.body))
    return reply.code(204).send()
  })
}
