import { z } from 'zod'
import { type HttpResponse, sendRequest, sendRequestWithRetry } from '../../../platform/http/httpClient.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import { isSameSecret, signWebhook } from '../../../platform/crypto/signature.ts'
import {
  type PeppolEvent,
  type PeppolGateway,
  type PeppolReceipt,
  type PeppolSubmission,
  PeppolUnavailable,
  type SignedBody,
} from './gateway.ts'

export const STORECOVE_API_BASE = 'https://api.storecove.com'

/** Milliseconds: an access point checks a document before it answers. */
const SUBMIT_TIMEOUT_MS = 20_000
const READ_TIMEOUT_MS = 8000

export interface StorecoveOptions {
  apiBase: () => string
  apiKey: string
  /** The number of the business that sends. */
  legalEntityId: number
  /** Null: no webhook is believed. */
  webhookKey: string | null
  log: Log
}

/** Belgian enterprise numbers, in Storecove's list of identifiers; 0208 in that of Peppol. */
const SCHEME = 'BE:EN'

/** Storecove's API v2: https://www.storecove.com/docs/ */
export function storecoveGateway(options: StorecoveOptions): PeppolGateway {
  const call = createClient(options)
  return {
    hasReceiver: async (receiver, kind) => {
      const body = {
        documentTypes: [kind === 'INVOICE' ? 'invoice' : 'creditnote'],
        network: 'peppol',
        metaScheme: 'iso6523-actorid-upis',
        scheme: SCHEME,
        identifier: receiver,
      }
      const answer = await call('POST', 'discovery/receives', { body, isRepeatable: true })
      const found = read(answer, z.object({ code: z.string(), email: z.boolean().nullish() }), false)
      // Known only for a PDF by mail, which the shop sends itself.
      return found.code === 'OK' && found.email !== true
    },
    submit: submission => submit(call, options.legalEntityId, submission),
    isDelivered: async providerId => {
      const path = `document_submissions/${encodeURIComponent(providerId)}/evidence/sending`
      const { status } = await call('GET', path, { isRepeatable: true, alsoAnswers: [404] })
      return status === 200
    },
    takeEvents: note => takeEvents(call, note),
    readWebhook: body => (isAuthentic(body, options.webhookKey) ? parseEvent(body.payload) : null),
  }
}

interface CallOptions {
  body?: object
  /** Whether asking twice does no harm. */
  isRepeatable?: boolean
  /** Statuses other than 2xx that are an answer. */
  alsoAnswers?: number[]
}
type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, options?: CallOptions) => Promise<HttpResponse>

/** The description of an answer without a body, for an admin. */
function describeStatus(status: number): string {
  if (status === 401 || status === 403)
    return 'Storecove weigert de sleutel: controleer STORECOVE_API_KEY en wat ze mag.'
  if (status === 429) return 'Storecove vraagt om te wachten: er ging te veel tegelijk.'
  return `Storecove heeft een storing (${status}).`
}

