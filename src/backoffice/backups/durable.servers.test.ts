import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jpeg, sendPictures, storedAtRest } from '../../../tests/support/pictureUploads.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { watchSyncs } from '../../../tests/support/syncedPaths.ts'
import { openPostgres } from '../../platform/db.ts'
import { storedPathsOf } from './files.service.ts'
import { hiddenName } from './folder.service.ts'
import { backupName } from './rules.ts'
import { backUp } from './service.ts'

const postgres = openSharedPostgres()
let folder: string
let shop: TestShop
let databaseUrl: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  databaseUrl = await postgres.create()
  const env = { BACKUP_DIR: join(folder, 'backups') }
  shop = await openShop({ database: await openPostgres(databaseUrl), env })
}, 60_000)
afterAll(async () => {
  await shop.close()
  await postgres.close()
  await rm(folder, { recursive: true })
})

it('is on the disk, file by file and folder by folder, before a backup has its name, and the name before it is told', async () => {
  const admin = await shop.newUser('ADMIN')
  expect((await sendPictures(admin, await jpeg())).status).toBe(201)
  await storedAtRest(shop)
  const { config, storage, files } = shop.node.platform
  const now = new Date('2026-11-23T03:00:00Z')
  const backupDir = join(folder, 'backups')
  const hidden = join(backupDir, hiddenName(backupName(now)))
  const synced = { before: new Set<string>(), after: new Set<string>() }
  /** The names that the backup's folder had when it was synced. */
  let names: string[] = []
  const stopWatch = await watchSyncs(path => {
    if (path === hidden) names = readdirSync(path)
    synced[existsSync(hidden) ? 'before' : 'after'].add(path)
  })
  const copyDatabase = () => Promise.reject(new Error('none'))
  const source = { config: { ...config, databaseUrl }, stores: { storage, files }, copyDatabase }
  const { folder: finished, manifest } = await backUp(source, now)
  stopWatch()

  expect(readdirSync(finished).length).toBeGreaterThan(20)
  expect(names.toSorted()).toEqual(readdirSync(finished).toSorted())
  const inIt = names.map(name => join(hidden, name))
  const stored = storedPathsOf(backupDir, manifest)
  expect(stored.length).toBeGreaterThan(0)
  const drafts = stored.map(path => `${path}.part`)
  // Each folder of stored files was new, and so is a name in the one above it.
  const folders = stored.flatMap(path => [dirname(path), dirname(dirname(path)), backupDir])
  expect([...synced.before]).toEqual(expect.arrayContaining([...inIt, hidden, ...drafts, ...folders]))
  expect(synced.after).toContain(backupDir)
})
