import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'

/** Bytes that are no request, or hardly one. */
export interface RawRequest {
  raw: string
}

const HOST = 'host: 127.0.0.1'
const LAST = 'connection: close'
const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, HOST, LAST, ...headers, '', ''].join('\r\n')
const post = (body: string, ...headers: string[]) =>
  ['POST /api/login HTTP/1.1', HOST, LAST, 'content-type: application/json', ...headers, '', body].join(
    '\r\n',
  )

const requests = [
  get('/api/user'),
  get('*'),
  get('//'),
  get('/api/products/%'),
  get('/api/orders/%C3%28'),
  get('/api/products?q=%00&q[]=%E0%A4%A'),
  get('/../../../../etc/passwd'),
  get('/media/..%2f..%2fdatabase'),
  get('http://elders.example/api/user'),
  get('/api/user', 'host: elders.example'),
  get('/api/user', 'transfer-encoding: chunked', 'content-length: 5'),
  get('/api/user', 'upgrade: websocket', 'connection: upgrade'),
  get('/api/live', 'upgrade: websocket', 'connection: upgrade', 'sec-websocket-version: 99'),
  get('/api/user', `x: ${'x'.repeat(20_000)}`),
  get('/api/user', ...Array.from({ length: 3000 }, (_, index) => `x${index}: 1`)),
  get(`/${'a'.repeat(20_000)}`),
  get('/api/user', 'expect: 100-continue'),
  get('/api/user', ' folded: x', 'no-colon', ': empty'),
  'GET /api/user HTTP/1.0\r\n\r\n',
  'GET /api/user HTTP/3.7\r\nhost: x\r\n\r\n',
  'GET /api/user\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'CONNECT elders.example:443 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'TRACE /api/user HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'PATCH /api/user HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  post('{}', 'content-length: 2'),
  post('{}', 'content-length: 20'),
  post('{}', 'content-length: -1'),
  post('{}', 'content-length: 2', 'content-length: 3'),
  post('2\r\n{}\r\n0\r\n\r\n', 'transfer-encoding: chunked'),
  post('ffffffffffffffff\r\n{}\r\n', 'transfer-encoding: chunked'),
  post('2;x="\r\n{}\r\n0\r\nx: y\r\n\r\n', 'transfer-encoding: chunked'),
  post('{}', 'transfer-encoding: gzip, chunked'),
]

const edit = fc.record({ at: fc.nat(200), with: fc.string({ unit: 'binary', maxLength: 3 }) })

/** A request as it is, or with bytes replaced near its beginning. */
export const rawRequest: fc.Arbitrary<RawRequest> = fc
  .tuple(fc.constantFrom(...requests), fc.array(edit, { maxLength: 3 }))
  .map(([raw, edits]) => ({
    raw: edits.reduce(
      (text, each) => text.slice(0, each.at) + each.with + text.slice(each.at + each.with.length),
      raw,
    ),
  }))

/** In milliseconds. */
const PATIENCE_MS = 20_000

/** Sends bytes and no more. @returns all that is answered */
export async function sendRaw(origin: string, { raw }: RawRequest): Promise<string> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
  socket.on('error', () => undefined).setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no end')))
  socket.on('end', () => socket.destroy())
  socket.end(Buffer.from(raw, 'latin1'))
  await once(socket, 'close')
  return answer
}

/** @returns the error of the answer, or null */
export function brokenRawAnswer(answer: string): string | null {
  const [head = '', ...body] = answer.split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
  if (status === 0) return answer === '' ? null : 'no HTTP'
  if (status >= 500) return `${status}`
  const text = body.join('\r\n\r\n')
  return status < 400 || text === '' || text.includes('"code"') ? null : `${status} without a problem body`
}
