import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import {
  changeCategory,
  changeProduct,
  createCategory,
  createProduct,
  readAdminProduct,
  removeCategory,
  removeProduct,
} from '../../backoffice/products/contract.ts'
import { listCategories } from '../catalog/contract.ts'
import { MAX_PICTURE_BYTES, readPictures, type PictureProgress } from './contract.ts'
import { cleanupPictures } from './processing.service.ts'

let shop: TestShop
let admin: TestUser
let categoryId: string
let late = 0
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  categoryId = (await admin.call(createCategory, { name: 'Met foto' })).body.id
})
afterAll(() => shop.close())

const patience = { timeout: 40_000, interval: 50 }
const DAY = 24 * 3600_000
const sweep = () =>
  cleanupPictures({ ...shop.node.platform, now: () => new Date(Date.now() + (late += 2 * DAY)) })

const drawn = (width = 60, height = 40, background = '#8a2a4a') =>
  sharp({ create: { width, height, channels: 3, background } })
const jpeg = () => drawn().jpeg().toBuffer()

const fileOf = (content: Uint8Array, type = 'image/jpeg') => new Blob([new Uint8Array(content)], { type })
function formOf(contents: Uint8Array[], fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [at, content] of contents.entries()) form.append('images', fileOf(content), `foto-${at + 1}.jpg`)
  return form
}
const send = async (...contents: Uint8Array[]) =>
  (await admin.request('POST', '/api/admin/pictures', formOf(contents))) as {
    status: number
    body: PictureProgress[] & { code?: string; message?: string }
  }
const settled = (id: string) =>
  vi.waitFor(async () => {
    const [picture] = (await admin.call(readPictures, { id })).body
    expect(picture?.status).not.toBe('WAITING')
    return picture as PictureProgress
  }, patience)
async function ready(content?: Uint8Array): Promise<string> {
  const [picture] = (await send(content ?? (await jpeg()))).body
  return (await settled(picture?.id as string)).url as string
}
const get = (path: string) => fetch(new URL(path, shop.origin))
const files = async () => {
  const media = join(shop.node.platform.config.dataDir, 'media')
  const names = await readdir(media, { recursive: true }).catch((): string[] => [])
  return names.filter(name => /\.\w+$/.test(name)).toSorted()
}
/** The files after the removal jobs of earlier requests have run. */
const restingFiles = () =>
  vi.waitFor(async () => {
    const found = await files()
    expect(found.filter(name => name.includes('.sent'))).toEqual([])
    return found
  }, patience)
const untilFiles = (wanted: string[]) =>
  vi.waitFor(async () => expect(await files()).toEqual(wanted), patience)
let skus = 0
const product = (changes: object = {}) => ({
  name: 'Vaas',
  sku: `V-${(skus += 1)}`,
  price: 2500,
  stock: 3,
  categoryId,
  ...changes,
})
const make = async (changes?: object) => (await admin.call(createProduct, product(changes))).body
const read = async (productId: string) => (await admin.call(readAdminProduct, { productId })).body

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('of %s gets three widths and two formats', async format => {
    const exif = { IFD0: { Copyright: 'Geheime plek 52.37' } }
    const url = await ready(await drawn(90, 40).withExif(exif).toFormat(format).toBuffer())
    expect(url).toMatch(/^\/media\/pictures\/[\w-]{32}-[0-9a-f]{6}\/800\.webp$/)
    for (const width of [400, 800, 1200])
      for (const type of ['webp', 'avif']) {
        const answer = await get(url.replace('800.webp', `${width}.${type}`))
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': `image/${type}`,
          'cache-control': 'public, max-age=31536000, immutable',
        })
        const kept = Buffer.from(await answer.arrayBuffer())
        expect(kept.includes('Geheime')).toBe(false)
        expect(await sharp(kept).metadata()).toMatchObject({ width, height: (width * 5) / 4 })
      }
  })

  it('on a plain background is padded with it, and its colour is stored', async () => {
    const url = await ready(await drawn(50, 50, '#c0d0e0').png().toBuffer())
    expect(url).toContain('-c0d0e0/')
    const { data } = await sharp(Buffer.from(await (await get(url)).arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(Math.abs((data[0] as number) - 0xc0)).toBeLessThan(4)
  })

  it('that is truncated is refused with a reason', async () => {
    const whole = await drawn(400, 400).png().toBuffer()
    const [picture] = (await send(whole.subarray(0, whole.length - 40))).body
    expect(await settled(picture?.id as string)).toMatchObject({
      status: 'FAILED',
      url: null,
      problem: 'Kies een foto: een JPG, PNG of WebP die heel is.',
    })
  })

  it('requires a form, a file and an admin', async () => {
    expect((await admin.request('POST', '/api/admin/pictures', {})).status).toBe(415)
    expect((await send()).status).toBe(400)
    const someone = await shop.newUser()
    const refused = await someone.request('POST', '/api/admin/pictures', formOf([await jpeg()]))
    expect(refused.status).toBe(403)
  })
})

