import { type Endpoint, pathParameters } from '../wire/endpoint.ts'
import type { ApiTransport } from '../wire/ssr.ts'
import { type ProblemCode, type ProblemDetails, problems } from '../wire/problem.ts'
import type { z } from 'zod'

const networkTransport: ApiTransport = (path, init) => fetch(path, { ...init, credentials: 'same-origin' })
let transport = networkTransport

/** Replaces the way of every later call; without an argument calls go over the network again. */
export const setApiTransport = (replacement: ApiTransport = networkTransport): void => {
  transport = replacement
}

export const OFFLINE_MESSAGE = 'Geen verbinding. Controleer je internet en probeer het opnieuw.'

/**
 * A call that failed. `message` is `<status>: <body text, or status text>`, as the seed has it; what a person reads is
 * `reason`. `status` is 0 and `code` OFFLINE when there was no answer at all.
 */
export class CallError extends Error {
  readonly status: number
  readonly code: ProblemCode | 'OFFLINE'
  /** Dutch, fit for a toast. */
  readonly reason: string
  /** A field's path → its Dutch message. */
  readonly fields: Record<string, string>
  /** What else the problem's body says, such as `available`. */
  readonly details: ProblemDetails

  constructor(status: number, text: string, code: CallError['code'], details: ProblemDetails = {}) {
    super(`${status}: ${text}`)
    this.name = 'CallError'
    const { message, fields, ...rest } = details
    this.status = status
    this.code = code
    this.reason = message ?? (code === 'OFFLINE' ? OFFLINE_MESSAGE : problems[code].message)
    this.fields = fields ?? {}
    this.details = rest
  }
}

/** What to tell the user about anything that was thrown. */
export const userMessageOf = (error: unknown): string =>
  error instanceof CallError ? error.reason : problems.INTERNAL.message

/** True when the server no longer knows the visitor. */
export const isSessionExpired = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'NO_SESSION'

interface CallOptions {
  /** Makes repeating the same call harmless, for endpoints that are `idempotent`; one key an intention. */
  idempotencyKey?: string
  /** Sent in place of JSON: what brings files along. */
  form?: FormData
  signal?: AbortSignal
}

/**
 * Calls an endpoint of the contract: path parameters go into the path, the rest into the query or a JSON
 * body. A 204 answers `null`.
 * @throws CallError for every answer that is not a success, and when there is none.
 */
export async function call<I extends z.ZodObject, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  input: z.input<I>,
  { idempotencyKey, form, signal }: CallOptions = {},
): Promise<z.output<O>> {
  const { path, body: json } = requestTarget(endpoint, input)
  const headers: Record<string, string> = { accept: 'application/json' }
  // The browser writes a form's type itself: with what stands between its parts.
  if (!form && json !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  const init = { method: endpoint.method, headers, body: form ?? json ?? null, signal: signal ?? null }
  const response = await sendCall(path, init)
  const text = await response.text()
  if (!response.ok) throw toCallError(response, text)
  return (text === '' ? null : JSON.parse(text)) as z.output<O>
}

function requestTarget(
  endpoint: Pick<Endpoint, 'inBody' | 'path' | 'input'>,
  input: Record<string, unknown>,
) {
  const { inBody, path } = endpoint
  const rest = { ...input }
  let filled = path
  for (const name of pathParameters(path)) {
    filled = filled.replace(`:${name}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  if (!inBody) return { path: filled + queryString(rest), body: undefined }
  const takesBody = Object.keys(endpoint.input.shape).length > pathParameters(path).length
  return { path: filled, body: takesBody ? JSON.stringify(rest) : undefined }
}

function queryString(parameters: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    const values = Array.isArray(value) ? value : [value]
    for (const one of values) if (one !== undefined && one !== null) search.append(name, String(one))
  }
  const text = search.toString()
  return text && `?${text}`
}

async function sendCall(path: string, init: RequestInit): Promise<Response> {
  try {
    return await transport(path, init)
  } catch (error) {
    // A call that was given up by us is no news for the user.
    if (init.signal?.aborted) throw error
    throw new CallError(0, OFFLINE_MESSAGE, 'OFFLINE')
  }
}

function toCallError(response: Response, text: string): CallError {
  const { code, ...details } = parseProblem(text)
  return new CallError(
    response.status,
    text || response.statusText,
    code ?? codeFor(response.status),
    details,
  )
}

/** The body as a problem, as far as it is one: a proxy in between may answer with a page of its own. */
function parseProblem(text: string): { code?: ProblemCode } & ProblemDetails {
  try {
    const body: unknown = JSON.parse(text)
    if (
      typeof body === 'object' &&
      body !== null &&
      'code' in body &&
      Object.hasOwn(problems, String(body.code))
    ) {
      return body as { code: ProblemCode } & ProblemDetails
    }
  } catch {
    // Not JSON: the status alone must do.
  }
  return {}
}

function codeFor(status: number): ProblemCode {
  if (status === 401) return 'NO_SESSION'
  if (status === 404) return 'NOT_FOUND'
  if (status === 429) return 'RATE_LIMITED'
  return status === 502 || status === 503 || status === 504 ? 'UNAVAILABLE' : 'INTERNAL'
}
