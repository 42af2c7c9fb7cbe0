import type { Page } from '@playwright/test'
import { signUpCustomer, downloadProduct, type StockedProduct } from '../support/e2eCustomer.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test, desktopOnly } from '../support/screen.ts'

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
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
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

test(
  'an order that was paid elsewhere can’t be paid again, and is reloaded',
  desktopOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    const { paymentUrl } = await order(page)
    await page.goto('/orders')
    await expect(pay(page)).toBeVisible()
    await settle(page, paymentUrl)
    await pay(page).click()
    await expect(page.getByText('Betaling kon niet worden gestart', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Deze bestelling kan niet meer betaald worden.', { exact: true }),
    ).toBeVisible()
    await expect(pay(page)).toHaveCount(0)
  },
)

test(
  'the page of an unpaid order shows by itself that it was paid',
  desktopOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    const { orderId, paymentUrl } = await order(page)
    await page.goto(`/order-confirmation/${orderId}`)
    await expect(pay(page)).toBeVisible()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await settle(page, paymentUrl)
    const delivered = page.getByRole('main').getByText('Geleverd', { exact: true })
    await expect(delivered).toBeVisible({ timeout: 15_000 })
    await expect(pay(page)).toHaveCount(0)
  },
)

test('the dashboard summarizes everything, and links to the history of sessions', async ({ page }, {
  project,
}) => {
  await signUpCustomer(page, project.name)
  await page.goto('/sessions')
  await expect(page.getByRole('heading', { name: 'Nog geen sessies' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Naar Live Control' })).toBeVisible()

  await playOneMinute(page)
  const [wished] = (await (await page.request.get('/api/products')).json()) as StockedProduct[]
  await page.request.post('/api/wishlist', { data: { productId: wished?.id } })
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.locator('dl').first()).toHaveText(
    'Saldo4 minutenwaarvan 2 te spelenBestellingen0Live sessies1',
  )
  await expect(main.getByText(wished?.name ?? '', { exact: true })).toBeVisible()
  await expect(main.getByText('Lid sinds')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Alles bekijken van je sessies' }).click()
  await expect(page).toHaveURL('/sessions')
  await expect(main.locator('dl').last()).toHaveText(/^Live sessies1Gespeeld1 minuutKosten€\s2,00$/)
  await expect(main.getByText('1 minuut').filter({ visible: true })).toHaveCount(2)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Terug naar dashboard' }).click()
  // The focus moves to the page on arrival, which closes a menu that is open.
  await expect(main).toBeFocused()

  await page.getByRole('button', { name: /^Account van/ }).press('Enter')
  const account = page.getByRole('group', { name: 'Account' })
  for (const name of ['Dashboard', 'Verlanglijst', 'Mijn Bestellingen']) {
    await expect(account.getByRole('link', { name })).toBeVisible()
  }
  await expect(account.getByRole('button', { name: 'Uitloggen' })).toBeVisible()
  await expectAccessible(page)
  for (const name of ['Mijn Profiel', 'Dashboard', 'Verlanglijst']) {
    await page.keyboard.press('Tab')
    await expect(account.getByRole('link', { name })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/wishlist')
})

/** @returns the id of the purchase */
async function buyFiveMinutes(page: Page): Promise<string> {
  const quick = { packageId: 'quick', minutes: 5, price: 1000 }
  const answer = await page.request.post('/api/purchase-minutes', { data: quick })
  const { purchaseId, paymentUrl } = await answer.json()
  await settle(page, paymentUrl)
  return purchaseId
}

/** Buys five minutes and spends one. */
async function playOneMinute(page: Page) {
  await buyFiveMinutes(page)
  const [toy] = (await (await page.request.get('/api/toys')).json()) as { id: string }[]
  const start = await page.request.post('/api/toy-control/start', { data: { toyDeviceId: toy?.id } })
  expect(start.status()).toBe(201)
  await expect
    .poll(async () => (await (await page.request.get('/api/toy-control/session')).json()).status)
    .toBe('ACTIVE')
  expect((await page.request.post('/api/toy-control/stop')).status()).toBe(200)
}

const news = [
  { result: 'success', text: 'Bedankt, je betaling is gelukt', seconds: 15 },
  { result: 'pending', text: 'Je betaling is onderweg', seconds: 10 },
  { result: 'error', text: 'Er ging iets mis', seconds: 10 },
  { result: 'return', text: 'Je bent terug van de betaalpagina', seconds: 10 },
  { result: 'success', text: 'Je kocht 5 minuten.', seconds: 10, path: '/dashboard' },
]

test('each payment result is shown once, for its set time', desktopOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, project.name)
  // A success is told of what is the visitor's own alone.
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
