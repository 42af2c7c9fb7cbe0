import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdminShop, type AdminShop } from '../../../../tests/support/adminShop.ts'
import { pdfText } from '../../../../tests/support/pdfText.ts'
import { mailsTo } from '../../../../tests/support/payments.ts'
import { addAddressFor, addProduct, completePayment } from '../../../../tests/support/fixtures.ts'
import { checkout } from '../../checkout/contract.ts'
import { listNotifications } from '../../../people/notifications/contract.ts'
import { orders } from '../table.ts'
import {
  downloadPackingSlips,
  shipOrders,
  packingSlipsPath,
  setOrderStatus,
  setPicked,
  refundOrder,
} from './contract.ts'
import { renderPackingSlips } from './packingSlip.service.ts'

let office: AdminShop
beforeAll(async () => void (office = await openAdminShop()))
afterAll(() => office.shop.close())

async function picked(): Promise<string> {
  const { orderId } = await office.paid()
  for (const { id: itemId } of (await office.read(orderId)).items)
    await office.admin.call(setPicked, { orderId, itemId, picked: true })
  return orderId
}
const ship = (orderIds: string[]) => office.admin.call(shipOrders, { orderIds })

describe('shipping several orders at once', () => {
  it('ships the orders that can be shipped, and answers why each other order was refused', async () => {
    const unpaid = (await office.placed()).orderId
    const unpicked = (await office.paid()).orderId
    const cancelled = await picked()
    await office.admin.call(setOrderStatus, { orderId: cancelled, status: 'CANCELLED' })
    const tracked = await picked()
    const { db } = office.shop.node.platform
    await db.update(orders).set({ hasTracking: true, trackingCost: 250 }).where(eq(orders.id, tracked))
    const [one, two] = [await picked(), await picked()]
    const { email } = office.customer.user
    const nowhere = randomUUIDv7()
    const asked = [unpaid, one, unpicked, cancelled, tracked, nowhere, two]
    const { status, body } = await ship(asked)
    expect(status).toBe(200)
    expect(body.map(({ orderId }) => orderId)).toEqual(asked)
    expect(body.map(({ reason }) => reason)).toEqual([
      'Voor deze bestelling is nog niets betaald.',
      null,
      'Nog 1 regel is niet gepickt.',
      'Deze bestelling is geannuleerd.',
      'Tracking informatie vereist',
      'Bestelling niet gevonden',
      null,
    ])
    const sent = await office.read(two)
    expect(body.at(-1)).toMatchObject({ number: sent.number, isShipped: true })
    expect(sent).toMatchObject({
      status: 'SHIPPED',
      shippingCarrier: 'Standaard Post',
      trackingCode: null,
      shippedAt: new Date(office.clock.at).toISOString(),
      deeds: [{ action: 'ORDER_STATUS_SET', details: { status: { from: 'PAID', to: 'SHIPPED' } } }, {}],
    })
    expect((await office.read(unpicked)).status).toBe('PAID')
    // The buyer is notified as for a single shipment, once.
    expect((await ship([two])).body).toMatchObject([
      { isShipped: false, reason: 'Deze bestelling is al verzonden.' },
    ])
    expect((await mailsTo(office.shop, email)).filter(name => name === 'order-shipped')).toHaveLength(1)
    expect((await office.customer.call(listNotifications)).body.map(({ type }) => type)).toContain(
      'ORDER_SHIPPED',
    )
  })

  it('refuses an empty list, more than 100 orders and malformed ids', async () => {
    for (const orderIds of [[], Array.from({ length: 101 }, () => randomUUIDv7()), ['javascript:alert(1)']])
      expect(await ship(orderIds)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  })
})

describe('packing slips', () => {
  it('show the items and the address, and no prices', async () => {
    const first = await office.paid()
    const second = await office.paid()
    const numbers = [(await office.read(second.orderId)).number, (await office.read(first.orderId)).number]
    const slips = await renderPackingSlips(office.shop.node.platform, {
      orderIds: [second.orderId, first.orderId],
      shopName: 'Gloed',
      now: new Date(office.clock.at),
    })
    expect(slips.filename).toBe('pakbonnen-2.pdf')
    const text = await pdfText(slips.content)
    expect(text.match(/\d{4}-\d{6}/g)).toEqual(numbers)
    const [item] = (await office.read(first.orderId)).items
    for (const word of [
      'Pakbon',
      'Sam de Wit',
      'Lindelaan 12',
      '3512 AB Utrecht',
      item?.product.name,
      'Samen 2 stuks',
    ])
      expect(text).toContain(word)
    for (const price of ['10,00', '20,00', '€']) expect(text).not.toContain(price)
  })

  it('leave out refunded and digital items', async () => {
    await office.welcome()
    const made = [
      await addProduct(office.shop),
      await addProduct(office.shop),
      await addProduct(office.shop, { showShippingOptions: false, shippingCost: 0 }),
    ]
    const items = made.map(({ id }) => ({ productId: id, quantity: 2 }))
    const addressId = await addAddressFor(office.customer)
    const { orderId, paymentUrl } = (await office.customer.call(checkout, { items, addressId })).body
    await office.customer.request('GET', await completePayment(paymentUrl as string, 'paid'))
    const bought = (await office.read(orderId)).items
    const lineOf = (at: number) => bought.find(({ productId }) => productId === made[at]?.id)?.id as string
    const back = [
      { itemId: lineOf(0), quantity: 1 },
      { itemId: lineOf(1), quantity: 2 },
    ]
    expect((await office.admin.call(refundOrder, { orderId, items: back })).status).toBe(201)
    const { content, filename } = await renderPackingSlips(office.shop.node.platform, {
      orderIds: [orderId],
      shopName: 'Gloed',
      now: new Date(),
    })
    expect(filename).toMatch(/^pakbon-\d{4}-\d{6}\.pdf$/)
    const text = await pdfText(content)
    expect(text).toContain(made[0]?.name)
    expect(text).toContain('Samen 1 stuk. ')
    for (const { name } of made.slice(1)) expect(text).not.toContain(name)
    expect(text).toContain('Digitale producten')
  })

  it('are a PDF for admins alone, and 404 when there is no such order', async () => {
    const { orderId } = await office.paid()
    const read = await office.admin.request('GET', packingSlipsPath([orderId]))
    expect(read.status).toBe(200)
    expect(read.headers.get('content-type')).toBe('application/pdf')
    expect(read.headers.get('cache-control')).toBe('private, no-store')
    expect(String(read.body)).toMatch(/^%PDF-/)
    expect((await office.customer.call(downloadPackingSlips, { orderId: [orderId] })).status).toBe(403)
    expect(await office.admin.call(downloadPackingSlips, { orderId: [randomUUIDv7()] })).toMatchObject({
      status: 404,
      body: { message: 'Bestelling niet gevonden' },
    })
    expect((await office.admin.request('GET', '/api/admin/packing-slips')).status).toBe(400)
  })
})
