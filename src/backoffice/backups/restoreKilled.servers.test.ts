import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../../bin/builds.js'
import { contentOf, filesOf } from '../../../tests/support/backupContent.ts'
import { addFileProduct } from '../../../tests/support/downloads.ts'
import { jpeg, sendPictures, storedAtRest } from '../../../tests/support/pictureUploads.ts'
import { query } from '../../../tests/support/postgres.ts'
import { programOf } from '../../../tests/support/server.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import type { Config } from '../../platform/config.ts'
import { openDatabase } from '../../platform/db/openDatabase.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { sessionSecretPath } from '../../platform/crypto/keys.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { restore } from './restore.service.ts'
import { backUp, type BackupSource } from './service.ts'

const postgres = openSharedPostgres()
const clock = { log: createLog('silent'), now: () => new Date() }
let folder: string
let build: string
let shop: TestShop
let source: BackupSource
/** The content of the backup when it is restored as a whole. */
let content: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  build = process.env['BUILD_DIR'] ?? (await ensureBuilt(process.execPath))
  const databaseUrl = await postgres.create()
  shop = await openShop({
    database: await openPostgres(databaseUrl),
    env: { BACKUP_DIR: join(folder, 'backups') },
  })
  const { storage, files, config } = shop.node.platform
  const copyDatabase = () => Promise.reject(new Error('none'))
  source = { config: { ...config, databaseUrl }, stores: { storage, files }, copyDatabase }
  const admin = await shop.newUser('ADMIN')
  await addFileProduct(shop, admin)
  await sendPictures(admin, await jpeg())
  await storedAtRest(shop)
  await backUp(source, new Date())
  const whole = await elsewhere(await postgres.createEmpty())
  const { database } = await restore(whole, clock)
  content = await contentOf(database.source)
  await database.close()
}, 240_000)
afterAll(async () => {
  await shop.close()
  await postgres.close()
  await rm(folder, { recursive: true })
})

const elsewhere = async (databaseUrl: string | undefined): Promise<Config> => ({
  ...source.config,
  databaseUrl,
  dataDir: await mkdtemp(join(folder, 'restored-')),
  sessionSecret:
    source.config.sessionSecret ?? (await readFile(sessionSecretPath(source.config.dataDir), 'utf8')),
})

/** Runs the command, and kills it after this many milliseconds, if it still runs. @returns how long it took */
async function runRestore({ databaseUrl, dataDir, sessionSecret = '' }: Config, killAfter = Infinity) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const env = {
    ...inherited,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    DATA_DIR: dataDir,
    BACKUP_DIR: source.config.backupDir,
    SESSION_SECRET: sessionSecret,
  }
  const begun = performance.now()
  const child = spawn(process.execPath, [programOf('restore', build)], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  if (Number.isFinite(killAfter)) {
    await Promise.race([pause(killAfter), ended])
    child.kill('SIGKILL')
  }
  await ended
  return performance.now() - begun
}

it.each(['PostgreSQL', 'embedded'])(
  'leaves %s empty, for the same command to be repeated, or complete, when it is killed',
  async kind => {
    const newTarget = async () => elsewhere(kind === 'PostgreSQL' ? await postgres.createEmpty() : undefined)
    const duration = await runRestore(await newTarget())
    for (const part of [0.5, 0.75, 0.95]) {
      const target = await newTarget()
      await runRestore(target, part * duration)
      const repeated = await restore(target, clock).catch((error: unknown) => error)
      // One that was killed after its commit is refused, and says what to do.
      if (repeated instanceof Error) expect(repeated.message).toMatch(/in gebruik(.|\n)*Start de winkel/)
      else await (repeated as Awaited<ReturnType<typeof restore>>).database.close()
      const database = await openDatabase(target)
      expect(await contentOf(database.source)).toEqual(content)
      await database.close()
      expect(await filesOf(target.dataDir)).toEqual(await filesOf(source.config.dataDir))
    }
  },
  300_000,
)

it('is refused while a node runs on the empty database, whose jobs it replaces', async () => {
  const databaseUrl = await postgres.createEmpty()
  const node = await openShop({ database: await openPostgres(databaseUrl) })
  await expect(restore(await elsewhere(databaseUrl), clock)).rejects.toThrow('draait nog een winkel')
  await node.close()
  await query(
    databaseUrl,
    `insert into pgboss.job (name) select name from pgboss.queue order by name limit 1`,
  )
  const { database } = await restore(await elsewhere(databaseUrl), clock)
  const restored = await contentOf(database.source)
  for (const table of ['public.users', 'pgboss.job']) expect(restored[table]).toEqual(content[table])
  await database.close()
})
