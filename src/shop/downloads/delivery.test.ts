import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  addCodeProduct,
  addFileProduct,
  buy,
  digital,
  sendCodes,
  uploadFile,
} from '../../../tests/support/downloads.ts'
import { addAddressFor, addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { mailsTo, stockOf } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import {
  readAdminOrder,
  setOrderStatus,
  shipOrders,
  deliverOrder,
  refundOrder,
} from '../orders/admin/contract.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { checkout } from '../checkout/contract.ts'
import { listOrders, readOrder } from '../orders/contract.ts'
import { removeUnsoldCodes } from './admin/contract.ts'
import { listDownloads, showCodes } from './contract.ts'
import { digitalCodes } from './table.ts'

let shop: TestShop
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

let serial = 0
const someCodes = (count: number) =>
  Array.from({ length: count }, () => `CODE-${String((serial += 1)).padStart(4, '0')}`)
const orderOf = async (orderId: string) => (await customer.call(readOrder, { orderId })).body
const linesOf = async (orderId: string) => (await customer.call(listDownloads, { orderId })).body
const notified = async () => (await customer.call(listNotifications)).body.map(({ type }) => type)
const codesOf = (productId: string) =>
  shop.node.platform.db.select().from(digitalCodes).where(eq(digitalCodes.productId, productId))
const reveal = (orderId: string, itemId: string) => customer.call(showCodes, { orderId, itemId })

describe('a paid order of a download', () => {
  it('is delivered in its settlement, and its buyer is told so once', async () => {
    customer = await shop.newUser()
    const product = await addFileProduct(shop, admin)
    const orderId = await buy(customer, [{ productId: product.id, quantity: 2 }])
    const order = await orderOf(orderId)
    expect(order).toMatchObject({ status: 'DELIVERED', isDigital: true, shippedAt: null })
    expect(order.deliveredAt).toBe(order.paidAt)
    expect(await linesOf(orderId)).toMatchObject([
      {
        itemId: order.items[0]?.id,
        kind: 'FILES',
        state: 'AVAILABLE',
        downloadsLeft: 10,
        files: [{ id: product.fileId, name: 'boek.epub', bytes: 18 }],
        codes: [],
      },
    ])
    const [line] = await linesOf(orderId)
    const days = (Date.parse(line?.expiresAt ?? '') - Date.parse(line?.deliveredAt ?? '')) / 86_400_000
    expect(days).toBe(365)
    expect(await notified()).toEqual(['ORDER_DIGITAL'])
    expect((await customer.call(listOrders)).body).toMatchObject([{ isDigital: true }])
    await vi.waitFor(async () => {
      const mails = await mailsTo(shop, customer.user.email)
      expect(mails.toSorted()).toEqual(['order-digital', 'order-paid'])
    }, 10_000)
  })

  it('is delivered when it costs nothing, and when an admin notes its payment', async () => {
    customer = await shop.newUser()
    const free = await addProduct(shop, { ...digital, price: 0 })
    await uploadFile(admin, free.id, Buffer.from('gratis'))
    const { body } = await customer.call(checkout, { items: [{ productId: free.id, quantity: 1 }] })
    expect(await orderOf(body.orderId)).toMatchObject({ status: 'DELIVERED' })

    const product = await addFileProduct(shop, admin)
    const unpaid = await customer.call(checkout, { items: [{ productId: product.id, quantity: 1 }] })
    const { orderId } = unpaid.body
    expect(await linesOf(orderId)).toEqual([])
    await admin.call(setOrderStatus, { orderId, status: 'PAID' })
    expect(await orderOf(orderId)).toMatchObject({ status: 'DELIVERED' })
    expect(await linesOf(orderId)).toHaveLength(1)
    expect(await mailsTo(shop, customer.user.email)).not.toContain('order-delivered')
  })

  it('with a parcel stays paid, and only the parcel has to be picked', async () => {
    customer = await shop.newUser()
    const product = await addFileProduct(shop, admin)
    const parcel = await addProduct(shop)
    const addressId = await addAddressFor(customer)
    const items = [product, parcel].map(({ id: productId }) => ({ productId, quantity: 1 }))
    const orderId = await buy(customer, items, addressId)
    const order = await orderOf(orderId)
    expect(order).toMatchObject({ status: 'PAID', isDigital: false, deliveredAt: null })
    expect(order.items.map(({ isDigital, deliveredAt }) => [isDigital, deliveredAt !== null])).toEqual([
      [true, true],
      [false, false],
    ])
    expect((await notified()).toSorted()).toEqual(['ORDER_DIGITAL', 'ORDER_PAID'])
    const refused = await admin.call(setOrderStatus, { orderId, status: 'SHIPPED' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'ITEMS_NOT_PICKED', left: 1 } })
  })

  it('that became a parcel is packed, not delivered', async () => {
    customer = await shop.newUser()
    const { id: productId } = await addFileProduct(shop, admin)
    const changed = { showShippingOptions: true, shippingCost: 495 }
    expect((await admin.request('PUT', `/api/admin/products/${productId}`, changed)).status).toBe(200)
    const addressId = await addAddressFor(customer)
    const orderId = await buy(customer, [{ productId, quantity: 1 }], addressId)
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID', deliveredAt: null, isDigital: false })
    expect(await linesOf(orderId)).toEqual([])
  })

  it('is never shipped', async () => {
    customer = await shop.newUser()
    const product = await addProduct(shop, digital)
    const orderId = await buy(customer, [{ productId: product.id, quantity: 1 }])
    expect(await admin.call(setOrderStatus, { orderId, status: 'SHIPPED' })).toMatchObject({
      status: 409,
      body: { code: 'NOTHING_TO_SHIP' },
    })
    const { body } = await admin.call(shipOrders, { orderIds: [orderId] })
    expect(body).toMatchObject([{ isShipped: false, reason: expect.stringContaining('digitaal') }])
  })

  it('waits for a person when its product has no files yet, who delivers it afterwards', async () => {
    customer = await shop.newUser()
    const product = await addProduct(shop, digital)
    const orderId = await buy(customer, [{ productId: product.id, quantity: 1 }])
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID', deliveredAt: null })
    expect(await notified()).toEqual(['ORDER_PAID'])
    expect((await admin.call(deliverOrder, { orderId })).body).toEqual({ delivered: 0 })
    await uploadFile(admin, product.id, Buffer.from('laat'))
    expect((await admin.call(deliverOrder, { orderId })).body).toEqual({ delivered: 1 })
    expect(await orderOf(orderId)).toMatchObject({ status: 'DELIVERED' })
    expect((await admin.call(deliverOrder, { orderId })).body).toEqual({ delivered: 0 })
    expect(await linesOf(orderId)).toHaveLength(1)
  })
})

