import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Encrypter } from 'age-encryption'
import { StartupError } from '../../platform/config.ts'

/** The bytes that went through, before their compression or after their decompression. */
export interface Measured {
  bytes: number
  /** Line feeds: in the database's copy format the number of rows. */
  lines: number
  sha256: string
}

/** How content is put into a backup. */
export interface Packing {
  publicKey: string | null
  /** Files that are pictures or archives do not get smaller. */
  isCompressed: boolean
}

/** The ending of a packed file's name. `age` and `zstd` unpack it by hand. */
export const packedEnding = ({ publicKey, isCompressed }: Packing): string =>
  `${isCompressed ? '.zst' : ''}${publicKey === null ? '' : '.age'}`

/** Writes content to a new file, and to the disk, before it returns. */
export async function pack(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  packing: Packing,
): Promise<Measured> {
  const measure = measuring()
  const measured = Readable.from(measure.watch(content), { objectMode: false })
  const compressed = packing.isCompressed ? measured.compose(createZstdCompress()) : measured
  const encrypted = packing.publicKey === null ? compressed : await encrypt(compressed, packing.publicKey)
  await pipeline(encrypted, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  const file = await open(path)
  await file.datasync()
  await file.close()
  return measure.result()
}

async function encrypt(content: Readable, publicKey: string): Promise<Readable> {
  return toNode(await (await encrypterTo(publicKey)).encrypt(toWeb(content)))
}

/** @throws StartupError when it is no public key of `age` */
export async function encrypterTo(publicKey: string): Promise<Encrypter> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(publicKey)
  } catch {
    throw new StartupError('BACKUP_PUBLIC_KEY is geen publieke sleutel van age.')
  }
  return encrypter
}

/**
 * Reads a file of `pack`.
 * @param options `key` is the private key; null for a file that is not encrypted
 * @param expected the result of `pack`
 * @throws StartupError when it is damaged or something else, at its end at the latest, or when the key does not fit
 */
export async function* unpack(
  path: string,
  { key, isCompressed }: { key: string | null; isCompressed: boolean },
  expected?: { sha256: string },
): AsyncIterable<Uint8Array> {
  const measure = measuring()
  try {
    const packed = createReadStream(path)
    const decrypted = key === null ? packed : await decrypt(packed, key)
    // An error of a stream reaches the last one, which is read here.
    const content = isCompressed ? connect(decrypted, createZstdDecompress(), () => undefined) : decrypted
    yield* measure.watch(content)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`${path} is beschadigd: ${(error as Error).message}`)
  }
  if (expected && measure.result().sha256 !== expected.sha256)
    throw new StartupError(`${path} is niet wat er in de back-up is geschreven.`)
}

async function decrypt(content: Readable, key: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  try {
    return toNode(await decrypter.decrypt(toWeb(content)))
  } catch (error) {
    content.destroy()
    if (error instanceof Error && error.message.includes('no identity matched'))
      throw new StartupError('Deze sleutel hoort niet bij de back-up.')
    throw error
  }
}

// The casts: Node and the DOM declare the same streams each in their own way.
const toWeb = (content: Readable) => Readable.toWeb(content) as ReadableStream<Uint8Array>
const toNode = (content: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0])

function measuring() {
  const hash = createHash('sha256')
  const total = { bytes: 0, lines: 0 }
  return {
    async *watch(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncIterable<Uint8Array> {
      for await (const chunk of content) {
        hash.update(chunk)
        total.bytes += chunk.length
        for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1)) total.lines += 1
        yield chunk
      }
    },
    result: (): Measured => ({ ...total, sha256: hash.copy().digest('hex') }),
  }
}
