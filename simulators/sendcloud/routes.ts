import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { sendRequest } from '../../src/platform/http/httpClient.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { type Lifetime, lifetime } from '../lifetime.ts'
import * as contract from './contract.ts'
import { pointsNear, services } from './data.ts'
import { drawLabel, labelPdf } from './label.ts'
import { optionResource, returnResource, shipmentResource, statusChanged } from './resource.ts'
import * as service from './service.ts'

export interface SendcloudSimulatorOptions {
  db: Db
  now: () => Date
  /** The origin of the shop, which gets the webhooks; known once it listens. */
  shopUrl: () => string
  /** The key pair of the account. */
  publicKey?: string
  secretKey?: string
}

interface Context extends Required<SendcloudSimulatorOptions> {
  life: Lifetime
  base: () => string
}

/** How often a webhook is tried that the shop does not take, and milliseconds between. */
const WEBHOOK_TRIES = 4
const WEBHOOK_PAUSE_MS = 1000

/**
 * Sendcloud's API v3: shipments with labels, returns, service points and status webhooks. The state is in the database, so that it survives
 * a restart and any node can answer. Faults never affect control calls (parcels, status, faults).
 */
export const sendcloudSimulator: FastifyPluginAsync<SendcloudSimulatorOptions> = async (app, options) => {
  const base = () => options.shopUrl().replace(/\/+$/, '') + app.prefix
  const context: Context = {
    publicKey: 'simulator',
    secretKey: 'simulator',
    ...options,
    base,
    life: lifetime(app),
  }
  app.setErrorHandler((error, request, reply) => {
    const refusal = contract.toSendcloudError(error)
    if (refusal.status >= 500) request.log.debug({ err: error }, 'simulator: request failed')
    return reply.code(refusal.status).send(refusal.body())
  })
  app.setNotFoundHandler(() => {
    throw new contract.SendcloudError(404, 'not_found', 'Not found')
  })
  shipmentRoutes(app, context)
  returnRoutes(app, context)
  readRoutes(app, context)
  controlRoutes(app, context)
}

type Answer = { status?: number; body: unknown; type?: string }

/** A call of the provider's own API: applies the faults and checks the keys, then carries it out. */
function providerCall(
  app: FastifyInstance,
  { db, now, life, publicKey, secretKey }: Context,
  method: 'GET' | 'POST',
  url: string,
  work: (request: FastifyRequest, now: Date) => Promise<Answer>,
): void {
  const expected = `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString('base64')}`
  const isChange = method === 'POST' && url !== 'shipping-options'
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const faults = await service.readFaults(db)
    if (faults.latencyMs) await life.pause(faults.latencyMs)
    if (faults.httpStatus)
      throw new contract.SendcloudError(
        faults.httpStatus,
        'non_field_errors',
        'The service is having trouble',
      )
    if (faults.unauthorized || request.headers.authorization !== expected)
      throw new contract.SendcloudError(401, 'authentication_failed', 'Invalid username/password.')
    const { status = 200, body, type } = await work(request, now())
    if (faults.hang) return life.hang(reply)
    if (faults.statusAfterwards && isChange)
      throw new contract.SendcloudError(faults.statusAfterwards, 'non_field_errors', 'Lost on the way back')
    reply.code(status)
    if (type) reply.type(type)
    return reply.send(body)
  }
  app.route({ method, url: `/api/v3/${url}`, handler })
}

const param = (request: FastifyRequest, name: string): string =>
  (request.params as Record<string, string>)[name] ?? ''
const query = (request: FastifyRequest, name: string): string =>
  (request.query as Record<string, string | undefined>)[name] ?? ''

function shipmentRoutes(app: FastifyInstance, context: Context): void {
  const { db, base } = context
  providerCall(app, context, 'POST', 'shipments/announce', async ({ body }, at) => {
    const draft = contract.parseBody(contract.NewShipment, body)
    const { parcel, isNew } = await service.createShipment(db, draft, at)
    return { status: isNew ? 201 : 409, body: { data: shipmentResource(parcel, base()) } }
  })
  providerCall(app, context, 'GET', 'shipments', async request => {
    const found = await service.findByReference(db, query(request, 'external_reference_id'))
    return { body: { data: found.map(parcel => shipmentResource(parcel, base())) } }
  })
  providerCall(app, context, 'GET', 'shipments/:id', async request => {
    const id = param(request, 'id')
    const { broken } = await service.readFaults(db)
    if (broken?.shipmentId === id)
      throw new contract.SendcloudError(broken.status, 'non_field_errors', 'This shipment is broken')
    return { body: { data: shipmentResource(await service.findShipment(db, id), base()) } }
  })
  providerCall(app, context, 'POST', 'shipments/:id/cancel', async request => {
    await service.cancelShipment(db, param(request, 'id'))
    return { body: { data: { status: 'cancelled', message: 'Shipment has been cancelled' } } }
  })
}

