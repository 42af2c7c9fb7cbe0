import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedFiles } from '../../../tests/support/pictureUploads.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { readUser } from './contract.ts'
import { eraseClosedAccounts } from '../../backoffice/privacy/erase.service.ts'
import { deleteAccount } from '../../backoffice/privacy/contract.ts'
import { newStorageKey } from '../../platform/files/storage.ts'
import { cleanUpAvatars } from './avatar.service.ts'
import { MAX_AVATAR_BYTES, readProfile, removeAvatar } from '../../app/profile/contract.ts'

let shop: TestShop
let member: TestUser
beforeAll(async () => {
  shop = await openShop()
  member = await shop.newUser()
})
afterAll(() => shop.close())

const drawn = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#8a2a4a' } })
const jpeg = () => drawn().jpeg().toBuffer()

function send(
  member: TestUser,
  content: Buffer | Uint8Array,
  { field = 'avatar', name = 'ik.jpg', type = 'image/jpeg' } = {},
) {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(content)], { type }), name)
  return member.request('POST', '/api/profile/avatar', form)
}
const get = (path: string) => fetch(new URL(path, shop.origin))
const files = () => storedFiles(shop)
const urlOf = async (member: TestUser) => (await member.call(readProfile)).body.avatarUrl

describe('an avatar', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'of %s becomes a square WebP without its metadata',
    async format => {
      const exif = { IFD0: { Copyright: 'Geheime plek 52.37' } }
      const sent = await drawn(90, 40).withExif(exif).toFormat(format).toBuffer()
      expect((await sharp(sent).metadata()).exif).toBeDefined()
      const { status, body } = await send(member, sent)
      expect({ status, body }).toEqual({
        status: 200,
        body: { avatarUrl: expect.stringMatching(/^\/media\/avatars\/[\w-]{32}\.webp$/) },
      })
      const { avatarUrl } = body as { avatarUrl: string }
      expect((await member.call(readUser)).body.avatarUrl).toBe(avatarUrl)
      const answer = await get(avatarUrl)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=31536000, immutable',
      })
      const kept = Buffer.from(await answer.arrayBuffer())
      expect(kept.includes('Geheime')).toBe(false)
      const { exif: left, ...facts } = await sharp(kept).metadata()
      expect(facts).toMatchObject({ format: 'webp', width: 512, height: 512 })
      expect(left).toBeUndefined()
    },
  )

  it('is rotated by its EXIF orientation', async () => {
    const halves = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#ffffff' } })
      .composite([
        { input: { create: { width: 40, height: 20, channels: 3, background: '#000000' } }, top: 0, left: 0 },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { body } = await send(member, halves)
    const kept = await (await get((body as { avatarUrl: string }).avatarUrl)).arrayBuffer()
    // After the rotation, the upper side is on the right.
    const { data, info } = await sharp(Buffer.from(kept)).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number) => data[(256 * info.width + x) * info.channels] ?? -1
    expect(at(20)).toBeGreaterThan(200)
    expect(at(490)).toBeLessThan(60)
  })

  it('replaces the previous one, deletes its file, and can be removed', async () => {
    const member = await shop.newUser()
    await send(member, await jpeg())
    const first = (await urlOf(member)) as string
    await send(member, await jpeg())
    const second = (await urlOf(member)) as string
    expect(second).not.toBe(first)
    expect((await get(first)).status).toBe(404)
    expect((await get(second)).status).toBe(200)
    expect((await member.call(removeAvatar)).status).toBe(204)
    expect(await urlOf(member)).toBeNull()
    expect((await get(second)).status).toBe(404)
    expect((await member.call(removeAvatar)).status).toBe(404)
  })

  it('of up to 5 MB is accepted, and one byte more is too large', async () => {
    const picture = await jpeg()
    const padded = (length: number) => Buffer.concat([picture, Buffer.alloc(length - picture.length)])
    expect((await send(member, padded(MAX_AVATAR_BYTES))).status).toBe(200)
    const before = await urlOf(member)
    for (const length of [MAX_AVATAR_BYTES + 1, 3 * MAX_AVATAR_BYTES]) {
      expect(await send(member, padded(length))).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
    }
    expect(await urlOf(member)).toBe(before)
  })

  it('is encoded again, without any other data of its file', async () => {
    const script = '<script>alert(document.domain)</script>'
    const polyglots = [
      Buffer.concat([await jpeg(), Buffer.from(`PK\u0003\u0004 ${script}`)]),
      Buffer.concat([await drawn().png().toBuffer(), Buffer.from(script)]),
      await drawn()
        .withExif({ IFD0: { ImageDescription: script } })
        .jpeg()
        .toBuffer(),
    ]
    for (const sent of polyglots) {
      const { status } = await send(member, sent, { name: 'x.html', type: 'text/html' })
      expect(status).toBe(200)
      const kept = await (await get((await urlOf(member)) as string)).arrayBuffer()
      expect(Buffer.from(kept).includes('script')).toBe(false)
    }
  })

  it('is stored under a generated name, whatever the client calls it', async () => {
    for (const name of ['../../x', '..\\..\\x.webp', '/etc/passwd', 'a\u0000b', `${'x'.repeat(5000)}.jpg`]) {
      const { status } = await send(member, await jpeg(), { name })
      expect(status, name).toBe(200)
      expect(await urlOf(member)).toMatch(/^\/media\/avatars\/[\w-]{32}\.webp$/)
    }
    expect(await files()).toContain(((await urlOf(member)) as string).replace('/media/', ''))
  })
})

