import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  drawn,
  formOf,
  jpeg,
  patience,
  sendPictures,
  storedAtRest,
  untilStored,
} from '../../../tests/support/pictureUploads.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import {
  changeCategory,
  changeProduct,
  createCategory,
  createProduct,
  readAdminProduct,
  removeCategory,
  removeProduct,
} from '../products/admin/contract.ts'
import { listCategories } from '../products/catalog/contract.ts'
import { readPictures } from './admin/contract.ts'
import { cleanupPictures } from './processing.service.ts'
import type { PictureProgress } from './contract.ts'

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

const DAY = 24 * 3600_000
const sweep = () =>
  cleanupPictures({ ...shop.node.platform, now: () => new Date(Date.now() + (late += 2 * DAY)) })

const settled = (id: string) =>
  vi.waitFor(async () => {
    const [picture] = (await admin.call(readPictures, { id })).body
    expect(picture?.status).not.toBe('WAITING')
    return picture as PictureProgress
  }, patience)
async function ready(content?: Uint8Array): Promise<string> {
  const [picture] = (await sendPictures(admin, content ?? (await jpeg()))).body
  return (await settled(picture?.id as string)).url as string
}
const get = (path: string) => fetch(new URL(path, shop.origin))
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
    const [picture] = (await sendPictures(admin, whole.subarray(0, whole.length - 40))).body
    expect(await settled(picture?.id as string)).toMatchObject({
      status: 'FAILED',
      url: null,
      problem: 'Kies een foto: een JPG, PNG of WebP die heel is.',
    })
  })

  it('requires a form, a file and an admin', async () => {
    expect((await admin.request('POST', '/api/admin/pictures', {})).status).toBe(415)
    expect((await sendPictures(admin)).status).toBe(400)
    const someone = await shop.newUser()
    const refused = await someone.request('POST', '/api/admin/pictures', formOf([await jpeg()]))
    expect(refused.status).toBe(403)
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
    const before = await storedAtRest(shop)
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
    await untilStored(shop, before)
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
