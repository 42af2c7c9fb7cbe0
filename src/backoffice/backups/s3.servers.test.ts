import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addFileProduct } from '../../../tests/support/downloads.ts'
import { jpeg, sendPictures, storedAtRest } from '../../../tests/support/pictureUploads.ts'
import { environmentOf, openS3Server, type S3Server } from '../../../tests/support/s3Server.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { openFileStores, type FileStores } from '../../platform/files/fileStores.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { FilesUnavailable, newStorageKey } from '../../platform/files/storage.ts'
import { holdFiles, storesSource } from './files.service.ts'
import { generateKey } from './key.service.ts'
import { restore } from './restore.service.ts'
import { backUp } from './service.ts'

const postgres = openSharedPostgres()
const log = createLog('silent')
let s3: S3Server
let folder: string
let shop: TestShop
let databaseUrl: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  s3 = await openS3Server()
  databaseUrl = await postgres.create()
  const env = { ...environmentOf(await s3.newBucket()), BACKUP_DIR: join(folder, 'backups') }
  shop = await openShop({ database: await openPostgres(databaseUrl), env })
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
  await s3.close()
  await rm(folder, { recursive: true })
})

const stagedFiles = (dataDir: string): string[] =>
  readdirSync(join(dataDir, '.backup'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.startsWith('lock'))
    .map(({ name }) => name)

async function sizesIn({ storage, files }: FileStores): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const store of [storage, files]) for await (const { key, bytes } of store.list()) sizes[key] = bytes
  return sizes
}

it('copies files that are in S3, once, and restores them into another bucket or a folder', async () => {
  const admin = await shop.newUser('ADMIN')
  expect((await sendPictures(admin, await jpeg())).status).toBe(201)
  await addFileProduct(shop, admin)
  await storedAtRest(shop)
  const { config: own, storage, files } = shop.node.platform
  const config = { ...own, databaseUrl }
  const copied = await sizesIn({ storage, files })
  expect(Object.keys(copied).length).toBeGreaterThan(3)
  // The files that are on the shop's disk whenever another file is fetched.
  const onDisk: string[] = []
  const watched = {
    ...storage,
    open(key: string) {
      onDisk.push(...stagedFiles(config.dataDir))
      return storage.open(key)
    },
  }
  const copyDatabase = () => Promise.reject(new Error('none'))
  const source = { config, stores: { storage: watched, files }, copyDatabase }
  const first = await backUp(source, new Date('2026-11-23T03:00:00Z'))
  expect(first.newFiles).toBe(Object.keys(copied).length)
  expect(onDisk).toEqual([])
  expect((await backUp(source, new Date('2026-11-23T04:00:00Z'))).newFiles).toBe(0)

  for (const target of [await s3.newBucket(), undefined]) {
    const dataDir = await mkdtemp(join(folder, 'restored-'))
    const elsewhere = { ...config, dataDir, s3: target, databaseUrl: await postgres.createEmpty() }
    const { database } = await restore(elsewhere, { log, now: () => new Date() })
    expect(await sizesIn(await openFileStores(elsewhere, log))).toEqual(copied)
    await database.close()
  }
})

it('leaves out a file that is removed before it is fetched, and ends when one breaks off', async () => {
  const { storage, files } = shop.node.platform
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  const [kept = ''] = keys
  const gone = newStorageKey('pictures', 'sent')
  const list = async function* () {
    for (const key of [kept, gone]) yield { key, bytes: 1, writtenAt: new Date() }
  }
  const destination = { backupDir: await mkdtemp(join(folder, 'store-')), publicKey: await newPublicKey() }
  const held = new Set<string>()
  const stores = { storage: { ...storage, list }, files: { ...files, list: async function* () {} } }
  await holdFiles(storesSource(stores, destination), new Map(), held)
  expect([...held]).toEqual([`media/${kept}`])

  const breaking = async function* () {
    yield Buffer.from('half')
    throw new FilesUnavailable('S3: a transfer broke off')
  }
  const broken = { ...stores, storage: { ...stores.storage, open: () => Readable.from(breaking()) } }
  await expect(holdFiles(storesSource(broken, destination), new Map(), new Set())).rejects.toThrow(
    'broke off',
  )
})

async function newPublicKey(): Promise<string> {
  const text = await generateKey(join(folder, 'key'))
  return /BACKUP_PUBLIC_KEY=(\S+)/.exec(text)?.[1] ?? ''
}
