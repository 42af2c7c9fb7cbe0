import type { Page } from '@playwright/test'
import { cutTexts } from '../support/cutTexts.ts'
import { expect } from '../support/e2e.ts'
import { parcelProduct, type StockedProduct } from '../support/e2eCustomer.ts'
import { signInAsAdmin } from '../support/e2eOrders.ts'
import { expectNoHorizontalScroll, phoneOnly, test } from '../support/screen.ts'

const word = (length: number) => 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4).slice(0, length)

const address = {
  firstName: word(60),
  lastName: word(90),
  company: word(90),
  street: word(90),
  houseNumber: '12',
  postalCode: '3512 AB',
  city: word(60),
}

async function expectFit(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expectNoHorizontalScroll(page)
  expect(await cutTexts(page, /\w{30}/), path).toEqual([])
}

test('long words in names and addresses are broken, not cut off', phoneOnly, async ({ page }) => {
  test.slow()
  const { request } = page
  const email = `${word(58).toLowerCase()}@gloed.test`
  const account = { email, password: 'een lang wachtwoord', displayName: word(40) }
  const registered = await request.post('/api/register', { data: account })
  expect(registered.status()).toBe(201)
  const { id: userId } = (await registered.json()) as { id: string }
  const home = await request.post('/api/addresses', { data: address })
  expect(home.status()).toBe(201)
  const { id: addressId } = (await home.json()) as { id: string }
  const products = (await (await request.get('/api/products')).json()) as StockedProduct[]
  const productId = products.find(({ name }) => name === parcelProduct.name)?.id
  const basket = { items: [{ productId, quantity: 1 }], addressId }
  const placed = await request.post('/api/cart/checkout', { data: basket })
  const { orderId, paymentUrl } = (await placed.json()) as { orderId: string; paymentUrl: string }
  await request.post(paymentUrl, { form: { outcome: 'paid' }, maxRedirects: 0 })
  for (const path of [
    '/dashboard',
    '/profile',
    '/profile?tab=addresses',
    '/orders',
    `/order-confirmation/${orderId}`,
    '/contact',
  ])
    await expectFit(page, path)

  await signInAsAdmin(page)
  for (const path of [
    '/admin',
    '/admin/orders',
    `/admin/orders/${orderId}`,
    '/admin/users',
    `/admin/users/${userId}`,
    '/admin/mails',
  ])
    await expectFit(page, path)
})
