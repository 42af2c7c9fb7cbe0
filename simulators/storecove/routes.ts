import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { sendRequest } from '../../src/platform/http/httpClient.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { type Lifetime, lifetime } from '../lifetime.ts'
import * as contract from './contract.ts'
import * as service from './service.ts'

export interface StorecoveSimulatorOptions {
  db: Db
  now: () => Date
  /** The origin of the shop, which gets the webhooks; known once it listens. */
  shopUrl: () => string
  apiKey?: string
}

interface Context extends Required<StorecoveSimulatorOptions> {
  life: Lifetime
}

/** How often a webhook is tried that the shop does not take, and milliseconds between. */
const WEBHOOK_TRIES = 4
const WEBHOOK_PAUSE_MS = 1000

/**
 * Storecove's API v2, as far as a sender of invoices needs it: discovery, submissions, evidence, and events by webhook or from a queue. The
 * state is in the database, so that it survives a restart and any node can answer. An accepted document is delivered at once, unless a
 * fault holds it. Faults never affect control calls (submissions, outcome, faults).
 */
export const storecoveSimulator: FastifyPluginAsync<StorecoveSimulatorOptions> = async (app, options) => {
  const context: Context = { apiKey: 'simulator', ...options, life: lifetime(app) }
  app.setErrorHandler((error, request, reply) => {
    const refusal = contract.toStorecoveError(error)
    if (refusal.status >= 500) request.log.debug({ err: error }, 'simulator: request failed')
    if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
    return reply.code(refusal.status).send(refusal.body())
  })
  app.setNotFoundHandler(() => {
    throw new contract.StorecoveError(404, 'path', 'Not found')
  })
  providerRoutes(app, context)
  controlRoutes(app, context)
}

/** A call of the provider's own API: applies the faults and checks the key, then carries it out. */
function providerCall(
  app: FastifyInstance,
  { db, now, life, apiKey }: Context,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  work: (request: FastifyRequest, now: Date) => Promise<object | null>,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const faults = await service.readFaults(db)
    if (faults.latencyMs) await life.pause(faults.latencyMs)
    if (faults.httpStatus)
      throw new contract.StorecoveError(faults.httpStatus, 'server', 'Having trouble', faults.retryAfter)
    if (faults.unauthorized || request.headers.authorization !== `Bearer ${apiKey}`)
      throw new contract.StorecoveError(401, 'authorization', 'Unauthorized')
    const body = await work(request, now())
    if (url === 'document_submissions' && faults.dropsAnswer) {
      reply.hijack()
      reply.raw.destroy()
      return reply
    }
    if (url === 'document_submissions' && faults.statusAfterwards)
      throw new contract.StorecoveError(faults.statusAfterwards, 'server', 'Lost on the way back')
    return body === null ? reply.code(204).send() : reply.send(body)
  }
  app.route({ method, url: `/api/v2/${url}`, handler })
}

const guidOf = (request: FastifyRequest): string => (request.params as { guid: string }).guid

function providerRoutes(app: FastifyInstance, context: Context): void {
  const { db, life } = context
  providerCall(app, context, 'POST', 'discovery/receives', async ({ body }) =>
    service.discover(contract.parseBody(contract.DiscoverableParticipant, body).identifier),
  )
  providerCall(app, context, 'POST', 'document_submissions', async ({ body }, at) => {
    const draft = contract.parseBody(contract.DocumentSubmission, body)
    if (draft.legalEntityId !== service.SIMULATED_LEGAL_ENTITY)
      throw new contract.StorecoveError(422, 'legalEntityId', 'not found')
    const submission = await service.submit(db, draft, at)
    if (!(await service.readFaults(db)).isHeld)
      void life.background(() => end(context, submission, service.outcomeFor(submission)))
    return { guid: submission.guid }
  })
  providerCall(app, context, 'GET', 'document_submissions/:guid/evidence/sending', async request => {
    const submission = await service.findSubmission(db, guidOf(request))
    if (submission.outcome !== 'succeeded') throw new contract.StorecoveError(404, 'guid', 'No evidence yet')
    return service.evidenceOf(submission)
  })
  providerCall(app, context, 'GET', 'webhook_instances/', async () => (await service.firstEvent(db)) ?? null)
  providerCall(app, context, 'DELETE', 'webhook_instances/:guid', async request => {
    await service.removeEvent(db, guidOf(request))
    return null
  })
}

/** The calls with which a test sets and reads the state. */
function controlRoutes(app: FastifyInstance, context: Context): void {
  const { db, life } = context
  app.get('/submissions', () => service.listSubmissions(db))
  app.post('/submissions/:guid/outcome', async request => {
    const submission = await service.findSubmission(db, guidOf(request))
    const outcome = contract.parseBody(contract.Outcome, request.body)
    void life.background(() => end(context, submission, outcome))
    return submission
  })
  app.post('/faults', async (request, reply) => {
    await service.replaceFaults(db, contract.parseBody(contract.StorecoveFaults, request.body))
    return reply.code(204).send()
  })
}

/** Ends the delivery of a document and tells of it: by webhook, or by the queue of an account in pull mode. */
async function end(context: Context, submission: service.Submission, outcome: contract.Outcome) {
  const { db, now } = context
  await service.setOutcome(db, submission.guid, outcome)
  const faults = await service.readFaults(db)
  if (faults.dropEvents) return
  const event = service.eventBody(submission, outcome)
  const body = JSON.stringify(event)
  if (faults.pulls) await service.enqueueEvent(db, event.guid, body, now())
  else await sendWebhook(context, body)
}

/** Sends a signed webhook, again while the shop does not take it. */
async function sendWebhook({ db, shopUrl, apiKey, life }: Context, body: string): Promise<void> {
  const signature = createHmac('sha256', apiKey).update(body).digest('hex')
  for (let tries = 0; tries < WEBHOOK_TRIES; tries += 1) {
    if ((await service.readFaults(db)).dropEvents) return
    const answer = await sendRequest(`${shopUrl()}/api/webhooks/storecove`, {
      provider: 'self',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-storecove-signature': signature },
      body,
      timeoutMs: 10_000,
      signal: life.signal,
    }).catch(() => null)
    if (answer && answer.status < 300) return
    await life.pause(WEBHOOK_PAUSE_MS)
  }
}
