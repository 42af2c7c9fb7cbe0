import type { Endpoint } from '../../wire/endpoint.ts'
import { fillPath } from '../../wire/path.ts'
import type { ApiResponse, ApiTransport } from '../../wire/ssr.ts'
import { generalProblems } from '../../wire/generalProblems.ts'
import type { ProblemCode, ProblemDetails } from '../../wire/problem.ts'
import type { z } from 'zod'
import { askConfirmation } from '../visitor/confirmationPrompt.ts'
import { checkConnection } from './connection.ts'

const networkTransport: ApiTransport = (path, init) => fetch(path, { ...init, credentials: 'same-origin' })
let transport = networkTransport

/** Replaces the transport of all later calls; without an argument calls go over the network again. */
export const setApiTransport = (replacement: ApiTransport = networkTransport): void => {
  transport = replacement
}

export const OFFLINE_MESSAGE = 'Geen verbinding. Controleer je internet en probeer het opnieuw.'

/**
 * A failed call. `message` is `<status>: <body text, or status text>`, as in the seed project; `reason` is for users. `status` is 0
 * and `code` OFFLINE when there was no response.
 */
export class CallError extends Error {
  readonly status: number
  readonly code: ProblemCode | 'OFFLINE'
  /** Dutch, fit for a toast. */
  readonly reason: string
  /** Whether the answer had the reason; else the reason is the browser's text for such a failure. */
  readonly isReasonGiven: boolean
  /** A field's path → its Dutch message. */
  readonly fields: Record<string, string>
  /** Other fields of the problem's body, such as `available`. */
  readonly details: ProblemDetails
  /** The code to quote to the shop about an error that nobody expected: its log lines have the same. Null for any other. */
  readonly errorCode: string | null

  constructor(status: number, text: string, code: CallError['code'], details: ProblemDetails = {}) {
    super(`${status}: ${text}`)
    this.name = 'CallError'
    const { message, fields, requestId, ...rest } = details
    this.status = status
    this.code = code
    this.reason = message ?? (code === 'OFFLINE' ? OFFLINE_MESSAGE : commonMessage(code))
    this.isReasonGiven = message !== undefined
    this.fields = fields ?? {}
    this.details = rest
    this.errorCode = code === 'INTERNAL' && typeof requestId === 'string' ? requestId : null
  }
}

/** The message of a failure that is not the server's own; that of any other is in its answer. */
const commonMessage = (code: ProblemCode): string =>
  (code in generalProblems ? generalProblems[code as keyof typeof generalProblems] : generalProblems.INTERNAL)
    .message

/** The Dutch message of any thrown value, for users. */
export const userMessageOf = (error: unknown): string => {
  if (!(error instanceof CallError)) return generalProblems.INTERNAL.message
  return error.errorCode === null ? error.reason : `${error.reason} ${errorCodeText(error.errorCode)}.`
}

export const errorCodeText = (errorCode: string): string => `Foutcode ${errorCode}`

/** The server's Dutch reason, or `otherwise` when it gave none: it failed itself, something before it answered, or nothing did. */
export const serverReason = (error: unknown, otherwise: string): string =>
  error instanceof CallError && error.isReasonGiven && error.code !== 'INTERNAL' ? error.reason : otherwise

/** Whether the error means that the user is no longer logged in. */
export const isSessionExpired = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'NO_SESSION'

/** Whether there was no response at all. */
export const isOffline = (error: unknown): boolean => error instanceof CallError && error.code === 'OFFLINE'

interface CallOptions {
  /** For endpoints with `idempotent`: one key per user action, so that repeating the call is harmless. */
  idempotencyKey?: string
  /** Sent instead of JSON, for files. */
  form?: FormData
  signal?: AbortSignal
  /** Instead of `fetch`: one that tells the progress of an upload. */
  via?: ApiTransport
  /** The request outlives the page. */
  keepalive?: boolean
}

/** The parts of an endpoint that a call needs; the schemas are for its types alone. */
type CallTarget<I extends z.ZodObject, O extends z.ZodType> = Pick<
  Endpoint<I, O>,
  'method' | 'path' | 'inBody'
> &
  Partial<Pick<Endpoint<I, O>, 'input' | 'output'>>

/**
 * Calls an endpoint: path parameters go into the path, the rest into the query or a JSON body.
 * Where the login has to be confirmed first, the user is asked, and the call is sent again.
 * @returns the output; null for a 204
 * @throws CallError when there is no response, or it is not a success
 */
export async function call<I extends z.ZodObject, O extends z.ZodType>(
  endpoint: CallTarget<I, O>,
  input: z.input<I>,
  options: CallOptions = {},
): Promise<z.output<O>> {
  const { idempotencyKey, form, signal, via, keepalive = false } = options
  const { path, body: json } = requestTarget(endpoint, input)
  const headers: Record<string, string> = { accept: 'application/json' }
  // The browser sets a form's content type itself, with the boundary.
  if (!form && json !== undefined) headers['content-type'] = 'application/json'
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  const init = {
    method: endpoint.method,
    headers,
    body: form ?? json ?? null,
    signal: signal ?? null,
    keepalive,
  }
  const response = await sendCall(path, init, via)
  if (response.ok && response.data !== undefined) return response.data as z.output<O>
  const text = await response.text()
  if (!response.ok) {
    const error = toCallError(response, text)
    if (error.code === 'CONFIRMATION_NEEDED' && (await askConfirmation(error.details)))
      return call(endpoint, input, options)
    throw error
  }
  return (text === '' ? null : JSON.parse(text)) as z.output<O>
}

function requestTarget(
  { path: pattern, inBody }: Pick<Endpoint, 'inBody' | 'path'>,
  input: Record<string, unknown>,
) {
  const { path, rest } = fillPath(pattern, input)
  if (!inBody) return { path: path + queryString(rest), body: undefined }
  return { path, body: Object.keys(rest).length > 0 ? JSON.stringify(rest) : undefined }
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

async function sendCall(path: string, init: RequestInit, via = transport): Promise<ApiResponse> {
  try {
    return await via(path, init)
  } catch (error) {
    // An aborted call is not an error for the user.
    if (init.signal?.aborted) throw error
    checkConnection()
    throw new CallError(0, OFFLINE_MESSAGE, 'OFFLINE')
  }
}

function toCallError(response: ApiResponse, text: string): CallError {
  const { code, ...details } = parseProblem(text)
  return new CallError(
    response.status,
    text || response.statusText,
    code ?? codeFor(response.status),
    details,
  )
}

/** Parses a problem; an empty object when the body is something else, such as a proxy's error page. */
function parseProblem(text: string): { code?: ProblemCode } & ProblemDetails {
  try {
    const body: unknown = JSON.parse(text)
    if (
      typeof body === 'object' &&
      body !== null &&
      'code' in body &&
      typeof body.code === 'string' &&
      'message' in body
    ) {
      return body as { code: ProblemCode } & ProblemDetails
    }
  } catch {
    // Not JSON.
  }
  return {}
}

function codeFor(status: number): ProblemCode {
  if (status === 401) return 'NO_SESSION'
  if (status === 404) return 'NOT_FOUND'
  if (status === 429) return 'RATE_LIMITED'
  return status === 502 || status === 503 || status === 504 ? 'UNAVAILABLE' : 'INTERNAL'
}
