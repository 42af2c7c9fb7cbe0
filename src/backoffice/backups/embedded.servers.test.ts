import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../../bin/builds.js'
import { programOf, startServer } from '../../../tests/support/server.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { createTestClient } from '../../../tests/support/shop.ts'
import { demoAccounts } from '../../app/demo/accounts.ts'
import { login, readUser } from '../../people/accounts/contract.ts'

const postgres = openSharedPostgres()
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))))
afterAll(async () => {
  await postgres.close()
  await rm(folder, { recursive: true })
})

it('takes an embedded shop while it serves to PostgreSQL', async () => {
  const build = process.env['BUILD_DIR'] ?? (await ensureBuilt(process.execPath))
  const backups = { DEMO: 'on', BUILD_DIR: build, BACKUP_DIR: join(folder, 'backups') }
  const embedded = await startServer({ env: backups })
  const run = (name: 'backup' | 'restore', env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [programOf(name, build)], {
      env: { ...process.env, ...backups, ...env },
    })
  const customer = createTestClient(embedded.origin)
  const { email = '', password = '' } = demoAccounts.find(({ role }) => role === 'USER') ?? {}
  expect((await customer.call(login, { email, password })).status).toBe(200)
  const { body: before } = await customer.call(readUser)
  const { stdout } = await run('backup', { DATA_DIR: embedded.dataDir })
  expect(stdout).toContain('Back-up gemaakt')
  expect(await embedded.stop()).toBe(0)

  const DATABASE_URL = await postgres.createEmpty()
  const dataDir = await mkdtemp(join(folder, 'grown-'))
  expect((await run('restore', { DATABASE_URL, DATA_DIR: dataDir })).stdout).toContain('de boeken kloppen')
  const grown = await startServer({ dataDir, env: { ...backups, DATABASE_URL } })
  const returning = createTestClient(grown.origin)
  expect((await returning.call(login, { email, password })).status).toBe(200)
  expect((await returning.call(readUser)).body).toEqual(before)
  expect(await grown.stop()).toBe(0)
}, 120_000)
