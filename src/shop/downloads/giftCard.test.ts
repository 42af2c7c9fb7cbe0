import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCodeProduct, addFileProduct, digital, sendCodes } from '../../../tests/support/downloads.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { removeFile, setGiftCard, startUpload } from './admin/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const set = (productId: string, isGiftCard: boolean) => admin.call(setGiftCard, { productId, isGiftCard })

it('makes a digital product a gift card, and an ordinary one again', async () => {
  const { id } = await addProduct(shop, digital)
  expect(await set(id, true)).toMatchObject({ status: 200, body: { kind: 'GIFT_CARD' } })
  expect(await set(id, true)).toMatchObject({ status: 200, body: { kind: 'GIFT_CARD' } })
  const upload = await admin.call(startUpload, { productId: id, name: 'boek.epub', bytes: 4 })
  expect(upload).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect((await sendCodes(admin, id, 'EEN\nTWEE')).status).toBe(409)
  expect(await set(id, false)).toMatchObject({ status: 200, body: { kind: 'FILES' } })
  expect((await admin.call(startUpload, { productId: id, name: 'boek.epub', bytes: 4 })).status).toBe(201)
})

it('refuses a product that is sent, or that delivers something else', async () => {
  const parcel = await addProduct(shop)
  expect(await set(parcel.id, true)).toMatchObject({
    status: 409,
    body: { message: 'Een cadeaubon wordt gemaild: dit product wordt verzonden.' },
  })
  const book = await addFileProduct(shop, admin)
  expect(await set(book.id, true)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  await admin.call(removeFile, { fileId: book.fileId })
  expect((await set(book.id, true)).status).toBe(200)
  const codes = await addCodeProduct(shop, admin, ['EEN'])
  expect((await set(codes.id, true)).status).toBe(409)
})
