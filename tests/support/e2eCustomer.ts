import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { address, type DemoCatalogProduct } from './demoProducts.ts'

export {
  type DemoCatalogProduct,
  address,
  downloadProduct,
  formatEuros,
  lowStockProduct,
  parcelProduct,
  productWithVariants,
  scarceProduct,
  soldOutProduct,
} from './demoProducts.ts'

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const cartButton = (page: Page, pieces: string) =>
  page.getByRole('button', { name: `Winkelwagen, ${pieces}`, exact: true })
export const addButton = (page: Page, { name }: DemoCatalogProduct) =>
  page.getByRole('button', { name: new RegExp(`^(In winkelwagen|Toegevoegd|Uitverkocht).*: ${name}$`) })
export const orderButton = (page: Page) =>
  page.getByRole('button', { name: 'Bestellen met betalingsverplichting' })

export interface StockedProduct {
  id: string
  name: string
  stock: number
}

let visitors = 0

/** A customer of this test only, signed in without the form. */
export async function signUpCustomer({ request }: { request: APIRequestContext }, project: string) {
  const email = `winkel-${project}-${++visitors}@gloed.test`
  const account = { email, password: 'een lang wachtwoord', displayName: 'Robin' }
  expect((await request.post('/api/register', { data: account })).status()).toBe(201)
  return account
}

/** Puts a product in the cart with its button. */
export async function addByButton(page: Page, product: DemoCatalogProduct, pieces: string) {
  await addButton(page, product).click()
  await expect(cartButton(page, pieces)).toBeVisible()
}

export async function startOrdering(page: Page) {
  await page.getByRole('button', { name: /^Winkelwagen/ }).click()
  await page.getByRole('button', { name: 'Verder naar bestellen' }).click()
  await expect(dialog(page, 'Bestellen')).toBeVisible()
}

export async function typeAddress(page: Page) {
  await page.getByLabel('Voornaam').fill(address.firstName)
  await page.getByLabel('Achternaam').fill(address.lastName)
  await page.getByLabel('Straat').fill(address.street)
  await page.getByLabel('Huisnummer').fill(address.houseNumber)
  await page.getByLabel('Postcode').fill(address.postalCode)
  await page.getByLabel('Stad').fill(address.city)
}

export const proceedToPayment = async (page: Page) => {
  const order = dialog(page, 'Bestellen')
  await typeAddress(page)
  await order.getByRole('button', { name: 'Adres opslaan en verder' }).click()
  await order.getByRole('button', { name: 'Verder', exact: true }).click()
}
