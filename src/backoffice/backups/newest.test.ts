import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isNewestBackupEncrypted, writeManifest } from './folder.service.ts'
import { newestBackupAt, readRehearsal } from './state.service.ts'

const writeAt = async (path: string, at: string) => {
  await writeFile(path, 'backup')
  await utimes(path, new Date(at), new Date(at))
}

it('finds the newest backup, in folders too, and no hidden file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  expect(await newestBackupAt(folder)).toBeNull()
  expect(await newestBackupAt(join(folder, 'absent'))).toBeNull()
  await mkdir(join(folder, '2026'))
  await writeAt(join(folder, 'old.dump'), '2026-01-01T03:00:00Z')
  await writeAt(join(folder, '2026', 'new.dump'), '2026-03-01T03:00:00Z')
  await writeAt(join(folder, '.partial'), '2026-04-01T03:00:00Z')
  expect(await newestBackupAt(folder)).toEqual(new Date('2026-03-01T03:00:00Z'))
  await rm(folder, { recursive: true })
})

it('takes what it cannot read of a trial for none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  expect(await readRehearsal(folder)).toBeNull()
  await writeFile(join(folder, 'rehearsal.json'), '{"at": "2026-1')
  expect(await readRehearsal(folder)).toBeNull()
  await rm(folder, { recursive: true })
})

it('tells whether the newest backup of ours is encrypted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  const write = async (name: string, publicKey: string | null) => {
    await mkdir(join(folder, name))
    const [createdAt, nothing] = [new Date(), { tables: [], sequences: [], queues: [], files: [] }]
    const manifest = { format: 1 as const, createdAt, migratedTo: 1, secretFingerprint: 'x', publicKey }
    await writeManifest(join(folder, name), { ...manifest, ...nothing })
  }
  expect(await isNewestBackupEncrypted(folder)).toBeNull()
  await write('2026-11-20T03.00.00Z', null)
  expect(await isNewestBackupEncrypted(folder)).toBe(false)
  await write('2026-11-21T03.00.00Z', 'age1x')
  expect(await isNewestBackupEncrypted(folder)).toBe(true)
  await writeFile(join(folder, '2026-11-21T03.00.00Z', 'manifest.json'), 'half')
  expect(await isNewestBackupEncrypted(folder)).toBeNull()
  await rm(folder, { recursive: true })
})
