import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { openRedis } from './redis.ts'

/** A server that answers so many commands on each connection. */
async function openSilentServer(answers: number) {
  const connections: Socket[] = []
  const server = createServer(socket => {
    connections.push(socket)
    let left = answers
    socket.on('data', () => {
      left -= 1
      if (left >= 0) socket.write('+OK\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    connections,
    address: { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, sentinels: undefined },
    close() {
      for (const connection of connections) connection.destroy()
      server.close()
    },
  }
}

it.each([
  ['takes connections and answers nothing', 0],
  ['answers nothing any more', 3],
])('leaves a server that %s, and tries again', async (_, answers) => {
  const silent = await openSilentServer(answers)
  const redis = openRedis(silent.address, createLog('silent'), { maxRetriesPerRequest: null })
  await vi.waitFor(() => expect(silent.connections.length).toBeGreaterThan(1), { timeout: 20_000 })
  redis.disconnect()
  silent.close()
})

it('connects within two seconds to a server that comes back after a long time', async () => {
  const silent = await openSilentServer(0)
  const redis = openRedis(silent.address, createLog('silent'), { maxRetriesPerRequest: null })
  const delays: number[] = []
  redis.on('reconnecting', (delay: number) => delays.push(delay))
  silent.close()
  await vi.waitFor(() => expect(delays.length).toBeGreaterThan(7), { timeout: 20_000 })
  redis.disconnect()
  expect(Math.max(...delays)).toBeLessThan(2000)
})
