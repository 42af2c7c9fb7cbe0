import type { Page } from '@playwright/test'
import type { CartItem } from '../../src/shop/cart/contract.ts'
import {
  addByButton,
  address,
  signUpCustomer,
  cartButton,
  type DemoCatalogProduct,
  dialog,
  formatEuros,
  lowStockProduct,
  orderButton,
  parcelProduct,
  startOrdering,
  type StockedProduct,
  proceedToPayment,
} from '../support/e2eCustomer.ts'
import { expect, expectAccessible, test, desktopOnly, phoneOnly } from '../support/screen.ts'

test(
  'nothing typed is lost, and ordering again opens the unpaid order',
  phoneOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/shop')
    await addByButton(page, parcelProduct, '1 stuk')
    await startOrdering(page)
    await page.getByLabel('Straat').fill('Lindelaan')
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Bestellen')).toBeHidden()
    await expect(cartButton(page, '1 stuk')).toBeFocused()
    await startOrdering(page)
    await expect(page.getByLabel('Straat')).toHaveValue('Lindelaan')
    await page.reload()
    await startOrdering(page)
    await expect(page.getByLabel('Straat')).toHaveValue('Lindelaan')

    await proceedToPayment(page)
    await orderButton(page).click()
    await expect(page.getByRole('button', { name: 'Geannuleerd' })).toBeVisible()
    const paymentUrl = page.url()
    await page.goBack()
    await startOrdering(page)
    await orderButton(page).click()
    await expect(page.getByRole('button', { name: 'Geannuleerd' })).toBeVisible()
    expect(page.url()).toBe(paymentUrl)
    expect(await (await page.request.get('/api/orders')).json()).toHaveLength(1)

    await page.getByRole('button', { name: 'Geannuleerd' }).click()
    await expect(page.getByText('Je hebt de betaling afgebroken.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Opnieuw betalen' })).toBeVisible()
    await startOrdering(page)
    await orderButton(page).click()
    await expect(page.getByRole('button', { name: 'Betaald' })).toBeVisible()
    expect(page.url()).not.toBe(paymentUrl)
    await page.getByRole('button', { name: 'Betaald' }).click()
    await expect(cartButton(page, '0 stuks')).toBeVisible()
  },
)

test(
  'when the stock was sold meanwhile, ordering names the product that is short',
  desktopOnly,
  async ({ page, playwright, baseURL }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/shop')
    await addByButton(page, lowStockProduct, '1 stuk')
    await startOrdering(page)
    await proceedToPayment(page)

    const other = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await signUpCustomer({ request: other }, project.name)
    const answer = await other.post('/api/addresses', { data: address })
    const { id: addressId } = (await answer.json()) as { id: string }
    const products = (await (await other.get('/api/products')).json()) as StockedProduct[]
    const items = products
      .filter(({ name }) => name === lowStockProduct.name)
      .map(({ id, stock }) => ({ productId: id, quantity: stock }))
    expect((await other.post('/api/cart/checkout', { data: { items, addressId } })).status()).toBe(201)
    await other.dispose()

    await orderButton(page).click()
    await expect(page.getByText('Checkout mislukt', { exact: true })).toBeVisible()
    await expect(
      dialog(page, 'Bestellen').getByText(`${lowStockProduct.name} is net uitverkocht.`),
    ).toBeVisible()
    await expect(orderButton(page)).toBeEnabled()
  },
)

/** Puts a product in the cart and saves an address, by the API. */
async function prepare(page: Page, product: DemoCatalogProduct) {
  const products = (await (await page.request.get('/api/products')).json()) as StockedProduct[]
  const productId = products.find(({ name }) => name === product.name)?.id
  expect((await page.request.post('/api/cart', { data: { productId } })).status()).toBe(201)
  expect((await page.request.post('/api/addresses', { data: address })).status()).toBe(201)
}

/** The cart as this tab knew it before the shop changed something. */
async function showOnce(page: Page, change: (lines: CartItem[]) => CartItem[]) {
  let shown = false
  await page.route('/api/cart', async route => {
    if (shown) return route.continue()
    const answer = await route.fetch()
    const lines = (await answer.json()) as CartItem[]
    shown = true
    await route.fulfill({ response: answer, json: change(lines) })
  })
}

/** Goes through the steps up to the one that orders. */
async function toPaymentStep(page: Page) {
  const next = dialog(page, 'Bestellen').getByRole('button', {
    name: /^(Verder|Bestellen met betalingsverplichting)$/,
  })
  while ((await next.innerText()) === 'Verder') await next.click()
}

