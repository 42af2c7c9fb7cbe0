import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './databaseErrors.ts'

test('a server that accepts a connection and says nothing is unavailable', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const client = new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 20 })
  client.on('error', () => undefined)
  const error: unknown = await client.connect().catch((reason: unknown) => reason)
  silent.close()
  expect(error).toBeInstanceOf(Error)
  expect(isDatabaseUnavailable(error)).toBe(true)
})
