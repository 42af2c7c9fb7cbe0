import { expect } from 'vitest'
import type { products } from '../../src/shop/products/catalog/table.ts'
import { importCodes, startUpload, uploadPart } from '../../src/shop/downloads/admin/contract.ts'
import { checkout } from '../../src/shop/checkout/contract.ts'
import { fillPath } from '../../src/wire/path.ts'
import { addProduct, completePayment } from './fixtures.ts'
import type { TestClient, TestResponse, TestShop, TestUser } from './shop.ts'

export const digital = { showShippingOptions: false, shippingCost: 0 }

/** Sends one part of a file. */
export function sendPart(
  admin: Pick<TestClient, 'request'>,
  fileId: string,
  offset: number,
  bytes: Uint8Array,
): Promise<TestResponse> {
  const form = new FormData()
  form.append('offset', String(offset))
  form.append('part', new Blob([bytes as BlobPart]), 'part')
  return admin.request('POST', fillPath(uploadPart.path, { fileId }).path, form)
}

/** Uploads a file in one part. @returns its id */
export async function uploadFile(
  admin: TestUser,
  productId: string,
  content: Uint8Array,
  name = 'boek.epub',
): Promise<string> {
  const { status, body } = await admin.call(startUpload, { productId, name, bytes: content.length })
  expect(status).toBe(201)
  expect(await sendPart(admin, body.id, 0, content)).toMatchObject({
    status: 200,
    body: { received: content.length },
  })
  return body.id
}

/** A digital product with one file. */
export async function addFileProduct(
  shop: TestShop,
  admin: TestUser,
  content: Uint8Array = Buffer.from('een heel kort boek'),
): Promise<typeof products.$inferSelect & { fileId: string }> {
  const product = await addProduct(shop, digital)
  return { ...product, fileId: await uploadFile(admin, product.id, content) }
}

export const sendCodes = (
  admin: Pick<TestClient, 'request'>,
  productId: string,
  codes: string,
): Promise<TestResponse> => {
  const form = new FormData()
  form.append('file', new Blob([codes]), 'codes.csv')
  return admin.request('POST', fillPath(importCodes.path, { productId }).path, form)
}

/** A digital product with these codes, which are its stock. */
export async function addCodeProduct(
  shop: TestShop,
  admin: TestUser,
  codes: string[],
): Promise<typeof products.$inferSelect> {
  const product = await addProduct(shop, { ...digital, stock: 0 })
  expect(await sendCodes(admin, product.id, codes.join('\n'))).toMatchObject({
    status: 201,
    body: { added: codes.length },
  })
  return product
}

/** Orders products, and pays. @returns the id of the order */
export async function buy(
  customer: Pick<TestClient, 'call' | 'request'>,
  items: { productId: string; quantity: number }[],
  addressId?: string,
): Promise<string> {
  const { status, body } = await customer.call(checkout, { items, addressId })
  expect(status).toBe(201)
  await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  return body.orderId
}
