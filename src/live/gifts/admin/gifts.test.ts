import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGiftPurchase, findListedGift, addGiftToList } from '../../../../tests/support/gifts.ts'
import { completePayment } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { auditEntries } from '../../../people/audit/table.ts'
import { newStorageKey } from '../../../platform/files/storage.ts'
import {
  reorderGifts,
  changeGift,
  createGift,
  MAX_GIFT_PICTURE_BYTES,
  listAllGifts,
  listGiftOwners,
  listGiftPurchases,
  removeGift,
  removeGiftPicture,
} from './contract.ts'
import { listGifts } from '../contract.ts'
import { cleanUpGiftPictures } from '../picture.service.ts'

let shop: TestShop
let admin: TestUser
let creator: TestUser
let someone: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  creator = await shop.newUser('MODEL')
  someone = await shop.newUser()
})
afterAll(() => shop.close())

const wish = (more = {}) => addGiftToList(admin, creator.user.id, more)

describe('the gift list', () => {
  it('is managed by admins: gifts are added at the end, changed, reordered and removed', async () => {
    const [one, two] = [await wish({ name: 'Eén' }), await wish({ name: 'Twee' })]
    const names = async () => (await someone.call(listGifts)).body.map(({ name }) => name)
    expect(await names()).toEqual(['Eén', 'Twee'])
    expect((await admin.call(reorderGifts, { giftIds: [two.id] })).body.map(({ name }) => name)).toEqual([
      'Twee',
      'Eén',
    ])
    const changed = await admin.call(changeGift, {
      giftId: one.id,
      price: 4000,
      description: 'Lekker zacht.',
    })
    expect(changed.body).toMatchObject({ name: 'Eén', price: 4000, description: 'Lekker zacht.', given: 0 })
    expect((await admin.call(removeGift, { giftId: two.id })).status).toBe(204)
    expect(await names()).toEqual(['Eén'])
    expect((await admin.call(removeGift, { giftId: two.id })).status).toBe(404)
    await admin.call(removeGift, { giftId: one.id })
  })

  it('belongs to a creator: by default the one with the oldest account, and only one who can receive gifts', async () => {
    const { body } = await admin.call(createGift, { name: 'Kaars', price: 1500 })
    expect(body).toMatchObject({ ownerId: creator.user.id, isSingle: true, isActive: true, state: 'FREE' })
    const owners = (await admin.call(listGiftOwners)).body.map(({ id }) => id)
    expect(owners).toEqual([creator.user.id, admin.user.id])
    const refused = await admin.call(createGift, { name: 'Kaars', price: 1500, ownerId: someone.user.id })
    expect(refused).toMatchObject({ status: 400, body: { fields: { ownerId: 'Kies voor wie het is.' } } })
    await admin.call(removeGift, { giftId: body.id })
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ price: 99 }, 'price'],
    [{ price: 10.5 }, 'price'],
    [{ description: 'x'.repeat(1001) }, 'description'],
  ])('refuses %j', async (wrong, field) => {
    const answer = await admin.call(createGift, { name: 'Kaars', price: 1500, ...wrong })
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  })

  it('shows how often a gift was given and the state of each purchase; a given gift stays in the database', async () => {
    const { id: giftId } = await wish({ isSingle: false })
    const { paymentUrl } = await startGiftPurchase(shop, someone, giftId, { isAnonymous: true })
    await completePayment(paymentUrl, 'paid')
    await completePayment((await startGiftPurchase(shop, someone, giftId)).paymentUrl, 'failed')
    const own = async () => (await admin.call(listAllGifts)).body.find(({ id }) => id === giftId)
    expect(await own()).toMatchObject({ given: 1, ownerName: creator.user.displayName })
    const page = (more = {}) => admin.call(listGiftPurchases, { giftId, ...more })
    const { items, total } = (await page()).body
    expect(total).toBe(2)
    expect(items).toMatchObject([
      { status: 'CANCELLED', paidAt: null },
      { status: 'PAID', isAnonymous: true, buyerName: null, email: someone.user.email },
    ])
    expect((await page({ status: 'PAID', pageSize: 1 })).body).toMatchObject({
      total: 1,
      page: 1,
      pageSize: 1,
    })
    const refused = await admin.call(changeGift, { giftId, isSingle: true })
    expect(refused).toMatchObject({ status: 409, body: { code: 'GIFT_GIVEN' } })
    expect((await admin.call(removeGift, { giftId })).status).toBe(204)
    expect(await own()).toMatchObject({ isActive: false })
    expect(await findListedGift(someone, giftId)).toBeUndefined()
  })
})

