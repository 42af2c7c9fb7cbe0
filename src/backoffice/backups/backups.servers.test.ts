import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../../bin/builds.js'
import { contentOf, filesOf } from '../../../tests/support/backupContent.ts'
import { addFileProduct } from '../../../tests/support/downloads.ts'
import { addProduct, buyProduct } from '../../../tests/support/fixtures.ts'
import { createCustomers } from '../../../tests/support/customers.ts'
import { jpeg, patience, sendPictures, storedAtRest } from '../../../tests/support/pictureUploads.ts'
import { programOf } from '../../../tests/support/server.ts'
import { query } from '../../../tests/support/postgres.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { users } from '../../people/accounts/table.ts'
import type { Config } from '../../platform/config.ts'
import { createDataCipher } from '../../platform/crypto/dataCipher.ts'
import { openShopKeys } from '../../platform/crypto/dataKeys.ts'
import type { Db } from '../../platform/db/db.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { newStorageKey } from '../../platform/files/storage.ts'
import { orders } from '../../shop/orders/table.ts'
import { addCustomerNote } from '../notes/contract.ts'
import { findNotes } from '../notes/service.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import { folderSource, holdFiles, storedPathsOf } from './files.service.ts'
import { generateKey } from './key.service.ts'
import { rehearse } from './rehearsal.service.ts'
import { restore } from './restore.service.ts'
import { backupName } from './rules.ts'
import { backUp, type BackupSource } from './service.ts'

const postgres = openSharedPostgres()
const log = createLog('silent')
let folder: string
let shop: TestShop
/** Of the shop that serves. */
let config: Config
let source: BackupSource

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  const keyFile = join(folder, 'key')
  const publicKey = /BACKUP_PUBLIC_KEY=(\S+)/.exec(await generateKey(keyFile))?.[1] ?? ''
  const databaseUrl = await postgres.create()
  shop = await openShop({
    database: await openPostgres(databaseUrl),
    env: {
      BACKUP_DIR: join(folder, 'backups'),
      BACKUP_PUBLIC_KEY: publicKey,
      BACKUP_KEY_FILE: keyFile,
    },
  })
  const { storage, files } = shop.node.platform
  config = { ...shop.node.platform.config, databaseUrl }
  const copyDatabase = () => Promise.reject(new Error('PostgreSQL is read over a connection'))
  source = { config, stores: { storage, files }, copyDatabase }
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
  await rm(folder, { recursive: true })
})

