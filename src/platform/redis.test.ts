import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { createLog } from './log.ts'
import { openRedis } from './redis.ts'

it('leaves a server that takes connections and answers nothing, and tries again', async () => {
  const connections: Socket[] = []
  const silent = createServer(socket => void connections.push(socket.resume())).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `redis://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const address = { url, sentinels: undefined }
  const redis = openRedis(address, createLog('silent'), { maxRetriesPerRequest: null })
  await vi.waitFor(() => expect(connections.length).toBeGreaterThan(1), { timeout: 20_000 })
  redis.disconnect()
  for (const connection of connections) connection.destroy()
  silent.close()
})
