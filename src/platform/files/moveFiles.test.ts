import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { copyMissingFiles } from './moveFiles.ts'
import { folderStorage, newStorageKey, type FileStorage } from './storage.ts'

let folder: string
let from: FileStorage
let to: FileStorage
const key = newStorageKey('avatars')
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloed-move-'))
  from = folderStorage(join(folder, 'from'))
  to = folderStorage(join(folder, 'to'))
  await from.put(key, Buffer.from('een foto'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('copies missing files, once', async () => {
  expect(await copyMissingFiles(from, to)).toEqual({ copied: 1, bytes: 8, present: 0, failed: [] })
  expect(await copyMissingFiles(from, to)).toEqual({ copied: 0, bytes: 0, present: 1, failed: [] })
  expect(String(await to.read(key))).toBe('een foto')
})

it('compares a copy that is there already, as a run that was killed leaves it, and makes another of one that differs', async () => {
  await to.put(key, Buffer.from('een fout'))
  expect(await copyMissingFiles(from, to)).toEqual({ copied: 1, bytes: 8, present: 0, failed: [] })
  expect(String(await to.read(key))).toBe('een foto')
})

it('takes back the copy of a file that is removed from both while it is being sent', async () => {
  const put: FileStorage['put'] = async (each, content) => {
    const sent = await buffer(content as AsyncIterable<Uint8Array>)
    for (const store of [from, to]) await store.remove(each)
    await to.put(each, sent)
  }
  expect(await copyMissingFiles(from, { ...to, put })).toEqual({
    copied: 0,
    bytes: 0,
    present: 0,
    failed: [],
  })
  expect(await to.read(key)).toBeNull()
})

it('fails for no file that is removed from both when its copy is to be read back', async () => {
  const put: FileStorage['put'] = async (each, content) => {
    await to.put(each, content)
    for (const store of [from, to]) await store.remove(each)
  }
  expect(await copyMissingFiles(from, { ...to, put })).toMatchObject({ copied: 0, failed: [] })
  expect(await to.read(key)).toBeNull()
})

it('keeps no copy that is not the same, and says which', async () => {
  const put: FileStorage['put'] = async (each, content) => {
    const sent = await buffer(content as AsyncIterable<Uint8Array>)
    await to.put(each, sent.fill(0, 7))
  }
  const { copied, failed } = await copyMissingFiles(from, { ...to, put })
  expect([copied, failed]).toEqual([0, [`${key}: the copy is not the same`]])
  expect(await to.read(key)).toBeNull()
})