describe('refused files', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'.padEnd(300))
  it.each([
    ['nothing', () => Buffer.alloc(0), 415, '“foto-2.jpg” is leeg.'],
    ['a drawing', () => svg, 415, '“foto-2.jpg” is geen JPG, PNG of WebP.'],
    ['a few bytes', () => Buffer.from('ffd8', 'hex'), 415, '“foto-2.jpg” is geen JPG, PNG of WebP.'],
    [
      'a beginning with nothing behind it',
      () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(500, 'x')]),
      415,
      'Kies een foto: een JPG, PNG of WebP die heel is.',
    ],
    ['21 MB', () => large, 413, '“foto-2.jpg” is groter dan 20 MB.'],
  ])('%s: no file of the form is stored', async (_, content, status, message) => {
    const before = await restingFiles()
    expect(await send(await jpeg(), content(), await jpeg())).toMatchObject({ status, body: { message } })
    await untilFiles(before)
  })
  const large = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(MAX_PICTURE_BYTES + 1024 ** 2)])

  it('fifty at once', async () => {
    const before = await restingFiles()
    const one = await jpeg()
    const answer = await send(...Array.from({ length: 50 }, () => one))
    expect(answer).toMatchObject({ status: 413, body: { message: 'Stuur hoogstens 20 foto’s tegelijk.' } })
    await untilFiles(before)
  })

  describe('a form that breaks off', () => {
    const part = `--x\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\n\r\n`
    /** Sends two files and leaves before the second one's end. */
    async function leaveAfter(isFarEnough: () => Promise<void>) {
      const { hostname, port } = new URL(shop.origin)
      const socket = connect(Number(port), hostname)
      const head = `POST /api/admin/pictures HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${admin.cookie()}\r\n`
      const body = Buffer.concat([Buffer.from(part), await jpeg(), Buffer.from(`\r\n${part}`), await jpeg()])
      socket.write(`${head}content-type: multipart/form-data; boundary=x\r\ncontent-length: 99999\r\n\r\n`)
      socket.write(body)
      await isFarEnough()
      socket.destroy()
    }

    it('leaves no file', async () => {
      const before = await restingFiles()
      await leaveAfter(() =>
        vi.waitFor(async () => expect((await files()).length).toBeGreaterThan(before.length), patience),
      )
      await untilFiles(before)
    })

    it('leaves no file that was still being written', async () => {
      const before = await restingFiles()
      const { storage } = shop.node.platform
      const write = storage.put.bind(storage)
      const [writing, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const slow = vi.spyOn(storage, 'put').mockImplementationOnce(async (key, content) => {
        await write(key, content)
        writing.resolve()
        await gone.promise
      })
      onTestFinished(() => slow.mockRestore())
      const noticed = new Promise<void>(resolve => {
        shop.node.app.server.once('connection', connection => connection.once('close', () => resolve()))
      })
      await leaveAfter(() => writing.promise)
      await noticed
      gone.resolve()
      expect(await restingFiles()).toEqual(before)
    })
  })
})

