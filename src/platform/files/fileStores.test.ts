import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { describeFileStores } from '../../../tests/support/fileStoreSuite.ts'
import { openFolders } from './fileStores.ts'
import { newPrivateFileKey, privateFolder } from './privateFiles.ts'
import { FilesUnavailable, folderStorage, newStorageKey } from './storage.ts'

const folder = await mkdtemp(join(tmpdir(), 'gloed-files-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

describeFileStores('a folder', () => openFolders(folder))

describe('a folder on a disk that is full', () => {
  const full = join(folder, 'full')
  /** Makes a path a link to a full device, so that writing there fails. */
  const fill = async (path: string) => {
    await mkdir(join(path, '..'), { recursive: true })
    await symlink('/dev/full', path)
  }

  it('can’t be reached for a new file, and keeps nothing of it', async () => {
    const key = newStorageKey('pictures')
    await fill(join(full, `${key}.part`))
    const putting = folderStorage(full).put(key, Buffer.from('a picture'))
    await expect(putting).rejects.toBeInstanceOf(FilesUnavailable)
    expect(await readdir(join(full, 'pictures'))).toEqual([])
  })

  it('can’t be reached for a part of a private file', async () => {
    const key = newPrivateFileKey()
    await fill(join(full, `${key}.part`))
    async function* content() {
      yield Buffer.from('a part')
    }
    const writing = privateFolder(full).write(key, 0, content())
    await expect(writing).rejects.toBeInstanceOf(FilesUnavailable)
  })
})