function returnRoutes(app: FastifyInstance, context: Context): void {
  const { db, base } = context
  providerCall(app, context, 'POST', 'returns/announce-synchronously', async ({ body }, at) => {
    const parcel = await service.createReturn(db, contract.parseBody(contract.NewReturn, body), at)
    return {
      status: 201,
      body: { return_id: Number(parcel.shipmentId), parcel_id: parcel.id, multi_collo_ids: [] },
    }
  })
  providerCall(app, context, 'GET', 'returns', async request => {
    const since = new Date(`${query(request, 'from_date').replace(' ', 'T')}Z`)
    if (Number.isNaN(since.getTime()))
      throw new contract.SendcloudError(400, 'required', 'from_date is required')
    const size = Math.min(Number(query(request, 'page_size')) || 40, 100)
    const before = Number(query(request, 'cursor')) || null
    // One more than the page, to know whether there is another.
    const found = await service.listReturns(db, { since, before, limit: size + 1 })
    const page = found.slice(0, size)
    const next = new URL(`${base()}/api/v3${request.url.slice(request.url.lastIndexOf('/'))}`)
    next.searchParams.set('cursor', String(page.at(-1)?.id))
    return {
      body: {
        next: found.length > size ? next.href : null,
        previous: null,
        data: page.map(parcel => returnResource(parcel, base())),
      },
    }
  })
}

function readRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  providerCall(app, context, 'POST', 'shipping-options', async ({ body }) => {
    const asked = contract.parseBody(contract.OptionsQuery, body)
    const country = asked.to_country_code
    const kg = asked.parcels[0]?.weight.value ?? 0
    const isReturn = asked.functionalities?.returns ?? false
    const fitting = services.filter(
      each =>
        each.isReturn === isReturn &&
        kg <= each.maxWeight &&
        each.prices[country] !== undefined &&
        (isReturn || (each.lastMile === 'service_point') === ((asked.to_service_point ?? null) !== null)),
    )
    return { body: { data: fitting.map(each => optionResource(each, country)) } }
  })
  providerCall(app, context, 'GET', 'service-points', async request => {
    const country = query(request, 'country_code')
    const postalCode = query(request, 'address_postal_code')
    if (!/^[A-Z]{2}$/.test(country))
      throw new contract.SendcloudError(400, 'invalid_choice', `"${country}" is not a valid country code`)
    const found = pointsNear(country, postalCode)
    const geocoding = { status: found === null ? 'not_found' : 'matched', precision: 'postal_code' }
    return { body: { data: { results: found ?? [], geocoding } } }
  })
  providerCall(app, context, 'GET', 'parcels/:id/documents/label', async request => {
    const parcel = await service.findParcel(db, Number(param(request, 'id')))
    return request.headers.accept === 'image/png'
      ? { body: await drawLabel(parcel), type: 'image/png' }
      : { body: await labelPdf(parcel), type: 'application/pdf' }
  })
}

/** The calls with which a test sets and reads the state. */
function controlRoutes(app: FastifyInstance, context: Context): void {
  const { db, now, life } = context
  app.get('/parcels', () => service.listParcels(db))
  app.post('/parcels/:id/status', async request => {
    const { status } = contract.parseBody(contract.StatusChange, request.body)
    const parcel = await service.setStatus(db, Number(param(request, 'id')), status)
    void life.background(() => sendWebhook(context, JSON.stringify(statusChanged(parcel, now()))))
    return parcel
  })
  app.post('/faults', async (request, reply) => {
    await service.replaceFaults(db, contract.parseBody(contract.SendcloudFaults, request.body))
    return reply.code(204).send()
  })
}

/** Sends a signed webhook, again while the shop does not take it. */
async function sendWebhook({ db, shopUrl, secretKey, life }: Context, body: string): Promise<void> {
  const signature = createHmac('sha256', secretKey).update(body).digest('hex')
  for (let tries = 0; tries < WEBHOOK_TRIES; tries += 1) {
    if ((await service.readFaults(db)).dropWebhooks) return
    const answer = await sendRequest(`${shopUrl()}/api/webhooks/sendcloud`, {
      provider: 'self',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sendcloud-signature': signature },
      body,
      timeoutMs: 10_000,
      signal: life.signal,
    }).catch(() => null)
    if (answer && answer.status < 300) return
    await life.pause(WEBHOOK_PAUSE_MS)
  }
}
