import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../support/port.ts'
import { openSharedPostgres } from '../support/sharedPostgres.ts'

const run = promisify(execFile)
const postgres = openSharedPostgres()
let folder: string
let release: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloed-release-'))
  release = join(folder, 'gloed')
  await run(process.execPath, [join(import.meta.dirname, '../../bin/release.js'), release])
}, 180_000)
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await postgres.close()
})

it('has everything that running the shop needs, Node included', async () => {
  const env = {
    PATH: '/usr/bin:/bin',
    NODE_ENV: 'production',
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    DATABASE_URL: await postgres.create(),
    PUBLIC_URL: 'https://www.example.com',
    SESSION_SECRET: 'the-secret-of-a-shop-from-a-release',
    MOLLIE_API_KEY: 'test_release',
    SMTP_URL: 'smtp://127.0.0.1:9',
    NODE_COMPILE_CACHE: join(folder, 'code'),
  }
  const gloed = join(release, 'bin/gloed')
  const health = () => run(gloed, ['health'], { env, cwd: folder })
  await expect(health()).rejects.toMatchObject({ code: 1 })
  const server = spawn(gloed, [], { env, cwd: folder, stdio: 'ignore' })
  const ended = once(server, 'exit')
  await expect.poll(() => health().catch(() => null), { timeout: 60_000 }).not.toBeNull()
  const admin = await run(gloed, ['admin', 'create', 'admin@example.com'], { env, cwd: folder })
  expect(admin.stdout).toContain('https://www.example.com/')
  // The next start compiles less.
  const keptCode = () => readdirSync(join(folder, 'code'), { recursive: true }).map(String)
  await expect
    .poll(keptCode, { timeout: 30_000 })
    .toContainEqual(expect.stringMatching(/programs.start-.+\.cjs/))
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

it('names a command that it does not have', async () => {
  await expect(run(join(release, 'bin/gloed'), ['toString'])).rejects.toMatchObject({
    code: 2,
    stderr: 'gloed: no command toString\n',
  })
})

it('is not made in a folder with files', async () => {
  const again = run(process.execPath, [join(import.meta.dirname, '../../bin/release.js'), release])
  await expect(again).rejects.toMatchObject({ code: 1, stderr: `gloed: ${release} is not empty.\n` })
})
