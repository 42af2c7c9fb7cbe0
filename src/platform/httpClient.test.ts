import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { sendRequest } from './httpClient.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function open(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const get = (url: string, timeoutMs = 5000) => sendRequest(url, { method: 'GET', headers: {}, timeoutMs })

it('asks, again over the same connection, and follows nothing', async () => {
  const sockets = new Set<Socket>()
  const url = await open((request, response) => {
    sockets.add(request.socket)
    response.writeHead(302, { location: '/elsewhere' })
    request.pipe(response)
  })
  const put = { method: 'PUT', headers: { 'x-key': 'a' }, body: '{"naam":"é"}', timeoutMs: 5000 }
  expect(await sendRequest(url, put)).toEqual({ status: 302, text: '{"naam":"é"}' })
  expect(await sendRequest(url, put)).toEqual({ status: 302, text: '{"naam":"é"}' })
  expect(sockets.size).toBe(1)
})

it('waits as long as it was told, however the answer drips', async () => {
  const url = await open((_, response) => {
    const drip = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(drip))
  })
  await expect(get(url, 150)).rejects.toThrow('no whole answer in time')
})

it('waits no longer for one that never begins', async () => {
  await expect(get(await open(() => {}), 100)).rejects.toThrow('no whole answer in time')
})

it('gives up on a kept connection as well, and does not begin again', async () => {
  let asked = 0
  const url = await open((_, response) => {
    asked += 1
    if (asked === 1) response.end('{}')
  })
  await get(url)
  await expect(get(url, 100)).rejects.toThrow('no whole answer in time')
  await expect(get(url, 100)).rejects.toThrow('no whole answer in time')
  expect(asked).toBe(3)
})

it('reads no more than a megabyte', async () => {
  const url = await open((_, response) => {
    const more = (gone?: Error | null) => gone || response.write('x'.repeat(64 * 1024), more)
    more()
  })
  await expect(get(url)).rejects.toThrow('too long')
})

it('does not take half an answer for a whole one', async () => {
  const url = await open((request, response) => {
    response.writeHead(200, { 'content-length': 10 })
    response.write('half', () => request.socket.destroy())
  })
  await expect(get(url)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

it('replaces a kept connection that turns out to be closed, and no other', async () => {
  const asked = new Map<Socket, number>()
  const url = await open((request, response) => {
    const times = (asked.get(request.socket) ?? 0) + 1
    asked.set(request.socket, times)
    if (times > 1 || request.url === '/away') request.socket.destroy()
    else response.end('{}')
  })
  expect(await get(url)).toMatchObject({ text: '{}' })
  expect(await get(url)).toMatchObject({ text: '{}' })
  expect([...asked.values()]).toEqual([2, 1])
  await expect(get(`${url}away`)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(asked.size).toBe(3)
})

it('speaks TLS where it was told to, and nothing but HTTP', async () => {
  const url = await open((_, response) => response.end('{}'))
  await expect(get(url.replace('http:', 'https:'))).rejects.toThrow('EPROTO')
  await expect(async () => get('file:///etc/hostname')).rejects.toThrow('file:')
})
