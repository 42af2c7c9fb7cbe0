import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Problem, type ProblemCode } from '../../wire/problem.ts'

/** The names that Node's parser and its time limits give them, https://nodejs.org/api/http.html#event-clienterror. */
const problemByError: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
}

/** Milliseconds in which a client that still sends can read the answer. */
const LINGER_MS = 1000

/**
 * Answers bytes that could not be read as a request, and ends the connection: the next request can't be told from them. Further bytes are
 * read and dropped for a moment, because a connection that is closed while something comes in takes the answer with it (RFC 9112, 9.6).
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void {
  // The client has left.
  if (error.code === 'ECONNRESET') return void socket.destroy()
  // More of a request that was answered already.
  if (!socket.writable) return
  const problem = new Problem(problemByError[error.code ?? ''] ?? 'MALFORMED_REQUEST')
  const body = JSON.stringify(problem.body())
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    'connection: close',
  ]
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/**
 * The path of a target, also of one that names a host, as for a proxy (RFC 9112, 3.2.2). That host is whatever the client wrote, so nothing
 * may be built from it.
 */
export function toOriginForm(target: string): string {
  if (target.startsWith('/')) return target
  const [, path] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*(.*)$/i.exec(target) ?? []
  if (path === undefined) return target
  return path.startsWith('/') ? path : `/${path}`
}
