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

const get = (url: string, timeoutMs = 5000) =>
  sendRequest(url, { provider: 'self', method: 'GET', headers: {}, timeoutMs })

it('reuses connections and follows no redirect', async () => {
  const sockets = new Set<Socket>()
  const url = await open((request, response) => {
    sockets.add(request.socket)
    response.writeHead(302, { location: '/elsewhere' })
    request.pipe(response)
  })
  const put = {
    provider: 'self' as const,
    method: 'PUT',
    headers: { 'x-key': 'a' },
    body: '{"naam":"é"}',
    timeoutMs: 5000,
  }
  for (let count = 0; count < 10; count += 1)
    expect(await sendRequest(url, put)).toEqual({ status: 302, text: '{"naam":"é"}' })
  // The first connection may still be busy when the second request begins; from then on two are reused.
  expect(sockets.size).toBeLessThanOrEqual(2)
})

it('times out although the response keeps trickling in', async () => {
  const url = await open((_, response) => {
    const drip = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(drip))
  })
  await expect(get(url, 150)).rejects.toThrow('aborted due to timeout')
})

it('times out when no response begins', async () => {
  await expect(get(await open(() => {}), 100)).rejects.toThrow('aborted due to timeout')
})

it('times out on a reused connection as well, without a retry', async () => {
  let requests = 0
  const url = await open((_, response) => {
    requests += 1
    if (requests === 1) response.end('{}')
  })
  await get(url)
  // Long enough for both to reach the server on a busy machine.
  await expect(get(url, 1000)).rejects.toThrow('aborted due to timeout')
  await expect(get(url, 1000)).rejects.toThrow('aborted due to timeout')
  expect(requests).toBe(3)
})

it('reads at most a megabyte', async () => {
  const url = await open((_, response) => {
    const more = (gone?: Error | null) => gone || response.write('x'.repeat(64 * 1024), more)
    more()
  })
  await expect(get(url)).rejects.toThrow('exceeded max size')
})

it('rejects a truncated response, without a request for the rest', async () => {
  let requests = 0
  const url = await open((request, response) => {
    requests += 1
    response.writeHead(200, { 'content-length': 10 })
    response.write('half', () => request.socket.destroy())
  })
  await expect(get(url)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
  expect(requests).toBe(1)
})

it('rejects when the connection closes before a response, new or reused, without a retry', async () => {
  let requests = 0
  const url = await open((request, response) => {
    requests += 1
    if (request.url === '/away') request.socket.destroy()
    else response.end('{}')
  })
  await expect(get(`${url}away`)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
  await get(url)
  await get(url)
  await expect(get(`${url}away`)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' })
  expect(requests).toBe(4)
})

it('cancels on abort and sends nothing for a signal that is already aborted', async () => {
  const controller = new AbortController()
  let requests = 0
  const url = await open(() => {
    requests += 1
    controller.abort()
  })
  const { signal } = controller
  const hanging = sendRequest(url, { provider: 'self', method: 'POST', headers: {}, timeoutMs: 5000, signal })
  await expect(hanging).rejects.toMatchObject({ name: 'AbortError' })
  await expect(
    sendRequest(url, { provider: 'self', method: 'POST', headers: {}, timeoutMs: 5000, signal }),
  ).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(requests).toBe(1)
})

it('connects to public addresses only with isPublicOnly', async () => {
  const url = (await open((_, response) => response.end('{}'))).replace('127.0.0.1', 'localhost')
  const response = sendRequest(url, {
    provider: 'self',
    method: 'GET',
    headers: {},
    timeoutMs: 5000,
    isPublicOnly: true,
  })
  await expect(response).rejects.toThrow('not on the open internet')
})

it('uses TLS for https and refuses other protocols', async () => {
  const url = await open((_, response) => response.end('{}'))
  await expect(get(url.replace('http:', 'https:'))).rejects.toThrow('wrong version number')
  await expect(get('file:///etc/hostname')).rejects.toThrow('http:')
})
