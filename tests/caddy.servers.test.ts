import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCaddy } from './support/caddy.ts'
import { openHttpServer } from './support/httpServer.ts'
import { freePort } from './support/port.ts'

let httpPort: number
const closing: (() => unknown)[] = []

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-caddy-'))
  const node = await openHttpServer((_, response) => void response.end('a node'))
  httpPort = await freePort()
  const origin = `https://localhost:${await freePort()}`
  const stop = await startCaddy({ folder, origin, nodes: [new URL(node.url).host], httpPort })
  closing.push(
    stop,
    () => node.close(),
    () => rm(folder, { recursive: true, force: true }),
  )
})
afterAll(async () => {
  for (const close of closing) await close()
})

const ask = (path: string, method = 'GET') =>
  fetch(`http://localhost:${httpPort}${path}`, { method, redirect: 'manual' })

it('leads who typed the name to HTTPS', async () => {
  const { status, headers } = await ask('/shop?q=kaars')
  expect([status, headers.get('location')]).toEqual([301, 'https://localhost/shop?q=kaars'])
})

it.each(['GET', 'POST'])('refuses %s of the API without TLS', async method => {
  const { status, headers } = await ask('/api/login', method)
  expect([status, headers.get('location')]).toEqual([403, null])
})

it('waits ten seconds for the headers of a request', { timeout: 40_000 }, async () => {
  const start = performance.now()
  const socket = connect(httpPort, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n')
  const drip = setInterval(() => socket.write('x: y\r\n'), 500)
  socket.resume()
  await new Promise(resolve => socket.on('close', resolve))
  clearInterval(drip)
  expect(performance.now() - start).toBeGreaterThan(9000)
})
