import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { createLog } from '../telemetry/log.ts'
import { toOriginForm } from './unreadableRequests.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

/** @returns the bytes that the server writes until it closes the connection */
async function send(request: string) {
  const { hostname, port } = new URL(shop.origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}

const HOST = 'Host: gloed.test\r\nConnection: close\r\n'

describe('an unknown kind of request', () => {
  it.each([
    ['an unknown method', `FOO / HTTP/1.1\r\n${HOST}\r\n`, 400, 'MALFORMED_REQUEST'],
    ['a method that nothing has', `PROPFIND /shop HTTP/1.1\r\n${HOST}\r\n`, 404, 'NOT_FOUND'],
    ['TRACE, which would repeat the request', `TRACE /shop HTTP/1.1\r\n${HOST}\r\n`, 404, 'NOT_FOUND'],
    ['a method that a page does not have', `DELETE /shop HTTP/1.1\r\n${HOST}\r\n`, 404, 'NOT_FOUND'],
    ['OPTIONS of everything', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, 404, 'NOT_FOUND'],
    ['a line that is no header', `GET / HTTP/1.1\r\n${HOST}No header\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    [
      'two lengths of a body',
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'MALFORMED_REQUEST',
    ],
    [
      'headers that are too long',
      `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
  ])('%s is refused as a call is', async (_name, request, status, code) => {
    const answer = await send(request)
    expect(answer.status).toBe(status)
    expect(answer.head).toContain('content-type: application/json')
    expect(JSON.parse(answer.body)).toMatchObject({ code, message: expect.any(String) })
  })
})

it('an expectation other than 100-continue is not looked at', async () => {
  const { status, body } = await send(`GET /api/user HTTP/1.1\r\n${HOST}Expect: nothing\r\n\r\n`)
  expect([status, JSON.parse(body)]).toMatchObject([401, { code: 'NO_SESSION' }])
})

describe('a client that leaves in the middle of its body', () => {
  it('is no error of ours, and no lost database', async () => {
    const lines: string[] = []
    const watched = await openShop({ log: createLog('error', { write: line => void lines.push(line) }) })
    const left = new Promise(resolve => {
      watched.node.app.server.once('request', (_, response) => response.once('close', resolve))
    })
    const { hostname, port } = new URL(watched.origin)
    const socket = connect(Number(port), hostname)
    socket.end(
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    )
    await left
    await watched.close()
    expect(lines).toEqual([])
  })
})

describe('a target that names a host', () => {
  it.each([
    ['/shop?x=1', '/shop?x=1'],
    ['http://other.example/shop?x=1', '/shop?x=1'],
    ['HTTPS://other.example', '/'],
    ['http://other.example?x=1', '/?x=1'],
    ['//other.example/shop', '//other.example/shop'],
    ['*', '*'],
  ])('%s is %s', (target, path) => expect(toOriginForm(target)).toBe(path))

  it('is never where a browser is sent', async () => {
    for (const scheme of ['http', 'HTTPS', 'ftp', 'ws', 'a+b'])
      for (const path of ['/%E0%A4%A', '/%', '', '?%']) {
        const target = `${scheme}://other.example${path}`
        const { head } = await send(`GET ${target} HTTP/1.1\r\n${HOST}Accept: text/html\r\n\r\n`)
        expect(head).not.toContain('other.example')
      }
  })

  it('without a path is no page to send a browser to', async () => {
    const { head } = await send(`GET *% HTTP/1.1\r\n${HOST}Accept: text/html\r\n\r\n`)
    expect(head).toMatch(/^http\/1.1 400/)
    expect(head).not.toMatch(/^location/im)
  })
})

describe('an upgrade', () => {
  const upgrade = (path: string, protocol = 'websocket') =>
    send(
      `GET ${path} HTTP/1.1\r\nHost: gloed.test\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )

  it.each(['/shop', '/api/admin/users', '/api/categories', '/nergens'])(
    'of %s is a plain request',
    async path => {
      const { status } = await upgrade(path)
      expect(status).toBe((await shop.newClient().request('GET', path)).status)
    },
  )

  it('to another protocol is a plain request', async () => {
    expect((await upgrade('/api/categories', 'h2c')).status).toBe(200)
  })

  it('of the live socket wants a login', async () => {
    expect((await upgrade('/api/live')).status).toBe(401)
  })
})