test(
  'a changed price and a removed product are shown, and the rest is ordered once',
  desktopOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    await prepare(page, parcelProduct)
    await page.goto('/orders')
    await showOnce(page, lines =>
      lines.flatMap(line => [
        { ...line, product: { ...line.product, price: parcelProduct.price - 100 } },
        {
          ...line,
          id: 'gone',
          productId: '0197a000-0000-7000-8000-000000000000',
          product: { ...line.product, name: 'Verleden tijd' },
        },
      ]),
    )
    await startOrdering(page)
    await toPaymentStep(page)
    const order = dialog(page, 'Bestellen')
    await expect(order.getByText('Verleden tijd')).toBeVisible()
    await orderButton(page).click()
    await expect(order.getByText('Verleden tijd is niet meer te koop')).toBeVisible()
    await expect(order.getByText(/We hebben het uit je winkelwagen gehaald/)).toBeVisible()
    await expectAccessible(page)
    expect(await (await page.request.get('/api/orders')).json()).toEqual([])
    await expect(order.getByRole('definition').last()).toHaveText(formatEuros(parcelProduct.price))

    await orderButton(page).dblclick()
    await expect(page.getByRole('button', { name: 'Betaald' })).toBeVisible()
    expect(await (await page.request.get('/api/orders')).json()).toHaveLength(1)

    // Back after paying: neither the payment nor the order can happen again.
    await page.getByRole('button', { name: 'Betaald' }).click()
    await expect(cartButton(page, '0 stuks')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Betaald' })).toBeHidden()
    await page.goto('/orders')
    await expect(page.getByText('Betaald', { exact: true }).locator('visible=true').first()).toBeVisible()
    expect(await (await page.request.get('/api/orders')).json()).toHaveLength(1)
  },
)

test(
  'one cart in two tabs makes one order, and the cart links to the unpaid order',
  desktopOnly,
  async ({ page, context }, { project }) => {
    await signUpCustomer(page, project.name)
    await prepare(page, parcelProduct)
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.bringToFront()
      await tab.goto('/orders')
      await startOrdering(tab)
      await toPaymentStep(tab)
    }
    // A background tab is rendered once a second.
    await page.bringToFront()
    await orderButton(page).click()
    await expect(page.getByRole('button', { name: 'Betaald' })).toBeVisible()
    await other.bringToFront()
    await orderButton(other).click()
    await expect(other.getByRole('button', { name: 'Betaald' })).toBeVisible()
    expect(other.url()).toBe(page.url())
    expect(await (await page.request.get('/api/orders')).json()).toHaveLength(1)

    await other.goto('/orders')
    await other.getByRole('button', { name: /^Winkelwagen/ }).click()
    await expect(
      dialog(other, 'Winkelwagen').getByText(/^Bestelling .* wacht nog op betaling$/),
    ).toBeVisible()
    await expectAccessible(other)
    await dialog(other, 'Winkelwagen')
      .getByRole('button', { name: /^Nu betalen/ })
      .click()
    await other.getByRole('button', { name: 'Betaald' }).click()
    await expect(cartButton(other, '0 stuks')).toBeVisible()
  },
)

test(
  'a changed price is confirmed again, and a cart changed in another tab is loaded',
  desktopOnly,
  async ({ page, context }, { project }) => {
    await signUpCustomer(page, project.name)
    await prepare(page, parcelProduct)
    await page.goto('/orders')
    await showOnce(page, lines =>
      lines.map(line => ({ ...line, product: { ...line.product, price: parcelProduct.price - 100 } })),
    )
    await page.route('/api/cart/quote', async route => {
      const answer = await route.fetch()
      const { products, total, ...quote } = await answer.json()
      await route.fulfill({
        response: answer,
        json: { ...quote, products: products - 100, total: total - 100 },
      })
    })
    await startOrdering(page)
    await toPaymentStep(page)
    const order = dialog(page, 'Bestellen')
    await expect(order.getByRole('definition').last()).toHaveText(formatEuros(parcelProduct.price - 100))
    await page.unroute('/api/cart/quote')
    await orderButton(page).click()
    await expect(
      order.getByText(
        `${parcelProduct.name} kost nu ${formatEuros(parcelProduct.price)} in plaats van ${formatEuros(parcelProduct.price - 100)}.`,
      ),
    ).toBeVisible()
    await expect(order.getByRole('definition').last()).toHaveText(formatEuros(parcelProduct.price))

    // Another tab removes the line: this one says so and shows the new cart.
    const other = await context.newPage()
    await other.goto('/orders')
    await cartButton(other, '1 stuk').click()
    await other.getByRole('button', { name: `Verwijder ${parcelProduct.name}` }).click()
    await expect(other.getByText('Je winkelwagen is leeg')).toBeVisible()
    await page.bringToFront()
    await expect(order.getByText('Je winkelwagen is leeg')).toBeVisible()
    await order.getByRole('button', { name: 'Sluiten' }).click()
    await page.getByRole('button', { name: /^Winkelwagen/ }).click()
    await expect(dialog(page, 'Winkelwagen').getByText('Je winkelwagen is leeg')).toBeVisible()
  },
)
