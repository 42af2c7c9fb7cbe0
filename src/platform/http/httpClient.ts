import { setTimeout as pause } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { type Metrics, statusClass } from '../telemetry/metrics.ts'
import { publicLookup } from './ssrfGuard.ts'
import { startSpan } from '../telemetry/tracing.ts'
import { workContext } from '../telemetry/workContext.ts'

export interface HttpRequestOptions {
  /** The provider that is asked, in metrics and traces, which contain no URL. */
  provider:
    | 'mollie'
    | 'verotel'
    | 'lovense'
    | 'sendcloud'
    | 'storecove'
    | 'pdok'
    | 'vies'
    | 'push'
    | 'sms'
    | 'identity'
    | 'self'
  method: string
  headers: Record<string, string>
  body?: string | Uint8Array | undefined
  /** For a URL that a client sent: connects to public addresses only. */
  isPublicOnly?: boolean | undefined
  /** Milliseconds for the whole request, up to the last byte of the response. */
  timeoutMs: number
  /** Cancels the request before `timeoutMs`. */
  signal?: AbortSignal | undefined
}

export interface HttpResponse {
  status: number
  text: string
  /** Seconds to wait before the next request, where the response says so. */
  retryAfter?: number
}

/** In bytes, far above any response that we can read. HTTP/1 only, because undici ignores `maxResponseSize` in HTTP/2. */
const agentOptions = { maxResponseSize: 1024 * 1024, allowH2: false }

async function importClient() {
  const { Agent, request } = await import('undici')
  return {
    request,
    defaultAgent: new Agent(agentOptions),
    publicOnlyAgent: new Agent({ ...agentOptions, connect: { lookup: publicLookup } }),
  }
}
let client: ReturnType<typeof importClient> | undefined

/** Reads the code of the client, a sixth of the server's: with the first request, or once the node is ready. */
export const loadHttpClient = (): ReturnType<typeof importClient> => (client ??= importClient())

/**
 * Sends one request to a provider, over a keep-alive connection. Follows no redirect and never retries: a toy command whose
 * response is lost has to fail (docs/decisions/005).
 * @throws Error when the connection fails or breaks off, on timeout or abort, or when the response exceeds a megabyte.
 */
export async function sendRequest(url: string, options: HttpRequestOptions): Promise<HttpResponse> {
  const { body: text, ...rest } = await exchange(url, options, body => body.text())
  return { ...rest, text }
}

/** The same for a file, such as a PDF. */
export const requestFile = (
  url: string,
  options: HttpRequestOptions,
): Promise<{ status: number; body: Buffer }> =>
  exchange(url, options, async body => Buffer.from(await body.bytes()))

type ResponseBody = Dispatcher.ResponseData['body']

async function exchange<T>(
  url: string,
  options: HttpRequestOptions,
  read: (body: ResponseBody) => Promise<T>,
): Promise<{ status: number; body: T; retryAfter?: number }> {
  const { provider, isPublicOnly, timeoutMs, signal, body = null, ...rest } = options
  const { request, defaultAgent, publicOnlyAgent } = await loadHttpClient()
  const deadline = abortAfter(signal, timeoutMs)
  const end = observeRequest(provider, rest.method)
  try {
    const response = await request(url, {
      ...rest,
      body,
      dispatcher: isPublicOnly ? publicOnlyAgent : defaultAgent,
      signal: deadline.signal,
    })
    const received = await read(response.body)
    end(statusClass(response.statusCode))
    return {
      status: response.statusCode,
      body: received,
      ...parseRetryAfter(response.headers['retry-after']),
    }
  } catch (error) {
    end(signal?.aborted ? 'aborted' : 'failed', error)
    throw error
  } finally {
    deadline.release()
  }
}

/**
 * A signal that aborts with the given one, or after `timeoutMs`. Without `AbortSignal.any` and `timeout`: their timers run on after the
 * response, and their weak references make collections of garbage long: commands of toys come by the hundred a second.
 */
function abortAfter(given: AbortSignal | undefined, timeoutMs: number) {
  const controller = new AbortController()
  const follow = () => controller.abort(given?.reason)
  const expire = () =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  const timer = setTimeout(expire, Math.max(0, Math.ceil(timeoutMs)))
  given?.addEventListener('abort', follow, { once: true })
  if (given?.aborted) follow()
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer)
      given?.removeEventListener('abort', follow)
    },
  }
}

/** One for the process, as the connections are. */
let metrics: Metrics | undefined

/** Records how long requests to providers take. @returns a function that ends it */
export function recordProviderRequests(next: Metrics | undefined): () => void {
  metrics = next
  return () => {
    if (metrics === next) metrics = undefined
  }
}

function observeRequest(provider: string, method: string) {
  const attributes = { 'http.request.method': method, 'peer.service': provider }
  const span = startSpan('client', `${provider} ${method}`, attributes, workContext.getStore()?.span)
  const start = performance.now()
  return (outcome: string, error?: unknown): void => {
    metrics?.recordProviderRequest(provider, outcome, (performance.now() - start) / 1000)
    span?.set({ outcome })
    span?.end(error)
  }
}

/** Reads seconds only: the other form, a date, depends on two clocks. */
function parseRetryAfter(header: string | string[] | undefined): { retryAfter?: number } {
  const seconds = /^\d{1,6}$/.exec(String(header))?.[0]
  return seconds === undefined ? {} : { retryAfter: Number(seconds) }
}

const MAX_ATTEMPTS = 3
/** The pause after the first attempt; it doubles with each attempt. */
const FIRST_PAUSE_MS = 250

/**
 * Sends a request up to three times: again after a failed connection, 429 or a 5xx. Waits for the response's Retry-After or a
 * growing pause with jitter, whichever is longer, and never longer than `timeoutMs` in total. Only for idempotent requests.
 * @throws Error as `sendRequest` does
 */
export async function sendRequestWithRetry(url: string, options: HttpRequestOptions): Promise<HttpResponse> {
  const deadline = performance.now() + options.timeoutMs
  for (let attempt = 1; ; attempt += 1) {
    const timeoutMs = deadline - performance.now()
    const result = await sendRequest(url, { ...options, timeoutMs }).catch((error: Error) => error)
    const backoffMs = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
    const waitMs = result instanceof Error ? backoffMs : Math.max(backoffMs, (result.retryAfter ?? 0) * 1000)
    const isLast = attempt === MAX_ATTEMPTS || !isRetryable(result) || performance.now() + waitMs >= deadline
    if (isLast && result instanceof Error) throw result
    if (isLast && !(result instanceof Error)) return result
    await pause(waitMs)
  }
}

const isRetryable = (result: HttpResponse | Error): boolean =>
  result instanceof Error || result.status === 429 || result.status >= 500