/** Tomorrow, so that it is newer than the backups of earlier tests. */
const at = (time: string) =>
  new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T${time}:00Z`)

/** The clock of the restore: after all backups. */
const clock = { log, now: () => at('07:00') }

/** Where a backup is restored: a new data folder, and a database of either kind. */
const elsewhere = async (databaseUrl: string | undefined): Promise<Config> => ({
  ...config,
  databaseUrl,
  dataDir: await mkdtemp(join(folder, 'restored-')),
  sessionSecret: undefined,
})

/** The notes that were encrypted before the backup. */
async function readNotes(db: Db, restored: Config, customerId: string): Promise<string[]> {
  const { wrapper } = await openShopKeys(db, restored)
  const dataCipher = createDataCipher(wrapper, log, () => new Date())
  return (await findNotes({ db, dataCipher }, { customerId })).map(({ text }) => text)
}

it('copies a busy shop as it was at one moment, and fills either kind of database with it', async () => {
  const admin = await shop.newUser('ADMIN')
  const customers = await createCustomers(shop, 4)
  const product = await addProduct(shop, { stock: 1000 })
  const noted = { userId: admin.user.id, text: 'Te lezen na het terugzetten' }
  expect((await admin.call(addCustomerNote, noted)).status).toBe(201)
  const acknowledged: string[] = []
  let isBusy = true
  const traffic = customers.map(async (customer, index) => {
    while (isBusy) {
      if (index === 0) expect((await sendPictures(admin, await jpeg())).status).toBe(201)
      acknowledged.push(await buyProduct(customer, product.id, 'paid'))
    }
  })
  await expect.poll(() => acknowledged.length, patience).toBeGreaterThan(8)
  const before = [...acknowledged]
  const { folder: backup, manifest } = await backUp(source, new Date())
  isBusy = false
  await Promise.all(traffic)

  const target = {
    postgres: await elsewhere(await postgres.createEmpty()),
    embedded: await elsewhere(undefined),
  }
  const onPostgres = await restore(target.postgres, clock)
  const embedded = await restore(target.embedded, clock)
  expect(embedded.backup.folder).toBe(backup)
  const content = await contentOf(onPostgres.database.source)
  expect(await contentOf(embedded.database.source)).toEqual(content)
  for (const { table, rows } of manifest.tables) expect(content[table]).toMatch(new RegExp(`^${rows} `))
  const { db } = embedded.database
  const ids = (await db.select({ id: orders.id }).from(orders)).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(before))
  expect(await findDiscrepancies(db, manifest.createdAt)).toEqual([])
  expect(await readNotes(db, target.embedded, noted.userId)).toEqual([noted.text])
  expect(await readNotes(onPostgres.database.db, target.postgres, noted.userId)).toEqual([noted.text])
  await Promise.all([onPostgres.database.close(), embedded.database.close()])
}, 120_000)

it('copies every row, every sequence and every file of a shop at rest, for an owner who is no superuser', async () => {
  await addFileProduct(shop, await shop.newUser('ADMIN'))
  await storedAtRest(shop)
  const served = { kind: 'postgres', url: config.databaseUrl ?? '' } as const
  await query(served.url, `select setval('toy_queue_number_seq', 41, false)`)
  // Jobs and logins go on by themselves; the copy is of one of two equal moments.
  let copied: Record<string, string> = {}
  await expect
    .poll(async () => {
      copied = await contentOf(served)
      await backUp(source, new Date())
      return JSON.stringify(await contentOf(served)) === JSON.stringify(copied)
    }, patience)
    .toBe(true)

  const owned = new URL(await postgres.createEmpty())
  const name = owned.pathname.slice(1)
  await query(served.url, `create role ${name} login; alter database ${name} owner to ${name}`)
  owned.username = name
  const target = await elsewhere(owned.href)
  const { database } = await restore(target, clock)
  expect(await contentOf(database.source)).toEqual(copied)
  expect(await filesOf(target.dataDir)).toEqual(await filesOf(config.dataDir))
  await database.close()
})

it('stores a file once for all backups, again when it is gone, and holds one that the shop removes meanwhile', async () => {
  const first = await backUp(source, at('03:00'))
  const { storage } = shop.node.platform
  const late = newStorageKey('pictures', 'sent')
  await storage.put(late, await jpeg())
  const stage = await mkdtemp(join(config.dataDir, 'stage-'))
  const held = new Set<string>()
  const destination = { backupDir: folder, publicKey: null }
  await holdFiles(folderSource(config.dataDir, stage, destination), new Map(), held)
  await storage.remove(late)
  expect(await readFile(join(stage, 'media', late))).toEqual(await jpeg())
  expect(held).toContain(`media/${late}`)
  await rm(stage, { recursive: true })

  const second = await backUp(source, at('03:30'))
  expect(second).toMatchObject({ newFiles: 0, manifest: { files: first.manifest.files } })
  const [stored = ''] = storedPathsOf(join(folder, 'backups'), second.manifest)
  await rm(stored)
  expect(await backUp(source, at('04:00'))).toMatchObject({ newFiles: 1 })
  expect((await stat(stored)).size).toBeGreaterThan(0)
  // A folder that is unreadable, or not mounted, is not a shop without files.
  const dataDir = await mkdtemp(join(folder, 'unmounted-'))
  await expect(
    backUp({ ...source, config: { ...config, dataDir, sessionSecret: 'x'.repeat(32) } }, at('04:30')),
  ).rejects.toThrow('heeft geen bestanden meer')
})

it('is whole again after a backup that was killed', async () => {
  const build = process.env['BUILD_DIR'] ?? (await ensureBuilt(process.execPath))
  const env = {
    ...process.env,
    DATABASE_URL: config.databaseUrl,
    DATA_DIR: config.dataDir,
    BACKUP_DIR: config.backupDir,
    BACKUP_PUBLIC_KEY: config.backupPublicKey,
  }
  for (const moment of [250, 400, 550, 700]) {
    const killed = spawn(process.execPath, [programOf('backup', build)], { env, stdio: 'ignore' })
    const ended = once(killed, 'exit')
    await pause(moment)
    killed.kill('SIGKILL')
    await ended
  }
  await backUp(source, at('05:00'))
  expect(await readdir(join(config.dataDir, '.backup'))).toEqual(
    expect.not.arrayContaining(['database', 'media']),
  )
  expect((await readdir(join(folder, 'backups'))).filter(name => name.startsWith('.'))).toEqual([])
  const { database } = await restore(await elsewhere(await postgres.createEmpty()), clock)
  expect(await database.db.$count(users)).toBe(await shop.node.platform.db.$count(users))
  await database.close()
}, 120_000)

it('restores nothing over a shop in use, with another secret, or without the right key', async () => {
  await expect(restore(await elsewhere(config.databaseUrl), clock)).rejects.toThrow('is in gebruik')
  await expect(
    restore(
      {
        ...(await elsewhere(await postgres.createEmpty())),
        sessionSecret: 'een ander geheim van 32 tekens of meer',
      },
      clock,
    ),
  ).rejects.toThrow('SESSION_SECRET is een andere')
  const none = await elsewhere(await postgres.createEmpty())
  await expect(restore({ ...none, backupKeyFile: undefined }, clock)).rejects.toThrow('BACKUP_KEY_FILE')
  const other = join(folder, 'other-key')
  await generateKey(other)
  await expect(restore({ ...none, backupKeyFile: other }, clock)).rejects.toThrow(
    'Deze sleutel hoort niet bij de back-up.',
  )
})

it('leaves the database empty when a part of the backup is damaged or missing, and fills it when that is mended', async () => {
  const { folder: backup } = await backUp(source, at('06:00'))
  const databaseUrl = await postgres.createEmpty()
  const part = join(backup, 'users.copy.zst.age')
  const whole = await readFile(part)
  await truncate(part, whole.length - 10)
  await expect(restore(await elsewhere(databaseUrl), clock)).rejects.toThrow(
    /users\.copy\.zst\.age is beschadigd/,
  )
  await writeFile(part, whole)
  const { database, lostFiles } = await restore(await elsewhere(databaseUrl), clock)
  expect(await database.db.$count(users)).toBe(await shop.node.platform.db.$count(users))
  expect(lostFiles).toEqual([])
  await database.close()
})

it('restores all but a stored file that is damaged, names it, and stores it again with the next backup', async () => {
  const { manifest } = await backUp(source, at('06:10'))
  const [stored = ''] = storedPathsOf(join(folder, 'backups'), manifest)
  const { size } = await stat(stored)
  await truncate(stored, size - 10)
  const target = await elsewhere(await postgres.createEmpty())
  const { database, lostFiles } = await restore(target, clock)
  expect(await database.db.$count(users)).toBe(await shop.node.platform.db.$count(users))
  await database.close()
  expect(lostFiles).toHaveLength(1)
  expect((await filesOf(target.dataDir)).concat(lostFiles).toSorted()).toEqual(await filesOf(config.dataDir))
  expect(await backUp(source, at('06:15'))).toMatchObject({ newFiles: 1 })
  expect((await stat(stored)).size).toBe(size)
})

it('is made beside one whose manifest is damaged, and removes no stored file while that is there', async () => {
  const { folder: backup, manifest } = await backUp(source, at('06:20'))
  const [stored = ''] = storedPathsOf(join(folder, 'backups'), manifest)
  const path = join(backup, 'manifest.json')
  const text = await readFile(path)
  await truncate(path, 100)
  const unused = join(stored, '..', 'unused')
  await writeFile(unused, '')
  expect((await backUp(source, at('06:25'))).unreadable).toEqual([backupName(at('06:20'))])
  expect((await stat(unused)).size).toBe(0)
  await writeFile(path, text)
  expect((await backUp(source, at('06:28'))).unreadable).toEqual([])
  await expect(stat(unused)).rejects.toThrow('ENOENT')
})

it('puts nothing of its manifest into a statement that the database does not have itself', async () => {
  const { folder: backup, manifest } = await backUp(source, at('06:30'))
  const [first, ...others] = manifest.tables
  const planted = { ...first, table: `"public"."users" from program 'true' --` }
  await writeFile(
    join(backup, 'manifest.json'),
    JSON.stringify({ ...manifest, tables: [planted, ...others] }),
  )
  await expect(restore(await elsewhere(await postgres.createEmpty()), clock)).rejects.toThrow(
    'deze versie niet',
  )
  await writeFile(join(backup, 'manifest.json'), JSON.stringify(manifest))
})

it('is rehearsed, which the checklist shows', async () => {
  const { rehearsal, lostFiles } = await rehearse(config, undefined, clock)
  expect(lostFiles).toEqual([])
  expect(rehearsal).toMatchObject({ backup: backupName(at('06:30')), discrepancies: 0 })
  const check = (await shop.node.runChecklist()).find(({ name }) => name === 'RESTORE')
  expect(check).toMatchObject({ isDone: true, detail: expect.stringMatching(/^Vandaag, in \d+ seconde/) })
})

it('is not restored from, nor into, data of a version before 0.2.0, and changes nothing there', async () => {
  const { folder: backup, manifest } = await backUp(source, at('06:40'))
  const earlier = 1_790_000_000_000
  await writeFile(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, migratedTo: earlier }))
  const databaseUrl = await postgres.createEmpty()
  const target = await elsewhere(databaseUrl)
  await expect(restore(target, clock)).rejects.toThrow('De back-up is van een versie vóór 0.2.0.')
  await writeFile(join(backup, 'manifest.json'), JSON.stringify(manifest))
  await query(
    databaseUrl,
    `create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('0000_extensions', ${earlier})`,
  )
  await expect(restore(target, clock)).rejects.toThrow('De database is van een versie vóór 0.2.0.')
  expect(await query(databaseUrl, "select from pg_tables where schemaname = 'public'")).toEqual([])
  expect(await readdir(target.dataDir)).toEqual([])
})
