import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { openTcpProxy } from './tcpProxy.ts'

afterEach(() => vi.restoreAllMocks())

async function openLatency(latencyMs: number) {
  let received = ''
  const server = createServer(socket => socket.setEncoding('utf8').on('data', text => (received += text)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy = await openTcpProxy({ host: '127.0.0.1', port }, latencyMs)
  const client = connect({ host: '127.0.0.1', port: proxy.port, noDelay: true })
  await once(client, 'connect')
  proxy.break('latency')
  const close = async () => {
    client.destroy()
    await proxy.close()
    server.close()
  }
  return { client, proxy, received: () => received, close }
}

it('delivers bytes in the order of sending, during latency and after it', async () => {
  const { client, proxy, received, close } = await openLatency(100)
  client.write('a')
  await pause(20)
  client.write('b')
  await pause(20)
  proxy.mend()
  client.write('c')
  await expect.poll(received).toBe('abc')
  await close()
})

it('waits no negative time, of which Node warns', async () => {
  const { client, received, close } = await openLatency(15)
  // A packet that is not due yet when it is looked at is due a moment later.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  const setTimer = vi.spyOn(globalThis, 'setTimeout')
  client.write('a')
  await vi.waitFor(() => expect(received()).toBe('a'))
  for (const [, ms = 0] of setTimer.mock.calls) expect(ms).toBeGreaterThanOrEqual(0)
  await close()
})
