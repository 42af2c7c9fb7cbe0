import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../bin/builds.js'
import { openPostgresServer, type PostgresServer } from '../support/postgres.ts'
import { startServer, type ServerProcess } from '../support/server.ts'

let postgres: PostgresServer
let server: ServerProcess
beforeAll(async () => {
  postgres = await openPostgresServer()
  const build = process.env['BUILD_DIR'] ?? (await ensureBuilt(process.execPath))
  server = await startServer({
    env: { DATABASE_URL: await postgres.create(), BUILD_DIR: build, DEMO: 'off' },
  })
}, 180_000)
afterAll(() => postgres.close())

it('a server whose log reader and database are killed at the same moment goes on, and ends when it is told to', async () => {
  server.closeLogs()
  await postgres.kill()
  // Each of these is a line that nobody reads.
  for (let time = 0; time < 20; time += 1)
    expect((await fetch(`${server.origin}/api/categories`)).status).toBeGreaterThan(0)
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
  // Null when it had to be killed.
  expect(await server.stop()).not.toBeNull()
}, 120_000)
