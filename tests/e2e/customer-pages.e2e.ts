import type { Page } from '@playwright/test'
import { signUpCustomer, downloadProduct, type StockedProduct } from '../support/e2eCustomer.ts'
import { expect, test, desktopOnly } from '../support/screen.ts'

const pay = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Nu betalen/ })

/** Orders a digital product by the API. */
async function order(page: Page): Promise<{ orderId: string; paymentUrl: string }> {
  const all = (await (await page.request.get('/api/products')).json()) as StockedProduct[]
  const productId = all.find(({ name }) => name === downloadProduct.name)?.id
  const answer = await page.request.post('/api/cart/checkout', {
    data: { items: [{ productId, quantity: 1 }] },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as { orderId: string; paymentUrl: string }
}

const settle = (page: Page, paymentUrl: string) =>
  page.request.post(paymentUrl, { form: { outcome: 'paid' }, maxRedirects: 0 })

test(
  'an unpaid order is paid again, once for two clicks, and the notification names the order',
  desktopOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    const { orderId } = await order(page)
    const { number } = await (await page.request.get(`/api/orders/${orderId}`)).json()
    await page.goto('/orders')
    await expect(pay(page)).toHaveCount(1)
    const asked: string[] = []
    page.on(
      'request',
      request => request.url().endsWith('/pay') && asked.push(new URL(request.url()).pathname),
    )
    await pay(page).dblclick()
    await expect(page).toHaveURL(/\/simulator\//)
    expect(asked).toEqual([`/api/orders/${orderId}/pay`])
    await page.getByRole('button', { name: 'Betaald' }).click()
    await expect(page.getByText('Bedankt, je betaling is gelukt')).toBeVisible()
    await expect(page.getByText(`Bestelnummer ${number}.`)).toBeVisible()
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()
    await expect(page.getByRole('heading', { name: `Bestelling ${number}` })).toBeVisible()
    await expect(page.getByRole('main').getByText('Geleverd', { exact: true })).toBeVisible()
    await expect(pay(page)).toHaveCount(0)
  },
)

/** @returns the id of the purchase */
async function buyFiveMinutes(page: Page): Promise<string> {
  const quick = { packageId: 'quick', minutes: 5, price: 1000 }
  const answer = await page.request.post('/api/purchase-minutes', { data: quick })
  const { purchaseId, paymentUrl } = await answer.json()
  await settle(page, paymentUrl)
  return purchaseId
}

const news = [
  { result: 'success', text: 'Bedankt, je betaling is gelukt', seconds: 15 },
  { result: 'pending', text: 'Je betaling is onderweg', seconds: 10 },
  { result: 'failed', text: 'Je betaling is niet gelukt.', seconds: 10 },
  { result: 'error', text: 'Er ging iets mis', seconds: 10 },
  { result: 'return', text: 'Je bent terug van de betaalpagina', seconds: 10 },
  { result: 'success', text: 'Je kocht 5 minuten.', seconds: 10, path: '/dashboard' },
]

test('each payment result is shown once, for its set time', desktopOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, project.name)
  // A success is told of the visitor's own things alone.
  const purchaseId = await buyFiveMinutes(page)
  await page.clock.install()
  for (const { result, text, seconds, path = '/' } of news) {
    await page.goto(`${path}?payment=${result}&orderId=${purchaseId}`)
    await expect(page).toHaveURL(path)
    // The page's own time goes on beside it.
    await page.clock.fastForward(seconds * 1000 - 4000)
    await expect(page.getByText(text)).toBeVisible()
    await page.clock.fastForward(5000)
    await expect(page.getByText(text)).toBeHidden()
  }
})
