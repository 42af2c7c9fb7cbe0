import { z } from 'zod'

/** An error as Storecove has it: https://www.storecove.com/docs/ (`ErrorModel`). */
export class StorecoveError extends Error {
  readonly status: number
  readonly source: string
  readonly retryAfter: number | undefined

  constructor(status: number, source: string, details: string, retryAfter?: number) {
    super(details)
    this.status = status
    this.source = source
    this.retryAfter = retryAfter
  }

  body(): object {
    return { errors: [{ source: this.source, details: this.message }] }
  }
}

export function toStorecoveError(error: unknown): StorecoveError {
  if (error instanceof StorecoveError) return error
  const { statusCode = 500, message = '' } = error as { statusCode?: number; message?: string }
  return statusCode < 500
    ? new StorecoveError(statusCode, 'request', message)
    : new StorecoveError(500, 'server', 'Internal Server Error')
}

export const DocumentSubmission = z.object({
  legalEntityId: z.int(),
  idempotencyGuid: z.uuid().length(36),
  routing: z.object({
    eIdentifiers: z.array(z.object({ scheme: z.string().min(1), id: z.string().min(1) })).min(1),
  }),
  document: z.object({
    documentType: z.literal('invoice'),
    rawDocumentData: z.object({
      document: z.base64().min(1),
      parse: z.literal(true).default(true),
      parseStrategy: z.literal('ubl'),
    }),
  }),
})

export const DiscoverableParticipant = z.object({
  documentTypes: z.array(z.enum(['invoice', 'creditnote', 'order'])).min(1),
  network: z.literal('peppol').default('peppol'),
  metaScheme: z.literal('iso6523-actorid-upis').default('iso6523-actorid-upis'),
  scheme: z.string().min(1),
  identifier: z.string().min(1),
})

export const StorecoveFaults = z.strictObject({
  latencyMs: z.int().min(0).max(600_000).optional(),
  /** This status is answered and nothing is carried out. */
  httpStatus: z.int().min(400).max(599).optional(),
  /** Seconds, in the Retry-After of such an answer. */
  retryAfter: z.int().min(0).optional(),
  /** A submission is carried out, and answered with this status. */
  statusAfterwards: z.int().min(500).max(599).optional(),
  /** A submission is carried out, and the connection breaks off. */
  dropsAnswer: z.boolean().optional(),
  /** The key is not taken. */
  unauthorized: z.boolean().optional(),
  /** Documents are accepted, and stay under way. */
  isHeld: z.boolean().optional(),
  /** Events are lost. */
  dropEvents: z.boolean().optional(),
  /** The account's webhooks are in pull mode: events wait in a queue. */
  pulls: z.boolean().optional(),
})
export type StorecoveFaults = z.output<typeof StorecoveFaults>

export const Outcome = z.object({
  event: z.enum(['succeeded', 'failed', 'no_action_taken', 'sending']),
  details: z.string().optional(),
})
export type Outcome = z.output<typeof Outcome>

/** @throws StorecoveError 422 that names the first invalid field */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StorecoveError(422, (issue?.path ?? []).join('.'), issue?.message ?? 'is invalid')
}
