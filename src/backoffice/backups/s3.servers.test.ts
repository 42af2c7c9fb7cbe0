import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addFileProduct } from '../../../tests/support/downloads.ts'
import { jpeg, sendPictures, storedAtRest } from '../../../tests/support/pictureUploads.ts'
import { environmentOf, openS3Server, type S3Server } from '../../../tests/support/s3Server.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { openPostgres } from '../../platform/db.ts'
import { openFileStores, type FileStores } from '../../platform/fileStores.ts'
import { createLog } from '../../platform/log.ts'
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
}, 60_000)
afterAll(async () => {
  await shop.close()
  await postgres.close()
  await s3.close()
  await rm(folder, { recursive: true })
})

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
  const source = { config, stores: { storage, files }, copyDatabase: () => Promise.reject(new Error('none')) }
  const first = await backUp(source, new Date('2026-11-23T03:00:00Z'))
  expect(first.newFiles).toBe(Object.keys(copied).length)
  expect((await backUp(source, new Date('2026-11-23T04:00:00Z'))).newFiles).toBe(0)

  for (const target of [await s3.newBucket(), undefined]) {
    const dataDir = await mkdtemp(join(folder, 'restored-'))
    const elsewhere = { ...config, dataDir, s3: target, databaseUrl: await postgres.createEmpty() }
    const { database } = await restore(elsewhere, { log, now: () => new Date() })
    expect(await sizesIn(await openFileStores(elsewhere, log))).toEqual(copied)
    await database.close()
  }
}, 60_000)
