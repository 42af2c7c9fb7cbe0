import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface HttpRequestOptions {
  method: string
  headers: Record<string, string>
  body?: string | Uint8Array | undefined
  /** Judges where a name leads before anything connects to it. */
  lookup?: LookupFunction | undefined
  /** Milliseconds for all of it, to the last byte of the answer. */
  timeoutMs: number
}

export interface HttpResponse {
  status: number
  text: string
  /** Seconds after which we may ask again, where the answer says so. */
  retryAfter?: number
}

/** Bytes; no answer that we can read is anywhere near as long. */
const MAX_RESPONSE_BYTES = 1024 * 1024

const agents = {
  'http:': new http.Agent({ keepAlive: true }),
  'https:': new https.Agent({ keepAlive: true }),
}

/**
 * Asks an outside system over connections that are kept, which costs the processor less than `fetch` does. Follows no
 * redirect. Only for what may be repeated: a kept connection that turns out to be closed is replaced once.
 * @throws Error when it can't be reached, takes too long, breaks off, or answers more than a megabyte.
 */
export function sendRequest(url: string, outgoing: HttpRequestOptions): Promise<HttpResponse> {
  const { protocol } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`can't ask over ${protocol}`)
  return sendOnce(url, protocol, outgoing, agents[protocol])
}

/** How often something is asked at most. */
const MAX_ATTEMPTS = 3
/** Milliseconds of the first pause; each next one is twice as long. */
const FIRST_PAUSE_MS = 250

/**
 * Asks once more, and again, after what may pass: a connection that fails, 429, or a 5xx. Waits as long as the answer
 * says, else with growing pauses and some chance, so that not all who were refused come back at once; never longer than
 * `timeoutMs` in all.
 * @throws Error as `ask` does
 */
export async function sendRequestWithRetry(url: string, outgoing: HttpRequestOptions): Promise<HttpResponse> {
  const until = performance.now() + outgoing.timeoutMs
  for (let tried = 1; ; tried += 1) {
    const asked = sendRequest(url, { ...outgoing, timeoutMs: until - performance.now() })
    const answer = await asked.catch((error: Error) => error)
    const grown = FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random())
    const wait = answer instanceof Error ? grown : Math.max(grown, (answer.retryAfter ?? 0) * 1000)
    const isLast = tried === MAX_ATTEMPTS || !isRetryable(answer) || performance.now() + wait >= until
    if (isLast && answer instanceof Error) throw answer
    if (isLast && !(answer instanceof Error)) return answer
    await pause(wait)
  }
}

const isRetryable = (answer: HttpResponse | Error): boolean =>
  answer instanceof Error || answer.status === 429 || answer.status >= 500

/** @param agent false for a connection of its own */
function sendOnce(
  url: string,
  protocol: 'http:' | 'https:',
  outgoing: HttpRequestOptions,
  agent: http.Agent | false,
): Promise<HttpResponse> {
  const { method, headers, body, timeoutMs, lookup } = outgoing
  return new Promise((resolve, reject) => {
    const until = performance.now() + timeoutMs
    const request = (protocol === 'https:' ? https : http).request(url, {
      method,
      headers,
      agent,
      lookup,
    })
    /** An answer began, or we gave up: from here on a closed connection is no reason to ask again. */
    let isDecided = false
    const fail = (error: Error): void => {
      isDecided = true
      clearTimeout(timer)
      reject(error)
      request.destroy()
    }
    // Not the socket's own timeout: that starts again with every byte of an answer that drips.
    const timer = setTimeout(() => fail(new Error('no whole answer in time')), timeoutMs)
    request.on('error', error => {
      if (isDecided || !agent || !isStaleConnection(request, error)) return fail(error)
      clearTimeout(timer)
      resolve(sendOnce(url, protocol, { ...outgoing, timeoutMs: until - performance.now() }, false))
    })
    request.on('response', answer => {
      isDecided = true
      readBody(answer, fail, text => {
        clearTimeout(timer)
        resolve({ status: answer.statusCode ?? 0, text, ...retryAfterOf(answer) })
      })
    })
    request.end(body)
  })
}

/** Only as seconds; the other form, a date, depends on two clocks. */
function retryAfterOf({ headers }: http.IncomingMessage): { retryAfter?: number } {
  const seconds = /^\d{1,6}$/.exec(headers['retry-after'] ?? '')?.[0]
  return seconds === undefined ? {} : { retryAfter: Number(seconds) }
}

/** The other side closed the kept connection at the moment that we used it. */
const isStaleConnection = (request: http.ClientRequest, { code = '' }: NodeJS.ErrnoException): boolean =>
  request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(code)

function readBody(
  answer: http.IncomingMessage,
  fail: (error: Error) => void,
  done: (text: string) => void,
): void {
  const chunks: Buffer[] = []
  let length = 0
  answer.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > MAX_RESPONSE_BYTES) fail(new Error('the answer is too long'))
    else chunks.push(chunk)
  })
  answer.on('error', fail)
  answer.on('end', () => done(Buffer.concat(chunks).toString()))
}