describe('a category', () => {
  it('shows its picture, until another or none takes its place', async () => {
    const [one, two] = [await ready(), await ready()]
    const name = `Rubriek ${one.slice(-30, -20)}`
    const { body: made } = await admin.call(createCategory, { name, imageUrl: one })
    expect(made).toMatchObject({ name, imageUrl: one })
    const shown = async () =>
      (await shop.newClient().call(listCategories)).body.find(({ id }) => id === made.id)?.imageUrl
    expect(await shown()).toBe(one)
    const categoryId = made.id
    expect((await admin.call(changeCategory, { categoryId, name })).body.imageUrl).toBe(one)
    await admin.call(changeCategory, { categoryId, name, imageUrl: two })
    await vi.waitFor(async () => expect(await shown()).toBe(two), patience)
    await sweep()
    expect([await get(one), await get(two)].map(({ status }) => status)).toEqual([404, 200])
    await admin.call(changeCategory, { categoryId, name, imageUrl: null })
    await vi.waitFor(async () => expect(await shown()).toBeNull(), patience)
    await sweep()
    expect((await get(two)).status).toBe(404)
  })

  it('refuses a picture that is another’s, or unknown', async () => {
    const mine = await ready()
    await make({ images: [mine] })
    for (const imageUrl of [mine, '/media/pictures/nergens/800.webp', 'javascript:alert(1)'])
      expect(
        await admin.call(createCategory, { name: `Rubriek ${mine}`.slice(0, 60), imageUrl }),
      ).toMatchObject({
        status: 400,
        body: { fields: { images: expect.stringContaining('er niet meer') } },
      })
  })

  it('leaves its picture to the clean-up when it is deleted', async () => {
    const imageUrl = await ready()
    const { body } = await admin.call(createCategory, { name: `Weg ${imageUrl.slice(-30, -20)}`, imageUrl })
    await admin.call(removeCategory, { categoryId: body.id })
    await sweep()
    expect((await get(imageUrl)).status).toBe(404)
  })
})

describe('a product', () => {
  it('shows its pictures in the given order', async () => {
    const [one, two] = [await ready(), await ready()]
    const made = await make({ images: [two, one] })
    expect(made).toMatchObject({ imageUrl: two, images: [two, one], version: 1 })
    const changed = await admin.call(changeProduct, { productId: made.id, images: [one] })
    expect(changed.body).toMatchObject({ imageUrl: one, images: [one], version: 2 })
  })

  it('gets the pictures of its form once all are processed', async () => {
    const fields = Object.fromEntries(
      Object.entries(product({ length: '', isActive: 'false', weight: '250' })).map(([name, value]) => [
        name,
        String(value),
      ]),
    )
    const contents = [await jpeg(), await drawn(9, 9, '#102030').png().toBuffer()]
    const { status, body } = await admin.request('POST', '/api/admin/products', formOf(contents, fields))
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { price: 2500, weight: 250, length: null, isActive: false, images: [] },
    })
    const { id } = body as { id: string }
    await vi.waitFor(async () => expect((await read(id)).images).toHaveLength(2), patience)
    const { images, imageUrl } = await read(id)
    expect(images[1]).toContain('-102030/')
    expect(imageUrl).toBe(images[0])
  })

  it('that is refused keeps no file of its form', async () => {
    const before = await restingFiles()
    const { name, sku } = product()
    const incomplete = await admin.request(
      'POST',
      '/api/admin/products',
      formOf([await jpeg()], { name, sku }),
    )
    expect(incomplete).toMatchObject({ status: 400, body: { fields: { price: expect.any(String) } } })
    const taken = await make()
    const twice = { ...product({ sku: taken.sku }), price: '1', stock: '1' }
    const answer = await admin.request('POST', '/api/admin/products', formOf([await jpeg()], twice))
    expect(answer).toMatchObject({ status: 409, body: { code: 'SKU_TAKEN' } })
    await untilFiles(before)
  })

  it('refuses a picture of another product, and an unknown one', async () => {
    const mine = await ready()
    await make({ images: [mine] })
    for (const address of [mine, '/media/pictures/nergens/800.webp', 'javascript:alert(1)'])
      expect(await admin.call(createProduct, product({ images: [address] }))).toMatchObject({
        status: 400,
        body: { fields: { images: expect.stringContaining('er niet meer') } },
      })
  })

  it('leaves its pictures to the clean-up when it is deleted', async () => {
    const [kept, gone] = [await ready(), await ready()]
    await make({ images: [kept] })
    const { id: productId } = await make({ images: [gone] })
    const unused = await ready()
    await admin.call(removeProduct, { productId })
    expect((await get(gone)).status).toBe(200)
    await sweep()
    expect([await get(kept), await get(gone), await get(unused)].map(({ status }) => status)).toEqual([
      200, 404, 404,
    ])
    await sweep()
    expect((await get(kept)).status).toBe(200)
  })
})