describe('an invalid avatar', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const made: [string, () => Promise<Buffer> | Buffer][] = [
    ['SVG', () => Buffer.from(svg)],
    ['SVG that begins as a JPEG', () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from(svg)])],
    ['a GIF', () => drawn().gif().toBuffer()],
    ['an AVIF', () => drawn().avif().toBuffer()],
    ['text', () => Buffer.from('geen foto')],
    ['nothing', () => Buffer.alloc(0)],
    ['half a JPEG', async () => half(await noise().jpeg().toBuffer())],
    ['half a PNG', async () => half(await noise().png().toBuffer())],
    ['half a WebP', async () => half(await noise().webp().toBuffer())],
  ]
  const noise = () =>
    sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 99, sigma: 40 },
      },
    })
  const half = (whole: Buffer) => whole.subarray(0, whole.length / 2)

  it.each(made)('is refused: %s', async (_name, make) => {
    const url = await urlOf(member)
    const before = await files()
    expect(await send(member, await make(), { name: 'ik.png', type: 'image/png' })).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_TYPE', message: 'Kies een foto: een JPG, PNG of WebP die heel is.' },
    })
    expect(await urlOf(member)).toBe(url)
    expect(await files()).toEqual(before)
  })

  it('is refused: 30,000 pixels wide, or a few bytes that decompress to too many', async () => {
    const wide = await drawn(30_000, 2).png().toBuffer()
    const vast = await drawn(9000, 9000).png({ compressionLevel: 9 }).toBuffer()
    for (const sent of [wide, vast]) {
      expect(await send(member, sent)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
    }
  })

  it('is reported at its field when missing, and refused when the body is no form', async () => {
    const missing = { status: 400, body: { fields: { avatar: 'Kies een foto.' } } }
    expect(await send(member, await jpeg(), { field: 'foto' })).toMatchObject(missing)
    expect(await member.request('POST', '/api/profile/avatar', new FormData())).toMatchObject(missing)
    for (const body of [undefined, { avatar: 'x' }])
      expect((await member.request('POST', '/api/profile/avatar', body)).status).toBe(415)
    for (const [type, body] of [
      ['multipart/form-data', 'x'],
      [
        'multipart/form-data; boundary=a',
        '--a\r\ncontent-disposition: form-data; name="avatar"; filename="a"\r\n\r\nx',
      ],
      [
        'multipart/form-data; boundary=a',
        '--a\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--a--',
      ],
    ] as const) {
      const { status } = await member.request('POST', '/api/profile/avatar', body, { 'content-type': type })
      expect(status, body).toBe(400)
    }
    expect((await member.call(readUser)).status, 'it is still there').toBe(200)
  })

  it('leaves no file when the connection breaks during the upload', async () => {
    const member = await shop.newUser()
    const { port } = new URL(shop.origin)
    const head = `POST /api/profile/avatar HTTP/1.1\r\nhost: x\r\ncookie: ${member.cookie()}\r\ncontent-type: multipart/form-data; boundary=a\r\ncontent-length: 100000\r\n\r\n`
    const socket = connect(Number(port), '127.0.0.1')
    socket.end(`${head}--a\r\ncontent-disposition: form-data; name="avatar"; filename="a"\r\n\r\nx`)
    await text(socket)
    expect(await urlOf(member)).toBeNull()
  })

  it('is not found under /media/', async () => {
    const { storage } = shop.node.platform
    for (const key of ['../secrets/session', 'avatars/../../secrets/session', 'avatars/', 'x', '']) {
      const { status, headers } = await get(`/media/${encodeURIComponent(key)}`)
      expect({ status, cache: headers.get('cache-control') }, key).toEqual({ status: 404, cache: 'no-store' })
      expect(await storage.read(key), key).toBeNull()
      await expect(storage.put(key, Buffer.from('x')), key).rejects.toThrow('invalid storage key')
    }
  })
})

describe('the file of an avatar', () => {
  it('is deleted when its user is erased', async () => {
    const member = await shop.newUser()
    await send(member, await jpeg())
    const url = (await urlOf(member)) as string
    await member.call(deleteAccount, { password: 'een-goed-wachtwoord' })
    expect((await get(url)).status).toBe(200)
    const { platform } = shop.node
    await eraseClosedAccounts({ ...platform, now: () => new Date(Date.now() + 28 * 86_400_000) })
    expect((await get(url)).status).toBe(404)
  })

  it('is cleaned up when a node stopped before a row named it, after the maximum upload time', async () => {
    const { platform } = shop.node
    const { storage } = platform
    const member = await shop.newUser()
    await send(member, await jpeg())
    const orphan = newStorageKey('avatars')
    await storage.put(orphan, Buffer.from('x'))
    await cleanUpAvatars(platform)
    expect(await storage.read(orphan)).not.toBeNull()
    await cleanUpAvatars({ ...platform, now: () => new Date(Date.now() + 25 * 3600_000) })
    expect(await storage.read(orphan)).toBeNull()
    expect((await get((await urlOf(member)) as string)).status).toBe(200)
  })
})
