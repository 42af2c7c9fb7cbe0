import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Agent, type Dispatcher, type FormData } from 'undici'
import type { Answer } from './operations.ts'
import type { Caller } from './requests.ts'

/** A request as it goes over the line. */
export interface SentRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | FormData | null
}

export interface FullAnswer extends Answer {
  text: string
  headers: Record<string, string | string[] | undefined>
  cookies: string[]
}

export interface Client {
  /** With the cookies of the caller, besides its own. */
  send(caller: Caller, request: SentRequest): Promise<FullAnswer>
  callAs(caller: Caller, method: string, path: string, body?: object): Promise<FullAnswer>
}

/** Sends over loopback, with headers that browsers can't set. */
export function createClient(
  origin: string,
  cookieOf: (caller: Caller) => string,
): Client & { close(): Promise<void> } {
  const agent = new Agent({
    connections: 4,
    headersTimeout: 20_000,
    bodyTimeout: 20_000,
    // Long before the shop closes an idle connection, at which a request could come too late.
    keepAliveTimeout: 500,
    keepAliveMaxTimeout: 500,
  })
  const send: Client['send'] = async (caller, { method, path, headers, body }) => {
    const cookie = [cookieOf(caller), headers['cookie']].filter(Boolean).join('; ')
    const answer = await agent.request({
      origin,
      path,
      method,
      headers: { ...headers, ...(cookie && { cookie }) },
      body,
    })
    return read(answer)
  }
  return {
    send,
    callAs: (caller, method, path, body) => {
      const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
      const request = { method, path, headers, body: body ? JSON.stringify(body) : null }
      return send(caller, request)
    },
    close: () => agent.destroy(),
  }
}

async function read({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<FullAnswer> {
  const bytes = decoded(Buffer.from(await body.arrayBuffer()), String(headers['content-encoding']))
  const contentType = headers['content-type']?.toString()
  const text = bytes.toString('utf8')
  const cookies = headers['set-cookie'] ?? []
  return {
    status: statusCode,
    contentType,
    headers,
    text,
    bytes: bytes.length,
    body: contentType?.includes('json') && text ? (JSON.parse(text) as unknown) : null,
    cookies: Array.isArray(cookies) ? cookies : [cookies],
  }
}

function decoded(bytes: Buffer, encoding: string): Buffer {
  if (bytes.length === 0) return bytes
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes
}
