import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
