import type { FileHandle } from 'node:fs/promises'

/** Signatures of a ZIP's last records, as https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT has them. */
const END = 0x06054b50
const END_64 = 0x06064b50
const ENTRY = 0x02014b50
const LOCATOR_SIZE = 20
const END_SIZE = 22
const ENTRY_SIZE = 46

/** Reads the central directory of a ZIP. @returns how many files it names. @throws Error when its records don't fit */
export async function readZipEnd(
  file: FileHandle,
  size: number,
): Promise<{ entries: number; isZip64: boolean }> {
  const read = async (length: number, position: number) =>
    (await file.read(Buffer.alloc(length), 0, length, position)).buffer
  const end = await read(END_SIZE, size - END_SIZE)
  if (end.readUInt32LE(0) !== END) throw new Error('no end of a ZIP')
  const isZip64 = end.readUInt16LE(10) === 0xffff || end.readUInt32LE(16) === 0xffffffff
  let told = end.readUInt16LE(10)
  let length = end.readUInt32LE(12)
  let position = end.readUInt32LE(16)
  if (isZip64) {
    const locator = await read(LOCATOR_SIZE, size - END_SIZE - LOCATOR_SIZE)
    const end64 = await read(56, Number(locator.readBigUInt64LE(8)))
    if (end64.readUInt32LE(0) !== END_64) throw new Error('no end of a ZIP64')
    told = Number(end64.readBigUInt64LE(32))
    length = Number(end64.readBigUInt64LE(40))
    position = Number(end64.readBigUInt64LE(48))
  }
  const entries = countEntries(await read(length, position))
  if (entries !== told) throw new Error(`${entries} entries of ${told}`)
  return { entries, isZip64 }
}

/** Each entry has a name, extra fields and a comment of their own lengths. */
function countEntries(directory: Buffer): number {
  let count = 0
  for (let at = 0; at < directory.length; count += 1) {
    if (directory.readUInt32LE(at) !== ENTRY) throw new Error(`no entry at ${at}`)
    at +=
      ENTRY_SIZE +
      directory.readUInt16LE(at + 28) +
      directory.readUInt16LE(at + 30) +
      directory.readUInt16LE(at + 32)
  }
  return count
}
