import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { address, signUpCustomer, parcelProduct, type StockedProduct } from './e2eCustomer.ts'

export interface PaidOrder {
  orderId: string
  number: string
  email: string
  itemId: string
}

/** An unpaid order of two units of the same product, by a new customer. */
export async function placeTestOrder(
  page: Page,
  project: string,
  more: object = {},
): Promise<PaidOrder & { paymentUrl: string }> {
  const { request } = page
  const { email } = await signUpCustomer(page, project)
  const products = (await (await request.get('/api/products')).json()) as StockedProduct[]
  const productId = products.find(({ name }) => name === parcelProduct.name)?.id
  const home = (await (await request.post('/api/addresses', { data: address })).json()) as { id: string }
  const basket = { items: [{ productId, quantity: 2 }], addressId: home.id, ...more }
  const placed = await request.post('/api/cart/checkout', { data: basket })
  expect(placed.status()).toBe(201)
  const { orderId, paymentUrl } = (await placed.json()) as { orderId: string; paymentUrl: string }
  const order = (await (await request.get(`/api/orders/${orderId}`)).json()) as {
    number: string
    items: [{ id: string }]
  }
  return { orderId, number: order.number, email, itemId: order.items[0].id, paymentUrl }
}

/** The same order, paid. */
export async function placePaidOrder(page: Page, project: string, more: object = {}): Promise<PaidOrder> {
  const { paymentUrl, ...sold } = await placeTestOrder(page, project, more)
  const paid = await page.request.post(paymentUrl, { form: { outcome: 'paid' }, maxRedirects: 0 })
  expect(paid.status()).toBe(303)
  const back = await page.request.get(paid.headers()['location'] ?? '', { maxRedirects: 0 })
  expect(back.status()).toBe(302)
  return sold
}

export async function signInAsAdmin({ request }: Page): Promise<void> {
  const account = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
  expect((await request.post('/api/login', { data: account })).status()).toBe(200)
}
