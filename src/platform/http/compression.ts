import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Shorter bodies fit into the same packet as their headers. */
const MIN_BYTES = 1024
const compressible = /^(?:text\/|application\/(?:json|manifest\+json|problem\+json|xml)|image\/svg)/

const brotli = promisify(brotliCompress)
const decompressBrotli = promisify(brotliDecompress)
const zip = promisify(gzip)
/** Brotli's: a higher one costs more time than its bytes need on a mobile network. */
const QUALITY = { once: 4, kept: 6 }

const encodings = {
  br: (body: Buffer, use: keyof typeof QUALITY) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY[use],
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => zip(body, { level: 6 }),
} satisfies Record<string, (body: Buffer, use: keyof typeof QUALITY) => Promise<Buffer>>
export type Encoding = keyof typeof encodings

/** The compressed forms of each body of `keptBody`, for as long as the body itself is kept. */
const compressed = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>()

/** A body that is kept and sent many times (a catalog response): it is compressed once, and better. */
export function keptBody(body: Buffer): Buffer {
  compressed.set(body, {})
  return body
}

/**
 * Compresses answers for browsers that accept it: text that is sent whole, outside the main thread. Files and streams are left alone.
 */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (!isCompressible(payload, reply)) return done(null, payload)
    varyByEncoding(reply)
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding || request.method === 'HEAD') return done(null, payload)
    // Fastify waits for a promise, or for `done`.
    return compressReply(reply, payload, encoding)
  })
}

function isCompressible(payload: unknown, reply: FastifyReply): payload is string | Buffer {
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length < MIN_BYTES) return false
  return (
    compressible.test(String(reply.getHeader('content-type') ?? '')) && !reply.hasHeader('content-encoding')
  )
}

/** Sets the headers of the body that it returns. */
async function compressReply(
  reply: FastifyReply,
  payload: string | Buffer,
  encoding: Encoding,
): Promise<Buffer> {
  const body = await compress(payload, encoding)
  const etag = reply.getHeader('etag')
  // Of the same meaning, not of the same bytes.
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
  reply.header('content-encoding', encoding).header('content-length', body.length)
  return body
}

function compress(payload: string | Buffer, encoding: Encoding): Promise<Buffer> {
  if (typeof payload === 'string') return encodings[encoding](Buffer.from(payload), 'once')
  const forms = compressed.get(payload)
  if (!forms) return encodings[encoding](payload, 'once')
  return (forms[encoding] ??= encodings[encoding](payload, 'kept'))
}

function varyByEncoding(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${String(vary)}, accept-encoding` : 'accept-encoding')
}

/** Text that is kept compressed only: by Brotli, which nearly everyone accepts, and by gzip as soon as somebody accepts nothing better. */
export interface CompressedText {
  brotli: Buffer
  gzip?: Buffer
  /** In bytes, of the text. */
  length: number
}

export const compressText = async (text: Buffer): Promise<CompressedText> => ({
  brotli: await encodings.br(text, 'kept'),
  length: text.length,
})

export const zipText = async (text: CompressedText): Promise<Buffer> =>
  encodings.gzip(await decompressText(text))

/** In one piece: in zlib's usual pieces of 16 KB a page takes four times the processor time, and as long to arrive as a new one. */
const decompressText = ({ brotli, length }: CompressedText): Promise<Buffer> =>
  // A piece that is filled to its end makes zlib allocate the next one.
  decompressBrotli(brotli, { chunkSize: Math.max(constants.Z_MIN_CHUNK, length + 1) })

/** The payload of a kept text: as it is kept, or as text for a client that accepts no such encoding. */
export async function payloadOf(
  text: CompressedText,
  encoding: Encoding | undefined,
  reply: FastifyReply,
): Promise<Buffer> {
  const kept = encoding && { br: text.brotli, gzip: text.gzip }[encoding]
  if (!encoding || !kept) return decompressText(text)
  varyByEncoding(reply)
  reply.header('content-encoding', encoding)
  return kept
}

/** The best encoding that the header accepts; undefined for none. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const offers = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map(offer => offer.trim())
    .filter(offer => !/;\s*q=0(?:\.0*)?$/.test(offer))
  const accepted = new Set(offers.map(offer => offer.split(';', 1)[0]))
  return (['br', 'gzip'] as const).find(encoding => accepted.has(encoding))
}
