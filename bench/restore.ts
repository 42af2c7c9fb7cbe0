import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { generateKey } from '../src/backoffice/backups/key.service.ts'
import { restore } from '../src/backoffice/backups/restore.service.ts'
import { backUp } from '../src/backoffice/backups/service.ts'
import { readConfig } from '../src/platform/config.ts'
import { openPostgres } from '../src/platform/db/postgres/openPostgres.ts'
import { openFileStores } from '../src/platform/files/fileStores.ts'
import { createQueues } from '../src/platform/jobs/jobs.ts'
import { createLog } from '../src/platform/telemetry/log.ts'
import { newStorageKey } from '../src/platform/files/storage.ts'
import { openPostgresServer } from '../tests/support/postgres.ts'
import { seedLargeShop } from './largeShop.ts'

/**
 * `npm run bench:restore`: how long an encrypted backup of a large shop and its restore take, on PostgreSQL; by default a database of
 * about a gigabyte, with a gigabyte of files.
 */
const { values: options } = parseArgs({
  options: { share: { type: 'string', default: '1' }, embedded: { type: 'boolean', default: false } },
})
const share = Number(options.share)
const sizes = { products: 40_000 * share, users: 100_000 * share, orders: 1_000_000 * share }
const FILES = 5000 * share
const FILE_BYTES = 200 * 1024
const GOAL_S = 300
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`

const folder = await mkdtemp(join(tmpdir(), 'gloed-restore-'))
const postgres = await openPostgresServer()
try {
  const url = await postgres.create()
  const database = await openPostgres(url)
  await createQueues(database, [])
  await database.close()
  await seedLargeShop(url, sizes)
  const dataDir = join(folder, 'data')
  await writeFiles(dataDir)
  const keyFile = join(folder, 'key')
  const publicKey = /BACKUP_PUBLIC_KEY=(\S+)/.exec(await generateKey(keyFile))?.[1]
  const config = readConfig({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    BACKUP_DIR: join(folder, 'backups'),
    BACKUP_PUBLIC_KEY: publicKey,
    BACKUP_KEY_FILE: keyFile,
  })
  const log = createLog('warn')
  const stores = await openFileStores(config, log)
  const shop = { config, stores, copyDatabase: () => Promise.resolve() }
  const size = await sizeOfDatabase(url)
  console.log(`database ${megabytes(size)}, ${FILES} files of ${megabytes(FILES * FILE_BYTES)}`)
  await timed('backup', () => backUp(shop, new Date()))
  await timed('a second backup', () => backUp(shop, new Date(Date.now() + 60_000)))
  console.log(`backups ${megabytes(await sizeOfFolder(join(folder, 'backups')))}`)
  const target = { ...config, dataDir: join(folder, 'restored') }
  const seconds = await timed('restore', async () => {
    const to = options.embedded ? undefined : await postgres.create()
    await (await restore({ ...target, databaseUrl: to }, { log, now: () => new Date() })).database.close()
  })
  console.log(
    `goal ${GOAL_S} s for a gigabyte: ${seconds <= GOAL_S ? 'met' : 'NOT met'}; peak memory ${megabytes(process.resourceUsage().maxRSS * 1024)}`,
  )
} finally {
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
}

async function timed(name: string, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  console.log(`${name}: ${seconds.toFixed(1)} s`)
  return seconds
}

/** As pictures are: their bytes can't be compressed. */
async function writeFiles(dataDir: string): Promise<void> {
  await mkdir(join(dataDir, 'media', 'pictures'), { recursive: true })
  for (let left = FILES; left > 0; left -= 1)
    await writeFile(join(dataDir, 'media', newStorageKey('pictures')), randomBytes(FILE_BYTES))
}

async function sizeOfDatabase(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  await client.end()
  return Number(rows[0]?.bytes)
}

async function sizeOfFolder(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const sizes = entries
    .filter(entry => entry.isFile())
    .map(async entry => (await stat(join(entry.parentPath, entry.name))).size)
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
}
