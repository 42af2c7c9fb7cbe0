import type { Page, Route } from '@playwright/test'
import {
  addByButton,
  addButton,
  address,
  signUpCustomer,
  cartButton,
  dialog,
  orderButton,
  parcelProduct,
  startOrdering,
  typeAddress,
} from '../support/e2eCustomer.ts'
import { expect, test, desktopOnly } from '../support/screen.ts'

/** Server errors are shown in the seed's texts, and the page keeps its contents. */
const broken = (route: Route) =>
  route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Er ging iets mis.' } })
const breakDown = (page: Page, path: string, method: string) =>
  page.route(path, route => (route.request().method() === method ? broken(route) : route.fallback()))
const says = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

test(
  'shows the seed’s texts for errors of the cart and the wishlist',
  desktopOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto(`/shop/${parcelProduct.slug}`)
    await breakDown(page, '/api/wishlist', 'POST')
    await page
      .getByRole('button', { name: `Zet op je verlanglijst: ${parcelProduct.name}` })
      .first()
      .click()
    await says(page, 'Kon product niet toevoegen aan verlanglijst')
    await addByButton(page, parcelProduct, '1 stuk')
    await breakDown(page, '/api/cart', 'POST')
    await addButton(page, parcelProduct).first().click()
    await says(page, 'Kon product niet toevoegen aan winkelwagen')
    await breakDown(page, '/api/cart/*', 'PUT')
    await breakDown(page, '/api/cart/*', 'DELETE')
    await cartButton(page, '1 stuk').click()
    await page.getByRole('button', { name: `Eén meer: ${parcelProduct.name}` }).click()
    await says(page, 'Kon hoeveelheid niet bijwerken')
    await page.getByRole('button', { name: `Verwijder ${parcelProduct.name}` }).click()
    await says(page, 'Kon item niet verwijderen')
    await expect(dialog(page, 'Winkelwagen').getByRole('definition').first()).toHaveText('Gratis')
  },
)

test(
  'shows the seed’s texts while ordering, up to an order that costs nothing',
  desktopOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto(`/shop/${parcelProduct.slug}`)
    await addByButton(page, parcelProduct, '1 stuk')
    await breakDown(page, '/api/addresses', 'GET')
    await startOrdering(page)
    const order = dialog(page, 'Bestellen')
    await order.getByRole('button', { name: 'Verder', exact: true }).click()
    await says(page, 'Adres vereist')
    await says(page, 'Selecteer een verzendadres om door te gaan')

    await page.unroute('/api/addresses')
    await breakDown(page, '/api/addresses', 'POST')
    await page.reload()
    await startOrdering(page)
    await typeAddress(page)
    await order.getByRole('button', { name: 'Adres opslaan en verder' }).click()
    await says(page, 'Er is een fout opgetreden bij het toevoegen van het adres')
    await expect(page.getByLabel('Straat')).toHaveValue(address.street)
    await page.unroute('/api/addresses')
    await order.getByRole('button', { name: 'Adres opslaan en verder' }).click()
    await order.getByRole('button', { name: 'Verder', exact: true }).click()

    await page.route('/api/cart/checkout', route => route.fulfill({ status: 201, body: 'geen JSON' }))
    await orderButton(page).click()
    await says(page, 'Checkout mislukt')
    await says(page, 'Er is een fout opgetreden tijdens checkout')
    await page.unroute('/api/cart/checkout')
    const orderId = '0197a000-0000-7000-8000-000000000000'
    await page.route('/api/cart/checkout', route => route.fulfill({ status: 201, json: { orderId } }))
    await orderButton(page).click()
    await says(page, 'Bestelling geplaatst')
    await expect(order).toBeHidden()
  },
)

test('shows the seed’s texts for errors of the account', desktopOnly, async ({ page }, { project }) => {
  await breakDown(page, '/api/register', 'POST')
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Registreren' }).click()
  await page.getByLabel('Weergavenaam').fill('Robin')
  await page.getByLabel('E-mailadres').fill(`woorden-${project.name}@gloed.test`)
  await page.getByLabel('Wachtwoord', { exact: true }).fill('een lang wachtwoord')
  await page.getByLabel('Herhaal je wachtwoord').fill('een lang wachtwoord')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Account maken' }).click()
  await says(page, 'Registration failed')

  await signUpCustomer(page, project.name)
  await breakDown(page, '/api/logout', 'POST')
  await page.goto('/')
  await page.getByRole('button', { name: /^Account van/ }).click()
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await says(page, 'Logout failed')
})

test('shows the seed’s text for a product that could not be added', desktopOnly, async ({ page }) => {
  await page.request.post('/api/login', { data: { email: 'admin@gloed.test', password: 'gloed-demo-2026' } })
  await breakDown(page, '/api/admin/products', 'POST')
  await page.goto('/admin/products/new')
  await page.getByLabel('Naam').fill('Wilgenkaars')
  await page.getByLabel('SKU').fill('wilg-1')
  await page.getByLabel('Categorie').selectOption({ index: 1 })
  await page.getByLabel('Prijs in euro').fill('12.5')
  await page.getByLabel('Voorraad').fill('3')
  await page.getByRole('button', { name: 'Product toevoegen' }).click()
  await says(page, 'Fout')
  await says(page, 'Kon product niet aanmaken. Failed to create product')
  await expect(page.getByLabel('Naam')).toHaveValue('Wilgenkaars')
})
