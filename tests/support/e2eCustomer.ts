import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { demoProducts } from '../../src/app/demo/catalog.ts'

export type DemoCatalogProduct = (typeof demoProducts)[number]

function pick(fits: (product: DemoCatalogProduct) => boolean): DemoCatalogProduct {
  const product = demoProducts.find(fits)
  if (!product) throw new Error('the demo data has no such product')
  return product
}
export const parcelProduct = pick(product => product.showShippingOptions && product.stock > 20)
export const downloadProduct = pick(
  product => product.shippingCost === 0 && !product.showShippingOptions && product.stock > 0,
)
/** Sold in sizes and colours. */
export const productWithVariants = pick(({ slug }) => slug === 'slipdress-aurore')
export const scarceProduct = pick(product => product.stock === 3 && product !== productWithVariants)
export const lowStockProduct = pick(
  product =>
    product.showShippingOptions && product.stock > 3 && product.stock < 100 && product !== parcelProduct,
)
export const soldOutProduct = pick(product => product.stock === 0)

export const formatEuros = (cents: number) =>
  new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' }).format(cents / 100)

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

export const address = {
  firstName: 'Robin',
  lastName: 'Maas',
  street: 'Lindelaan',
  houseNumber: '12 bis',
  postalCode: '3512ab',
  city: 'Utrecht',
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
