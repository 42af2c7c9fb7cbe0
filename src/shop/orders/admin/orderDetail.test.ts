import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { completePayment } from '../../../../tests/support/fixtures.ts'
import { callWebhook, placeOrderFor } from '../../../../tests/support/payments.ts'
import { openAdminShop, type AdminShop } from '../../../../tests/support/adminShop.ts'
import { listOrders, readOrder } from '../contract.ts'
import { listCustomerOrders } from '../../../backoffice/customers/contract.ts'
import { listAdminOrders, setOrderStatus, refundOrder } from './contract.ts'

let office: AdminShop
beforeAll(async () => void (office = await openAdminShop()))
afterAll(() => office.shop.close())

const soon = { timeout: 10_000, interval: 50 }

it('shows all data of an order', async () => {
  const { orderId, payment } = await office.paid()
  await office.admin.call(refundOrder, { orderId, amount: 500, reason: 'Kras' })
  await vi.waitFor(async () => {
    const order = await office.read(orderId)
    expect(order).toMatchObject({
      customer: { email: office.customer.user.email, displayName: office.customer.user.displayName },
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
    expect((await office.admin.request('GET', order.invoices[0]?.url ?? '')).status).toBe(200)
  }, soon)
})

describe('order list', () => {
  it('returns an array, or a page of the search results', async () => {
    const first = await office.placed()
    office.clock.at += 1000
    const second = await placeOrderFor(office.shop, office.customer)
    const { number } = await office.read(first.orderId)
    const list = async (looked: object) => (await office.admin.call(listAdminOrders, looked)).body
    const all = await list({})
    expect(Array.isArray(all) && all[0]).toMatchObject({
      id: second.orderId,
      email: office.customer.user.email,
      customerName: 'Sam de Wit',
      total: 2000,
    })
    const page = { page: 1, pageSize: 1 }
    expect(await list({ ...page, q: office.customer.user.email.toUpperCase() })).toMatchObject({
      items: [{ id: second.orderId }],
      total: 2,
      page: 1,
      pageSize: 1,
    })
    expect(await list({ page: 2, pageSize: 1, q: office.customer.user.email })).toMatchObject({
      items: [{ id: first.orderId }],
      total: 2,
    })
    expect(await list({ ...page, q: number })).toMatchObject({ items: [{ id: first.orderId }], total: 1 })
    // The beginning of a number, which matches very many orders.
    const { email } = office.customer.user
    expect(await list({ ...page, q: number.slice(0, 7) })).toMatchObject({ items: [{ id: second.orderId }] })
    expect(await list({ ...page, q: number.slice(0, 4) })).toMatchObject({ items: [{ id: second.orderId }] })
    expect(await list({ ...page, q: email, sort: 'oldest' })).toMatchObject({
      items: [{ id: first.orderId }],
    })
    expect(await list({ ...page, q: 'sam DE w', status: 'PENDING' })).toMatchObject({
      items: [{ status: 'PENDING' }],
    })
    expect(await list({ ...page, q: '%' })).toMatchObject({ items: [], total: 0 })
    expect(await list({ ...page, q: office.customer.user.email, status: 'DELIVERED' })).toMatchObject({
      total: 0,
    })
    expect((await office.admin.call(listAdminOrders, { page: 1, pageSize: 101 })).status).toBe(400)
  })

  it('keeps orders that were never paid apart', async () => {
    const [open, never] = [await office.placed(), await office.placed()]
    const paid = await office.paid()
    for (const { orderId } of [never, paid])
      await office.admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })
    const found = async (status: 'KEPT' | 'NEVER_PAID' | '') => {
      const { body } = await office.admin.call(listAdminOrders, { status })
      const ids = new Set((Array.isArray(body) ? body : body.items).map(({ id }) => id))
      return [open, never, paid].map(({ orderId }) => ids.has(orderId))
    }
    expect(await found('KEPT')).toEqual([true, false, true])
    expect(await found('NEVER_PAID')).toEqual([false, true, false])
    expect(await found('')).toEqual([true, true, true])
  })

  it('keeps one that was paid too late among those whose money has to go back', async () => {
    const { orderId, paymentUrl, payment } = await office.placed()
    const { customer } = office
    await office.admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })
    const userId = customer.user.id
    /** How each answer about the order says it. */
    const told = async () => [
      (await customer.call(listOrders)).body[0]?.isNeverPaid,
      (await customer.call(readOrder, { orderId })).body.isNeverPaid,
      (await office.admin.call(listCustomerOrders, { userId })).body.items[0]?.isNeverPaid,
      (await office.read(orderId)).isNeverPaid,
    ]
    expect(await told()).toEqual([true, true, true, true])
    await completePayment(paymentUrl, 'paid')
    await callWebhook(office.shop, payment.providerId)
    expect(await told()).toEqual([false, false, false, false])
    expect(await office.read(orderId)).toMatchObject({ paidAt: null, refunds: [{ amountCents: 2000 }] })
    const page = { page: 1, q: customer.user.email }
    const total = async (status: 'KEPT' | 'NEVER_PAID') =>
      (await office.admin.call(listAdminOrders, { ...page, status })).body
    expect(await total('KEPT')).toMatchObject({ items: [{ id: orderId, isNeverPaid: false }] })
    expect(await total('NEVER_PAID')).toMatchObject({ items: [] })
  })
})
