import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { writeZip, type ZipFile } from './zip.ts'

/** Large archives, as another program reads them: `zipfile` of Python. */
const folder = await mkdtemp(join(tmpdir(), 'gloed-zip-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const modifiedAt = new Date('2026-11-26T11:22:34Z')

async function python(script: string, file: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', script, file])
  return JSON.parse(stdout)
}

/** @param hole content of zeros, for which the file gets a hole instead */
async function save(name: string, files: AsyncIterable<ZipFile>, hole?: Buffer): Promise<string> {
  const path = join(folder, name)
  const file = await open(path, 'w')
  let position = 0
  for await (const part of writeZip(files)) {
    if (part !== hole) await file.write(part, 0, part.length, position)
    position += part.length
  }
  await file.close()
  return path
}

it.each([65_534, 65_535, 70_000])('with %i files is whole', async count => {
  async function* files(): AsyncGenerator<ZipFile> {
    for (let n = 1; n <= count; n += 1)
      yield { name: `${n}.txt`, content: Buffer.from(`nr ${n}`), modifiedAt }
  }
  const read = await python(
    `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
last = z.infolist()[-1]
print(json.dumps([len(z.namelist()), z.testzip(), last.filename, z.read(last).decode(), last.date_time]))`,
    await save(`${count}.zip`, files()),
  )
  expect(read).toEqual([count, null, `${count}.txt`, `nr ${count}`, [2026, 11, 26, 12, 22, 34]])
})

it('above 4 GB is whole: files before and after that are found', async () => {
  const zeros = Buffer.alloc(256 * 1024 * 1024)
  async function* files(): AsyncGenerator<ZipFile> {
    yield { name: 'first.txt', content: Buffer.from('begin'), modifiedAt }
    for (let n = 1; n <= 17; n += 1) yield { name: `${n}.bin`, content: zeros, modifiedAt }
    yield { name: 'last.txt', content: Buffer.from('end'), modifiedAt }
  }
  const read = await python(
    `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(json.dumps([z.read('first.txt').decode(), z.read('last.txt').decode(), z.getinfo('last.txt').header_offset > 2 ** 32,
  sum(i.file_size for i in z.infolist())]))`,
    await save('large.zip', files(), zeros),
  )
  expect(read).toEqual(['begin', 'end', true, 17 * zeros.length + 8])
})