function createClient({ apiBase, apiKey, log }: StorecoveOptions): Call {
  return async (method, path, { body, isRepeatable = false, alsoAnswers = [] } = {}) => {
    const send = isRepeatable ? sendRequestWithRetry : sendRequest
    const failed = (
      message: string,
      reason: string,
      details: { mayBeDone: boolean; retryAfter?: number },
    ) => {
      // Neither the receiver nor the document is logged.
      log.warn({ reason }, `peppol: ${method} ${path.split('/')[0]}`)
      return new PeppolUnavailable(message, details)
    }
    const answer = await send(`${apiBase()}/api/v2/${path}`, {
      provider: 'storecove',
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      timeoutMs: isRepeatable ? READ_TIMEOUT_MS : SUBMIT_TIMEOUT_MS,
    }).catch((error: unknown) => {
      throw failed('Storecove antwoordt niet.', String(error), { mayBeDone: true })
    })
    const { status, retryAfter } = answer
    if ((status >= 200 && status < 300) || alsoAnswers.includes(status)) return answer
    // It did nothing with a document that it refuses.
    const mayBeDone = status >= 500 || status === 408
    throw failed(describeStatus(status), `answered ${status}`, {
      mayBeDone,
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
}

/** @throws PeppolUnavailable for a body that is something else */
function read<Schema extends z.ZodType>(
  { text }: HttpResponse,
  schema: Schema,
  mayBeDone: boolean,
): z.output<Schema> {
  const parsed = schema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  throw new PeppolUnavailable('Storecove antwoordt iets dat we niet kennen.', { mayBeDone })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Refusals = z.array(z.object({ source: z.string().nullish(), details: z.string().nullish() }))
const MAX_REASON_LENGTH = 300

/** The errors of a request: `{ errors: [{ source, details }] }`, or that list alone. */
function readRefusal({ text }: HttpResponse): { isSeen: boolean; reason: string } {
  const body = parseJson(text)
  const list = Refusals.safeParse((body as { errors?: unknown } | null | undefined)?.errors ?? body)
  const parts = (list.data ?? []).map(({ source, details }) => [source, details].filter(Boolean).join(' '))
  const words = parts.join('; ').slice(0, MAX_REASON_LENGTH)
  return {
    isSeen: /idempotency/i.test(words),
    reason: words === '' ? 'Storecove weigert dit document.' : `Storecove weigert dit document: “${words}”.`,
  }
}

/** @throws PeppolUnavailable; of documents with one `idempotencyGuid` the first is processed, others are 422 */
async function submit(
  call: Call,
  legalEntityId: number,
  { submissionId, receiver, ubl }: PeppolSubmission,
): Promise<PeppolReceipt> {
  const body = {
    legalEntityId,
    idempotencyGuid: submissionId,
    routing: { eIdentifiers: [{ scheme: SCHEME, id: receiver }] },
    document: {
      // Of credit notes too: the document says its own type.
      documentType: 'invoice',
      rawDocumentData: {
        document: Buffer.from(ubl, 'utf8').toString('base64'),
        parse: true,
        parseStrategy: 'ubl',
      },
    },
  }
  const answer = await call('POST', 'document_submissions', { body, alsoAnswers: [400, 422] })
  if (answer.status < 300)
    return { providerId: read(answer, z.object({ guid: z.string().min(1) }), true).guid }
  const { isSeen, reason } = readRefusal(answer)
  return isSeen ? { providerId: null } : { refused: reason }
}

/** The outcomes of a document; other states than these are still under way. */
const outcomes: Partial<Record<string, PeppolEvent['outcome']>> = {
  succeeded: 'DELIVERED',
  failed: 'FAILED',
  no_action_taken: 'FAILED',
}

const SubmissionEvent = z.object({
  event_type: z.literal('document_submission'),
  event: z.string(),
  document_guid: z.string().min(1).optional(),
  guid: z.string().min(1).optional(),
  details: z.string().nullish(),
})

/** @returns undefined for an event that ends no delivery */
function parseEvent(payload: string): PeppolEvent | undefined {
  const { data } = SubmissionEvent.safeParse(parseJson(payload))
  const outcome = data && outcomes[data.event]
  const providerId = data?.document_guid ?? data?.guid
  if (!outcome || providerId === undefined) return undefined
  return { providerId, outcome, detail: data.details?.slice(0, MAX_REASON_LENGTH) || null }
}

/** How many events are taken at once: the rest waits for the next time. */
const MAX_EVENTS = 200
const QueuedEvent = z.object({ guid: z.string().min(1), body: z.string() })

/** Takes the head of the queue until it is empty, which is 204. Other entries than those about a sent document are left to their receivers. */
async function takeEvents(call: Call, note: (event: PeppolEvent) => Promise<void>): Promise<number> {
  for (let taken = 0; taken < MAX_EVENTS; taken += 1) {
    const answer = await call('GET', 'webhook_instances/', { isRepeatable: true })
    if (answer.status === 204 || answer.text === '') return taken
    const { guid, body } = read(answer, QueuedEvent, false)
    if (!SubmissionEvent.safeParse(parseJson(body)).success) return taken
    const event = parseEvent(body)
    if (event) await note(event)
    await call('DELETE', `webhook_instances/${encodeURIComponent(guid)}`, {
      isRepeatable: true,
      alsoAnswers: [404],
    })
  }
  return MAX_EVENTS
}

/** Whether a body is signed with the key, or came with it. */
function isAuthentic({ payload, signature, secret }: SignedBody, key: string | null): boolean {
  if (key === null) return false
  if (signature === undefined) return secret !== undefined && isSameSecret(secret, key)
  return isSameSecret(signature.replace(/^sha256=/, ''), signWebhook(key, payload))
}
