import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { placeOrderFor, type Placed } from '../../tests/support/provider.ts'
import { payAt } from '../../tests/support/scenes.ts'
import { openShop, type Member, type Shop } from '../../tests/support/shop.ts'
import { refundOrder } from '../orders/contract.ts'
import { listAllOrders, readAnyOrder } from './contract.ts'

let shop: Shop
let customer: Member
let admin: Member
let clock = Date.now()
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  admin = await shop.member('ADMIN')
})
afterAll(() => shop.close())

const soon = { timeout: 10_000, interval: 50 }
/** An order of two pieces at 10 euros each, of 5. */
const placed = async (): Promise<Placed> => {
  customer = await shop.member()
  return placeOrderFor(shop, customer)
}
async function paid(): Promise<Placed> {
  const order = await placed()
  await customer.request('GET', await payAt(order.paymentUrl, 'paid'))
  return order
}
const read = async (orderId: string) => (await admin.call(readAnyOrder, { orderId })).body

it('shows everything about an order', async () => {
  const { orderId, payment } = await paid()
  await admin.call(refundOrder, { orderId, amount: 500, reason: 'Kras' })
  await vi.waitFor(async () => {
    const order = await read(orderId)
    expect(order).toMatchObject({
      customer: { email: customer.user.email, displayName: customer.user.displayName },
      items: [{ quantity: 2, refundedQuantity: 0, picked: false }],
      payments: [{ id: payment.id, status: 'PAID', amountCents: 2000, problem: null }],
      refunds: [{ amountCents: 500, reason: 'Kras', credits: true, state: 'SENT' }],
      invoices: [{ kind: 'INVOICE' }, { kind: 'CREDIT_NOTE', totalCents: -500 }],
      mails: [
        { template: 'order-paid', state: 'SENT', attempts: 1, lastError: null },
        { template: 'order-credited', state: 'SENT' },
      ],
      withdrawals: [],
    })
    expect((await admin.request('GET', order.invoices[0]?.url ?? '')).status).toBe(200)
  }, soon)
})

describe('the list', () => {
  it('is an array, or a page of what is looked for', async () => {
    const first = await placed()
    clock += 1000
    const second = await placeOrderFor(shop, customer)
    const { number } = await read(first.orderId)
    const list = async (looked: object) => (await admin.call(listAllOrders, looked)).body
    const all = await list({})
    expect(Array.isArray(all) && all[0]).toMatchObject({
      id: second.orderId,
      email: customer.user.email,
      customerName: 'Sam de Wit',
      total: 2000,
    })
    const page = { page: 1, pageSize: 1 }
    expect(await list({ ...page, q: customer.user.email.toUpperCase() })).toMatchObject({
      items: [{ id: second.orderId }],
      total: 2,
      page: 1,
      pageSize: 1,
    })
    expect(await list({ page: 2, pageSize: 1, q: customer.user.email })).toMatchObject({
      items: [{ id: first.orderId }],
      total: 2,
    })
    expect(await list({ ...page, q: number })).toMatchObject({ items: [{ id: first.orderId }], total: 1 })
    expect(await list({ ...page, q: 'sam DE w', status: 'PENDING' })).toMatchObject({
      items: [{ status: 'PENDING' }],
    })
    expect(await list({ ...page, q: '%' })).toMatchObject({ items: [], total: 0 })
    expect(await list({ ...page, q: customer.user.email, status: 'DELIVERED' })).toMatchObject({ total: 0 })
    expect((await admin.call(listAllOrders, { page: 1, pageSize: 101 })).status).toBe(400)
  })
})
