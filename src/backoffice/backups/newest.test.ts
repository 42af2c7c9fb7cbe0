import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { isNewestBackupEncrypted, removeOldBackups, writeManifest, writeRehearsal } from './folder.service.ts'
import { restore } from './restore.service.ts'
import { listFutureBackups, newestBackupAt, readRehearsal } from './state.service.ts'

const now = new Date('2026-11-25T12:00:00Z')

const writeAt = async (path: string, at: string) => {
  await writeFile(path, 'backup')
  await utimes(path, new Date(at), new Date(at))
}

it('finds the newest backup, in folders too, and no hidden file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  expect(await newestBackupAt(folder, now)).toBeNull()
  expect(await newestBackupAt(join(folder, 'absent'), now)).toBeNull()
  await mkdir(join(folder, '2026'))
  await writeAt(join(folder, 'old.dump'), '2026-01-01T03:00:00Z')
  await writeAt(join(folder, '2026', 'new.dump'), '2026-03-01T03:00:00Z')
  await writeAt(join(folder, '.partial'), '2026-04-01T03:00:00Z')
  await writeAt(join(folder, 'wrong-clock.dump'), '2031-01-01T03:00:00Z')
  expect(await newestBackupAt(folder, now)).toEqual(new Date('2026-03-01T03:00:00Z'))
  await rm(folder, { recursive: true })
})

it('tells a trial that it cannot read from none, and writes one that other users can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  const path = join(folder, 'rehearsal.json')
  expect(await readRehearsal(folder)).toBeNull()
  await writeFile(path, '{"at": "2026-1')
  expect(await readRehearsal(folder)).toEqual({ unreadable: 'beschadigd' })
  await rm(path)
  await mkdir(path)
  expect(await readRehearsal(folder)).toEqual({ unreadable: 'EISDIR' })
  await rm(path, { recursive: true })
  const rehearsal = { at: now, backup: '2026-11-24T03.00.00Z', seconds: 9, discrepancies: 0, lostFiles: 0 }
  await writeRehearsal(folder, rehearsal)
  expect(await readRehearsal(folder)).toEqual(rehearsal)
  expect((await stat(path)).mode & 0o777).toBe(0o644)
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
  expect(await isNewestBackupEncrypted(folder, now)).toBeNull()
  await write('2026-11-20T03.00.00Z', null)
  expect(await isNewestBackupEncrypted(folder, now)).toBe(false)
  await write('2026-11-21T03.00.00Z', 'age1x')
  expect(await isNewestBackupEncrypted(folder, now)).toBe(true)
  await write('2031-01-01T03.00.00Z', null)
  expect(await isNewestBackupEncrypted(folder, now)).toBe(true)
  await writeFile(join(folder, '2026-11-21T03.00.00Z', 'manifest.json'), 'half')
  expect(await isNewestBackupEncrypted(folder, now)).toBeNull()
  await rm(folder, { recursive: true })
})

it('does not take a backup with a date in the future for the newest, and names it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  for (const name of ['2026-11-24T03.00.00Z', '2026-11-25T12.05.00Z', '2031-01-01T03.00.00Z'])
    await mkdir(join(folder, name))
  // Two clocks may differ by five minutes.
  expect(await newestBackupAt(folder, now)).toEqual(new Date('2026-11-25T12:05:00Z'))
  expect(await listFutureBackups(folder, now)).toEqual(['2031-01-01T03.00.00Z'])
  await rm(folder, { recursive: true })
})

it('removes none with a date in the future, and restores one only when it is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-backups-'))
  await mkdir(join(folder, '2031-01-01T03.00.00Z'))
  const restoring = () =>
    restore(readConfig({ BACKUP_DIR: folder }), { log: createLog('silent'), now: () => now })
  await expect(restoring()).rejects.toThrow('alleen back-ups met een datum in de toekomst')
  for (let day = 1; day <= 25; day += 1)
    await mkdir(join(folder, `2026-11-${String(day).padStart(2, '0')}T03.00.00Z`))
  const ahead = Array.from({ length: 9 }, (_, day) => `2031-01-0${day + 1}T03.00.00Z`)
  for (const name of ahead) await mkdir(join(folder, name), { recursive: true })
  await removeOldBackups(folder, now)
  const left = await readdir(folder)
  expect(left).toEqual(expect.arrayContaining(ahead))
  // Seven days, and the two Sundays before them.
  expect(left.filter(name => name.startsWith('2026'))).toHaveLength(9)
  await expect(restoring()).rejects.toThrow('2026-11-25T03.00.00Z staat geen back-up')
  await rm(folder, { recursive: true })
})
