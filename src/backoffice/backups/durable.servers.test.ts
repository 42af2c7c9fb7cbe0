import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../../bin/builds.js'
import { addFileProduct } from '../../../tests/support/downloads.ts'
import { jpeg, sendPictures, storedAtRest } from '../../../tests/support/pictureUploads.ts'
import { programOf } from '../../../tests/support/server.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { watchSyncs } from '../../../tests/support/syncedPaths.ts'
import type { Config } from '../../platform/config.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { sessionSecretPath } from '../../platform/crypto/keys.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { storageKeyOfMedia } from '../../platform/http/media.ts'
import { digitalFiles } from '../../shop/downloads/table.ts'
import { pictures } from '../../shop/pictures/table.ts'
import { storedPathsOf } from './files.service.ts'
import { hiddenName } from './folder.service.ts'
import { restoreMissingFiles } from './missingFiles.service.ts'
import { rehearse } from './rehearsal.service.ts'
import { backupName } from './rules.ts'
import { backUp, type BackupSource } from './service.ts'
import { readRehearsal } from './state.service.ts'

const postgres = openSharedPostgres()
let folder: string
let shop: TestShop
let databaseUrl: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  databaseUrl = await postgres.create()
  const env = { BACKUP_DIR: join(folder, 'backups') }
  shop = await openShop({ database: await openPostgres(databaseUrl), env })
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
  await rm(folder, { recursive: true })
})

function sourceOf({ node }: TestShop): BackupSource {
  const { config, storage, files } = node.platform
  const copyDatabase = () => Promise.reject(new Error('none'))
  return { config: { ...config, databaseUrl }, stores: { storage, files }, copyDatabase }
}

it('is on the disk, file by file and folder by folder, before a backup has its name, and the name before it is told', async () => {
  const admin = await shop.newUser('ADMIN')
  expect((await sendPictures(admin, await jpeg())).status).toBe(201)
  await storedAtRest(shop)
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
  const { folder: finished, manifest } = await backUp(sourceOf(shop), now)
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

it('fails its rehearsal when rows name files that were gone before it, and names them', async () => {
  const admin = await shop.newUser('ADMIN')
  await addFileProduct(shop, admin)
  await sendPictures(admin, await jpeg())
  await storedAtRest(shop)
  const source = sourceOf(shop)
  const { db, storage, files } = shop.node.platform
  const now = new Date('2026-11-24T03:00:00Z')
  await backUp(source, now)
  const clock = { log: createLog('silent'), now: () => now }
  expect(await rehearse(source.config, undefined, clock)).toMatchObject({
    lostFiles: [],
    rehearsal: { lostFiles: 0, discrepancies: 0 },
  })

  const later = new Date('2026-11-24T05:00:00Z')
  const [sold] = await db.select().from(digitalFiles)
  const [one, other] = await db.select().from(pictures)
  const keyOf = (address: string | null | undefined) => storageKeyOfMedia(address ?? '')
  await files.remove(sold?.storageKey ?? '')
  await storage.remove(keyOf(one?.address))
  await storage.remove(keyOf(other?.address).replace('800.webp', '400.avif'))
  await backUp(source, later)
  const lost = [
    `files/${sold?.storageKey}`,
    `media/${keyOf(one?.address)}`,
    `media/${keyOf(other?.address).replace('/800.webp', '')} (5 van 6)`,
  ]
  const report = await rehearse(source.config, undefined, { ...clock, now: () => later })
  expect(report.lostFiles).toEqual(lost.toSorted())
  expect(await readRehearsal(join(folder, 'backups'))).toMatchObject({ lostFiles: 3 })
  const again = { backup: backupName(later), restored: 0, missing: lost.toSorted() }
  expect(await restoreMissingFiles(source, later)).toEqual(again)
  await expect(runRehearsal(source.config)).resolves.toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`Beschadigd of weg in de back-up: ${lost[0]}\n`),
  })
  // The backup of before they were gone has them, and the shop serves meanwhile.
  const before = { backup: backupName(now), restored: 3, missing: [] }
  expect(await restoreMissingFiles(source, later, backupName(now))).toEqual(before)
  expect(await storage.size(keyOf(one?.address))).toBeGreaterThan(0)
}, 120_000)

/** By the command. */
async function runRehearsal({ backupDir = '', sessionSecret, dataDir }: Config) {
  const build = process.env['BUILD_DIR'] ?? (await ensureBuilt(process.execPath))
  const secret = sessionSecret ?? (await readFile(sessionSecretPath(dataDir), 'utf8'))
  const env = { ...process.env, BACKUP_DIR: backupDir, DATA_DIR: dataDir, SESSION_SECRET: secret }
  const run = promisify(execFile)(process.execPath, [programOf('restore', build), '--rehearse'], { env })
  return run.catch((error: { code: number; stdout: string }) => error)
}
