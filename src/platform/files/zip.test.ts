import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { writeZip, type ZipFile } from './zip.ts'

const modifiedAt = new Date('2026-11-26T11:22:34Z')

async function* filesOf(texts: Record<string, string>): AsyncGenerator<ZipFile> {
  for (const [name, text] of Object.entries(texts)) yield { name, content: Buffer.from(text), modifiedAt }
}

it('keeps names and contents, also of nothing', async () => {
  const texts = { 'a.txt': 'one', 'leeg.txt': '', 'café – één.xml': 'é'.repeat(100_000) }
  const files = unzipSync(await buffer(writeZip(filesOf(texts))))
  const read = Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])
  expect(Object.fromEntries(read)).toEqual(texts)
  expect(unzipSync(await buffer(writeZip(filesOf({}))))).toEqual({})
})

it('says when a file changed by the clock in Brussels', async () => {
  const zip = await buffer(writeZip(filesOf({ a: 'one' })))
  const [time, date] = [zip.readUInt16LE(10), zip.readUInt16LE(12)]
  expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 11, 26])
  expect([time >> 11, (time >> 5) & 63, 2 * (time & 31)]).toEqual([12, 22, 34])
})

it('asks for files no faster than it is read, and for no more when the reader leaves', async () => {
  let made = 0
  let isLeft = false
  async function* endless(): AsyncGenerator<ZipFile> {
    try {
      while (true) yield { name: String((made += 1)), content: Buffer.alloc(100_000), modifiedAt }
    } finally {
      isLeft = true
    }
  }
  const zip = Readable.from(writeZip(endless()), { objectMode: false })
  for await (const part of zip.iterator({ destroyOnReturn: false })) {
    expect(part).toBeInstanceOf(Buffer)
    break
  }
  await new Promise(resolve => setImmediate(resolve))
  const before = made
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(made).toBe(before)
  expect(made).toBeLessThan(5)
  zip.destroy()
  await expect.poll(() => isLeft).toBe(true)
})