describe('a picture', () => {
  const drawn = () => sharp({ create: { width: 90, height: 60, channels: 3, background: '#8a2a4a' } })
  const jpeg = () => drawn().jpeg().toBuffer()
  const send = (giftId: string, content: Uint8Array, field = 'picture') => {
    const form = new FormData()
    form.append(field, new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), 'foto.jpg')
    return admin.request('POST', `/api/admin/gifts/${giftId}/picture`, form)
  }
  const folder = () => join(shop.node.platform.config.dataDir, 'media/gifts')
  const files = () => readdir(folder()).catch((): string[] => [])
  const get = (path: string) => fetch(new URL(path, shop.origin))

  it.each(['jpeg', 'png', 'webp'] as const)(
    'of %s is re-encoded, and replaces the previous one',
    async format => {
      const { id: giftId } = await wish()
      const sent = await drawn()
        .withExif({ IFD0: { Copyright: 'Geheim' } })
        .toFormat(format)
        .toBuffer()
      const { body } = await send(giftId, sent)
      const { imageUrl } = body as { imageUrl: string }
      expect(imageUrl).toMatch(/^\/media\/gifts\/[\w-]{32}\.webp$/)
      const kept = Buffer.from(await (await get(imageUrl)).arrayBuffer())
      expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 960, height: 1200 })
      expect(kept.includes('Geheim')).toBe(false)
      expect(await findListedGift(someone, giftId)).toMatchObject({ imageUrl })
      const noted = and(eq(auditEntries.subjectId, giftId), eq(auditEntries.action, 'GIFT_CHANGED'))
      expect(await shop.node.platform.db.$count(auditEntries, noted)).toBe(1)
      expect((await send(giftId, await jpeg())).status).toBe(200)
      expect((await get(imageUrl)).status).toBe(404)
      expect((await admin.call(removeGiftPicture, { giftId })).status).toBe(204)
      expect((await admin.call(removeGiftPicture, { giftId })).status).toBe(404)
      expect(await files()).toEqual([])
      await admin.call(removeGift, { giftId })
    },
  )

  it('with a wrong type, empty or larger than 20 MB is refused, and the old one is kept', async () => {
    const { id: giftId } = await wish()
    const picture = await jpeg()
    await send(giftId, picture)
    const before = (await findListedGift(someone, giftId))?.imageUrl
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const wrong of [svg, Buffer.alloc(0), picture.subarray(0, 200)])
      expect(await send(giftId, wrong)).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_TYPE' } })
    const large = Buffer.concat([picture, Buffer.alloc(MAX_GIFT_PICTURE_BYTES + 1 - picture.length)])
    expect(await send(giftId, large)).toMatchObject({
      status: 413,
      body: { message: 'Kies een bestand van hoogstens 20 MB.' },
    })
    expect((await send(giftId, picture, 'avatar')).status).toBe(400)
    expect((await send('nope', picture)).status).toBe(404)
    expect((await findListedGift(someone, giftId))?.imageUrl).toBe(before)
    expect(await files()).toHaveLength(1)
    await admin.call(removeGift, { giftId })
    expect(await files(), 'an erased wish takes its picture along').toEqual([])
  })

  it('that no row names is deleted after a day, and no other', async () => {
    const { id: giftId } = await wish()
    await send(giftId, await jpeg())
    const { storage, now } = shop.node.platform
    await storage.put(newStorageKey('gifts'), await jpeg())
    const later = { ...shop.node.platform, now: () => new Date(now().getTime() + 25 * 3_600_000) }
    await cleanUpGiftPictures(shop.node.platform)
    expect(await files()).toHaveLength(2)
    await cleanUpGiftPictures(later)
    const { imageUrl } = (await findListedGift(someone, giftId)) as { imageUrl: string }
    expect(await files()).toEqual([imageUrl.split('/').at(-1)])
  })
})
