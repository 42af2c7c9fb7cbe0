import type { Page } from '@playwright/test'
import {
  signUpCustomer,
  cartButton,
  dialog,
  downloadProduct,
  orderButton,
  type StockedProduct,
} from '../support/e2eCustomer.ts'
import { expect, expectAccessible, test, phoneOnly, desktopOnly } from '../support/screen.ts'

/** Fills the cart and orders it by the API, with a payment that fails. */
async function fail(page: Page): Promise<{ orderId: string; number: string }> {
  const all = (await (await page.request.get('/api/products')).json()) as StockedProduct[]
  const line = { productId: all.find(({ name }) => name === downloadProduct.name)?.id, quantity: 1 }
  expect((await page.request.post('/api/cart', { data: line })).status()).toBe(201)
  const answer = await page.request.post('/api/cart/checkout', { data: { items: [line] } })
  const { orderId, paymentUrl } = (await answer.json()) as { orderId: string; paymentUrl: string }
  const { number } = await (await page.request.get(`/api/orders/${orderId}`)).json()
  await page.request.post(paymentUrl, { form: { outcome: 'failed' }, maxRedirects: 0 })
  return { orderId, number }
}

/** The address of "Probeer het opnieuw" in the mail about an order. */
async function mailedLink(page: Page, orderId: string): Promise<string> {
  const link = new RegExp(`Probeer het opnieuw: \\S+?(/order-confirmation/${orderId}\\S*)`)
  let found = ''
  await expect
    .poll(async () => {
      const mails = await (await page.request.get('/dev/mails')).text()
      return (found = link.exec(mails)?.[1] ?? '')
    })
    .not.toBe('')
  return found
}

test(
  'the mail about a failed payment links to the cart, which leads to the payment',
  phoneOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    const { orderId } = await fail(page)
    await page.goto(await mailedLink(page, orderId))
    const cart = dialog(page, 'Winkelwagen')
    await expect(cart.getByText(downloadProduct.name)).toBeVisible()
    await expect(page).toHaveURL('/shop')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(cart).toBeHidden()
    await page.reload()
    await expect(cart).toBeHidden()

    await page.goto(await mailedLink(page, orderId))
    await cart.getByRole('button', { name: 'Verder naar bestellen' }).click()
    const order = dialog(page, 'Bestellen')
    await order.getByRole('button', { name: 'Verder', exact: true }).click()
    await orderButton(page).click()
    await page.getByRole('button', { name: 'Betaald' }).click()
    await expect(page.getByText('Bedankt, je betaling is gelukt')).toBeVisible()
    await expect(cartButton(page, '0 stuks')).toBeVisible()
  },
)

test(
  'the same link opens the order while that is unpaid',
  desktopOnly,
  async ({ page, playwright, baseURL }, { project }) => {
    await signUpCustomer(page, project.name)
    const { orderId, number } = await fail(page)
    const link = await mailedLink(page, orderId)
    const admin = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await admin.post('/api/login', { data: { email: 'admin@gloed.test', password: 'gloed-demo-2026' } })
    const opened = await admin.put(`/api/admin/orders/${orderId}/status`, { data: { status: 'PENDING' } })
    expect(opened.status()).toBe(200)
    await admin.dispose()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: `Bestelling ${number}` })).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Nu betalen/ })
      .click()
    await page.getByRole('button', { name: 'Betaald' }).click()
    await expect(page.getByText('Bedankt, je betaling is gelukt')).toBeVisible()
  },
)
