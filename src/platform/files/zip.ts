import { crc32 } from 'node:zlib'

/** A file in a ZIP. */
export interface ZipFile {
  name: string
  content: Buffer
  modifiedAt: Date
}

// Signatures and sizes of the records, from APPNOTE.TXT of PKWARE, 4.3: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
const LOCAL = 0x04034b50
const LOCAL_SIZE = 30
const CENTRAL = 0x02014b50
const CENTRAL_SIZE = 46
const END = 0x06054b50
const END_SIZE = 22
const END_64 = 0x06064b50
const END_64_SIZE = 56
const LOCATOR_64 = 0x07064b50
const LOCATOR_64_SIZE = 20
/** The extra field with an offset of 64 bits. */
const EXTRA_64 = 1
const EXTRA_64_SIZE = 12

/** In a field of 16 or 32 bits: a record or extra field of ZIP64 has the value. */
const IN_ZIP64_16 = 0xffff
const IN_ZIP64_32 = 0xffffffff
/** Version 4.5 of the format has ZIP64, 1.0 files stored as they are; 3 is Unix, for the mode. */
const VERSION_64 = 45
const VERSION = 10
const MADE_BY = (3 << 8) | VERSION_64
const UTF8_NAMES = 0x0800
const FILE_MODE = 0o100644

/**
 * Writes a ZIP as fast as it is read, one file at a time, stored as they are. Its directory grows until the end: 46 bytes and the name for
 * each file, in buffers outside of the heap. It may have any number of files and any size; a file has less than 4 GB.
 */
export async function* writeZip(files: AsyncIterable<ZipFile>): AsyncGenerator<Buffer> {
  const directory = new ByteList()
  let entries = 0
  let position = 0
  for await (const file of files) {
    const { content } = file
    if (content.length >= IN_ZIP64_32) throw new RangeError(`${file.name} is too large for a ZIP`)
    const facts = describeFile(file)
    const header = localHeader(facts)
    directory.append(centralHeader(facts, position))
    entries += 1
    position += header.length + content.length
    yield header
    yield content
  }
  yield* directory.parts()
  yield endRecords({ entries, size: directory.length, position })
}

interface FileFacts {
  name: Buffer
  /** Method, time, checksum and sizes, as both headers have them. */
  fields: Buffer
}

function describeFile({ name, content, modifiedAt }: ZipFile): FileFacts {
  const fields = Buffer.alloc(18)
  fields.writeUInt32LE(dosTime(modifiedAt), 2)
  fields.writeUInt32LE(crc32(content), 6)
  fields.writeUInt32LE(content.length, 10)
  fields.writeUInt32LE(content.length, 14)
  return { name: Buffer.from(name), fields }
}

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Local time without a zone, in steps of two seconds. */
function dosTime(at: Date): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = clock
    .format(at)
    .split(/\D/)
    .map(Number)
  const date = ((year - 1980) << 9) | (month << 5) | day
  return ((date << 16) | (hour << 11) | (minute << 5) | (second >> 1)) >>> 0
}

function localHeader({ name, fields }: FileFacts): Buffer {
  const header = Buffer.alloc(LOCAL_SIZE)
  header.writeUInt32LE(LOCAL, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(UTF8_NAMES, 6)
  fields.copy(header, 8)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

/** @param position where its local header begins */
function centralHeader({ name, fields }: FileFacts, position: number): Buffer {
  const isFar = position >= IN_ZIP64_32
  const header = Buffer.alloc(CENTRAL_SIZE)
  header.writeUInt32LE(CENTRAL, 0)
  header.writeUInt16LE(MADE_BY, 4)
  header.writeUInt16LE(isFar ? VERSION_64 : VERSION, 6)
  header.writeUInt16LE(UTF8_NAMES, 8)
  fields.copy(header, 10)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(isFar ? EXTRA_64_SIZE : 0, 30)
  header.writeUInt32LE((FILE_MODE << 16) >>> 0, 38)
  header.writeUInt32LE(isFar ? IN_ZIP64_32 : position, 42)
  if (!isFar) return Buffer.concat([header, name])
  const extra = Buffer.alloc(EXTRA_64_SIZE)
  extra.writeUInt16LE(EXTRA_64, 0)
  extra.writeUInt16LE(EXTRA_64_SIZE - 4, 2)
  extra.writeBigUInt64LE(BigInt(position), 4)
  return Buffer.concat([header, name, extra])
}

/** How many files the directory names, its bytes, and where it begins. */
interface Directory {
  entries: number
  size: number
  position: number
}

function endRecords({ entries, size, position }: Directory): Buffer {
  const end = Buffer.alloc(END_SIZE)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(Math.min(entries, IN_ZIP64_16), 8)
  end.writeUInt16LE(Math.min(entries, IN_ZIP64_16), 10)
  end.writeUInt32LE(Math.min(size, IN_ZIP64_32), 12)
  end.writeUInt32LE(Math.min(position, IN_ZIP64_32), 16)
  const fits = entries < IN_ZIP64_16 && size < IN_ZIP64_32 && position < IN_ZIP64_32
  return fits ? end : Buffer.concat([zip64Records({ entries, size, position }), end])
}

/** The record with the numbers that the last one has no room for, and the locator that says where it is. */
function zip64Records({ entries, size, position }: Directory): Buffer {
  const end = Buffer.alloc(END_64_SIZE + LOCATOR_64_SIZE)
  end.writeUInt32LE(END_64, 0)
  end.writeBigUInt64LE(BigInt(END_64_SIZE - 12), 4)
  end.writeUInt16LE(MADE_BY, 12)
  end.writeUInt16LE(VERSION_64, 14)
  end.writeBigUInt64LE(BigInt(entries), 24)
  end.writeBigUInt64LE(BigInt(entries), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(position), 48)
  end.writeUInt32LE(LOCATOR_64, END_64_SIZE)
  end.writeBigUInt64LE(BigInt(position + size), END_64_SIZE + 8)
  end.writeUInt32LE(1, END_64_SIZE + 16)
  return end
}

const PART_SIZE = 64 * 1024

/** Bytes that are only ever added to, in parts of one size: a buffer that doubles would be copied, and half empty. */
class ByteList {
  readonly #parts: Buffer[] = []
  length = 0

  append(bytes: Buffer): void {
    for (let from = 0; from < bytes.length;) {
      const used = this.length % PART_SIZE
      if (used === 0) this.#parts.push(Buffer.allocUnsafeSlow(PART_SIZE))
      const copied = bytes.copy(this.#parts.at(-1) as Buffer, used, from)
      from += copied
      this.length += copied
    }
  }

  *parts(): Generator<Buffer> {
    for (const [index, part] of this.#parts.entries()) yield part.subarray(0, this.length - index * PART_SIZE)
  }
}
