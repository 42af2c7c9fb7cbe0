import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptedEncoding, addCompression, compressText, keptBody, payloadOf } from './compression.ts'

const long = 'wie dit leest, '.repeat(200)
const large = long.repeat(20)
let app: FastifyInstance
let sent: Buffer

beforeAll(async () => {
  app = fastify()
  addCompression(app)
  app.get('/page', (_, reply) => reply.type('text/html').header('vary', 'cookie').send(long))
  const kept = keptBody(Buffer.from(long))
  app.get('/kept', (_, reply) => reply.type('application/json').header('etag', '"a"').send(kept))
  app.get('/bytes', (_, reply) => reply.type('text/html').send(Buffer.from(long)))
  app.get('/stored', async (_, reply) =>
    reply.send((sent = await payloadOf(await compressText(Buffer.from(large)), undefined, reply))),
  )
  app.get('/short', (_, reply) => reply.type('text/html').send('kort'))
  app.get('/picture', (_, reply) => reply.type('image/webp').send(Buffer.alloc(5000)))
  await app.ready()
})
afterAll(() => app.close())

const get = (url: string, encoding?: string) =>
  app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

test('text comes in the best encoding that is accepted, and says what it depends on', async () => {
  const page = await get('/page', 'gzip, deflate, br')
  expect(page.headers).toMatchObject({ 'content-encoding': 'br', vary: 'cookie, accept-encoding' })
  expect(brotliDecompressSync(page.rawPayload).toString()).toBe(long)
  expect(Number(page.headers['content-length'])).toBe(page.rawPayload.length)
  const zipped = await get('/page', 'gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(long)
  expect((await get('/page')).body).toBe(long)
})

test('a body that is kept is compressed again and again to the same, with a weak name', async () => {
  const [one, other] = await Promise.all([get('/kept', 'br'), get('/kept', 'br')])
  expect(one.headers.etag).toBe('W/"a"')
  expect(other.rawPayload).toEqual(one.rawPayload)
  expect((await get('/kept')).headers.etag).toBe('"a"')
})

test('bytes that nobody keeps are compressed as text is, and cached ones are compressed better', async () => {
  const [text, bytes, kept] = await Promise.all([get('/page', 'br'), get('/bytes', 'br'), get('/kept', 'br')])
  expect(bytes.rawPayload).toEqual(text.rawPayload)
  expect(kept.rawPayload).not.toEqual(text.rawPayload)
})

test('a page that is cached compressed only is decompressed in one piece', async () => {
  expect((await get('/stored')).body).toBe(large)
  // Pieces would have been put together to exactly the length.
  expect(sent.buffer.byteLength).toBe(sent.length + 1)
})

test('short text and pictures are left alone', async () => {
  expect((await get('/short', 'br')).headers['content-encoding']).toBeUndefined()
  expect((await get('/picture', 'br')).headers['content-encoding']).toBeUndefined()
})

test('the header decides', () => {
  expect(acceptedEncoding('br;q=0, gzip')).toBe('gzip')
  expect(acceptedEncoding('identity')).toBeUndefined()
  expect(acceptedEncoding(undefined)).toBeUndefined()
  expect(acceptedEncoding('BR;q=0.5')).toBe('br')
})