describe('a product with codes', () => {
  it('has as many units as codes, and every piece gets its own', async () => {
    customer = await shop.newUser()
    const codes = someCodes(3)
    const { id: productId } = await addCodeProduct(shop, admin, codes)
    expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
    const orderId = await buy(customer, [{ productId, quantity: 2 }])
    expect(await orderOf(orderId)).toMatchObject({ status: 'DELIVERED' })
    expect(await stockOf(shop, productId)).toEqual({ stock: 1, reserved: 0 })
    const [line] = await linesOf(orderId)
    expect(line).toMatchObject({ kind: 'CODES', codeCount: 2, codes: [] })
    const shown = await reveal(orderId, line?.itemId ?? '')
    expect(shown.body.codes).toEqual(codes.slice(0, 2))
    expect((await linesOf(orderId))[0]?.codes).toEqual(codes.slice(0, 2))
    const other = await shop.newUser()
    expect(await other.call(showCodes, { orderId, itemId: line?.itemId ?? '' })).toMatchObject({
      status: 404,
    })
    expect(await other.call(listDownloads, { orderId })).toMatchObject({ status: 404 })
    const items = [{ productId, quantity: 2 }]
    expect(await other.call(checkout, { items })).toMatchObject({
      status: 409,
      body: { code: 'INSUFFICIENT_STOCK', available: 1 },
    })
  })

  it('gets more by an import, which leaves out known codes and refuses any other file than a list of codes', async () => {
    const [first = '', second = ''] = someCodes(2)
    const { id: productId } = await addCodeProduct(shop, admin, [first])
    const more = await sendCodes(
      admin,
      productId,
      `code;datum\r\n${first};x\r\n"${second}";y\r\n${second}\r\n`,
    )
    expect(more).toMatchObject({
      status: 201,
      body: { added: 1, skipped: 2, content: { kind: 'CODES', codes: { forSale: 2, sold: 0 } } },
    })
    expect(await sendCodes(admin, productId, '\n\n')).toMatchObject({
      status: 400,
      body: { fields: { file: 'Er staan geen codes in dit bestand.' } },
    })
    expect(await sendCodes(admin, productId, 'x'.repeat(201))).toMatchObject({ status: 400 })
    const { id: files } = await addFileProduct(shop, admin)
    expect(await sendCodes(admin, files, 'A')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  it('has no other stock, and keeps the codes that are held', async () => {
    customer = await shop.newUser()
    const { id: productId } = await addCodeProduct(shop, admin, someCodes(2))
    const path = `/api/admin/products/${productId}`
    expect(await admin.request('PUT', path, { stock: 7 })).toMatchObject({
      status: 409,
      body: { code: 'STOCK_FROM_CODES' },
    })
    expect(await admin.request('PUT', path, { stock: 2, price: 900 })).toMatchObject({ status: 200 })
    const items = [{ productId, quantity: 1 }]
    const { body } = await customer.call(checkout, { items })
    expect(await admin.call(removeUnsoldCodes, { productId })).toMatchObject({
      status: 409,
      body: { code: 'STOCK_RESERVED' },
    })
    await completePayment(body.paymentUrl as string, 'failed')
    expect(await admin.call(removeUnsoldCodes, { productId })).toMatchObject({ status: 204 })
    expect(await stockOf(shop, productId)).toEqual({ stock: 0, reserved: 0 })
  })

  it('is drawn for by hand too, and leaves the stock then', async () => {
    customer = await shop.newUser()
    const { id: productId } = await addProduct(shop, digital)
    const orderId = await buy(customer, [{ productId, quantity: 1 }])
    await sendCodes(admin, productId, someCodes(2).join('\n'))
    expect(await stockOf(shop, productId)).toMatchObject({ stock: 2 })
    expect((await admin.call(deliverOrder, { orderId })).body).toEqual({ delivered: 1 })
    expect(await stockOf(shop, productId)).toMatchObject({ stock: 1 })
  })
})

describe('a refund', () => {
  it('ends the download of a line of which nothing is left', async () => {
    customer = await shop.newUser()
    const product = await addFileProduct(shop, admin)
    const orderId = await buy(customer, [{ productId: product.id, quantity: 2 }])
    const [item] = (await orderOf(orderId)).items
    const one = { items: [{ itemId: item?.id, quantity: 1 }] }
    await admin.call(refundOrder, { orderId, ...one })
    expect(await linesOf(orderId)).toMatchObject([{ state: 'AVAILABLE' }])
    await admin.call(refundOrder, { orderId, ...one })
    expect(await linesOf(orderId)).toMatchObject([{ state: 'REVOKED', files: [] }])
    expect(await orderOf(orderId)).toMatchObject({ status: 'DELIVERED', items: [{ deliveredAt: null }] })
  })

  it('of an amount takes nothing back, until all is refunded', async () => {
    customer = await shop.newUser()
    const product = await addFileProduct(shop, admin)
    const orderId = await buy(customer, [{ productId: product.id, quantity: 1 }])
    await admin.call(refundOrder, { orderId, amount: 400 })
    expect(await linesOf(orderId)).toMatchObject([{ state: 'AVAILABLE' }])
    await admin.call(refundOrder, { orderId, amount: 600 })
    expect(await linesOf(orderId)).toMatchObject([{ state: 'REVOKED' }])
  })

  it('sells an unseen code again, and never one that its buyer saw', async () => {
    customer = await shop.newUser()
    const { id: productId } = await addCodeProduct(shop, admin, someCodes(2))
    const orderId = await buy(customer, [{ productId, quantity: 1 }])
    await admin.call(refundOrder, { orderId })
    expect(await stockOf(shop, productId)).toEqual({ stock: 2, reserved: 0 })
    const again = await buy(customer, [{ productId, quantity: 2 }])
    const [line] = await linesOf(again)
    const shown = (await reveal(again, line?.itemId ?? '')).body.codes
    expect(shown).toHaveLength(2)
    const half = { items: [{ itemId: line?.itemId, quantity: 1 }], restock: true }
    await admin.call(refundOrder, { orderId: again, ...half })
    expect(await stockOf(shop, productId)).toEqual({ stock: 0, reserved: 0 })
    expect(await linesOf(again)).toMatchObject([{ state: 'AVAILABLE', codeCount: 1 }])
    await admin.call(refundOrder, { orderId: again })
    expect(await linesOf(again)).toMatchObject([{ state: 'REVOKED', codeCount: 0, codes: [] }])
    const left = await codesOf(productId)
    expect(left.every(({ voidedAt }) => voidedAt !== null)).toBe(true)
    const detail = (await admin.call(readAdminOrder, { orderId: again })).body
    expect(detail.deliveries).toMatchObject([{ codes: { valid: 0, seen: 0, voided: 2 } }])
    expect(JSON.stringify(detail)).not.toContain(shown[0])
  })

  it.each([true, false])('at a cancellation takes back codes; seen: %s', async isSeen => {
    customer = await shop.newUser()
    const { id: productId } = await addCodeProduct(shop, admin, someCodes(1))
    const parcel = await addProduct(shop)
    const addressId = await addAddressFor(customer)
    const items = [productId, parcel.id].map(id => ({ productId: id, quantity: 1 }))
    const orderId = await buy(customer, items, addressId)
    const [line] = await linesOf(orderId)
    if (isSeen) await reveal(orderId, line?.itemId ?? '')
    await admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })
    expect(await linesOf(orderId)).toMatchObject([{ state: 'REVOKED' }])
    expect(await stockOf(shop, productId)).toEqual({ stock: isSeen ? 0 : 1, reserved: 0 })
    const reopened = await admin.call(setOrderStatus, { orderId, status: 'PAID' })
    expect(reopened.status).toBe(isSeen ? 409 : 200)
    expect(await linesOf(orderId)).toMatchObject([{ state: isSeen ? 'REVOKED' : 'AVAILABLE' }])
  })

  it('of a line that still waited puts no unit back that there is no code for', async () => {
    customer = await shop.newUser()
    const { id: productId } = await addProduct(shop, digital)
    const orderId = await buy(customer, [{ productId, quantity: 1 }])
    await sendCodes(admin, productId, someCodes(2).join('\n'))
    await admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })
    expect(await stockOf(shop, productId)).toEqual({ stock: 2, reserved: 0 })
  })
})

it('all of this leaves no discrepancy', async () => {
  expect(await findDiscrepancies(shop.node.platform.db, new Date(0))).toEqual([])
})
