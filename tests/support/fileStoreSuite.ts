import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { newPrivateFileKey } from '../../src/platform/files/privateFiles.ts'
import type { FileStores } from '../../src/platform/files/fileStores.ts'
import { newStorageKey, type FileStore } from '../../src/platform/files/storage.ts'

const DISTANT = new Date('2100-01-01')
const LONG_AGO = new Date('2000-01-01')
const MEGABYTE = 1024 ** 2

async function* inChunks(content: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function* breakingOff(content: Buffer): AsyncGenerator<Buffer> {
  yield* inChunks(content)
  throw new Error('the sender is gone')
}

const listed = async (store: FileStore) => {
  const found: Record<string, number> = {}
  for await (const { key, bytes } of store.list()) found[key] = bytes
  return found
}

/** The promises of every store of files, whatever it stores them in. @param stores opened before the tests run */
export function describeFileStores(name: string, stores: () => FileStores): void {
  describe(`the storage in ${name}`, () => {
    const storage = () => stores().storage

    it.each([0, 70_000, 6 * MEGABYTE, 13 * MEGABYTE + 7])(
      'returns a file of %i bytes, sent whole or as a stream',
      async size => {
        const content = randomBytes(size)
        const [whole, streamed] = [newStorageKey('exports', 'zip'), newStorageKey('exports', 'zip')]
        await storage().put(whole, content)
        await storage().put(streamed, inChunks(content))
        for (const key of [whole, streamed]) {
          expect((await storage().read(key))?.equals(content)).toBe(true)
          expect((await buffer(storage().open(key))).equals(content)).toBe(true)
          expect(await storage().size(key)).toBe(size)
          expect(await listed(storage())).toMatchObject({ [key]: size })
          await storage().remove(key)
          expect(await storage().read(key)).toBeNull()
        }
      },
    )

    it('knows nothing of a file that is not there, and takes no key but its own', async () => {
      const key = newStorageKey('exports', 'zip')
      expect([await storage().read(key), await storage().size(key)]).toEqual([null, null])
      await expect(buffer(storage().open(key))).rejects.toThrow(/no such file/)
      await storage().remove(key)
      for (const path of ['../secrets/session', 'exports/../../x', '/etc/passwd', 'exports/x.zip']) {
        expect(await storage().read(path)).toBeNull()
        await expect(storage().put(path, Buffer.from('x')), path).rejects.toThrow('invalid storage key')
      }
    })

    it.each([100_000, 20 * MEGABYTE])(
      'keeps nothing of a stream that breaks off after %i bytes',
      async size => {
        const key = newStorageKey('imports', 'csv')
        await expect(storage().put(key, breakingOff(randomBytes(size)))).rejects.toThrow('the sender is gone')
        expect(await storage().read(key)).toBeNull()
        expect(await storage().listWrittenBefore('imports', DISTANT)).toEqual([])
      },
    )

    it('keeps the renditions of a picture under one key', async () => {
      const picture = newStorageKey('pictures').replace('.webp', '-8a2a4a')
      const other = newStorageKey('pictures').replace('.webp', '-8a2a4a')
      const renditions = [`${picture}/320.webp`, `${picture}/320.avif`, `${picture}/1280.webp`]
      for (const key of [...renditions, `${other}/320.webp`]) await storage().put(key, Buffer.from(key))
      expect(await storage().listWrittenBefore('pictures', LONG_AGO)).toEqual([])
      const all = await storage().listWrittenBefore('pictures', DISTANT)
      expect(all.toSorted()).toEqual([picture, other].toSorted())
      expect(Object.keys(await listed(storage()))).toEqual(expect.arrayContaining(renditions))
      await storage().remove(picture)
      for (const key of renditions) expect(await storage().read(key)).toBeNull()
      expect((await storage().read(`${other}/320.webp`))?.toString()).toBe(`${other}/320.webp`)
    })
  })

  describe(`the private files in ${name}`, () => {
    const files = () => stores().files
    const send = async (key: string, content: Buffer, parts: [from: number, to: number][]) => {
      for (const [from, to] of parts)
        expect(await files().write(key, from, inChunks(content.subarray(from, to)))).toBe(to - from)
    }

    it.each([1, 6, 20])('arrive in parts of 2 MB until there are %d MB', async megabytes => {
      const content = randomBytes(megabytes * MEGABYTE)
      const key = newPrivateFileKey()
      const parts: [number, number][] = []
      for (let from = 0; from < content.length; from += 2 * MEGABYTE)
        parts.push([from, Math.min(content.length, from + 2 * MEGABYTE)])
      for (const part of parts) {
        await send(key, content, [part])
        expect(await files().size(key)).toBeNull()
        // Its answer was lost, so it comes again.
        await send(key, content, [part])
      }
      expect(await listed(files())).not.toHaveProperty([key])
      await Promise.all([files().complete(key, content.length), files().complete(key, content.length)])
      await files().complete(key, content.length)
      expect(await files().size(key)).toBe(content.length)
      expect((await buffer(files().open(key))).equals(content)).toBe(true)
      expect(await listed(files())).toMatchObject({ [key]: content.length })
      const [start, end] = [Math.floor(content.length / 3), content.length - 2]
      const part = await buffer(await files().read(key, { start, end }))
      expect(part.equals(content.subarray(start, end + 1))).toBe(true)
      expect(await files().listWrittenBefore(DISTANT)).toContain(key)
      await files().remove(key)
      expect(await files().size(key)).toBeNull()
      expect(await files().listWrittenBefore(DISTANT)).not.toContain(key)
    })

    it('arrive in parts of any size, of which the last may come from two nodes at once', async () => {
      const content = randomBytes(15 * MEGABYTE + 321)
      const key = newPrivateFileKey()
      const ends = [1, 4 * MEGABYTE, 6 * MEGABYTE, 14 * MEGABYTE, content.length]
      for (const [index, to] of ends.entries()) {
        const part: [number, number] = [ends[index - 1] ?? 0, to]
        await Promise.all([send(key, content, [part]), send(key, content, [part])])
      }
      await files().complete(key, content.length)
      expect((await buffer(files().open(key))).equals(content)).toBe(true)
    })

    it('go on where they stopped after a part that broke off', async () => {
      const content = randomBytes(9 * MEGABYTE)
      const key = newPrivateFileKey()
      await send(key, content, [[0, 4 * MEGABYTE]])
      const broken = breakingOff(content.subarray(4 * MEGABYTE, 7 * MEGABYTE))
      await expect(files().write(key, 4 * MEGABYTE, broken)).rejects.toThrow('the sender is gone')
      expect(await files().listWrittenBefore(LONG_AGO)).toEqual([])
      expect(await files().listWrittenBefore(DISTANT)).toContain(key)
      await send(key, content, [[4 * MEGABYTE, content.length]])
      await files().complete(key, content.length)
      expect((await buffer(files().open(key))).equals(content)).toBe(true)
    })

    it('are stored whole, and removed whole or in part', async () => {
      const [whole, part] = [newPrivateFileKey(), newPrivateFileKey()]
      const content = randomBytes(7 * MEGABYTE)
      await files().put(whole, inChunks(content))
      expect((await buffer(files().open(whole))).equals(content)).toBe(true)
      await send(part, content, [[0, content.length]])
      for (const key of [whole, part]) await files().remove(key)
      expect(await files().listWrittenBefore(DISTANT)).not.toEqual(expect.arrayContaining([whole]))
      expect(await files().listWrittenBefore(DISTANT)).not.toEqual(expect.arrayContaining([part]))
      await expect(files().put('../x', content)).rejects.toThrow('invalid key')
    })
  })
}
