import type { Page } from '@playwright/test'
import {
  dialog,
  type DemoCatalogProduct,
  downloadProduct,
  orderButton,
  parcelProduct,
  type StockedProduct,
  startOrdering,
  typeAddress,
} from './e2eCustomer.ts'
import { expect } from './screen.ts'

// Carts and the states of an order, for the lists of screens.

async function putInCart(page: Page, { slug, name }: DemoCatalogProduct): Promise<string> {
  const products = (await (await page.request.get('/api/products')).json()) as StockedProduct[]
  const productId = products.find(product => product.name === name)?.id
  expect((await page.request.post('/api/cart', { data: { productId } })).status()).toBe(201)
  return `/shop/${slug}`
}

export async function filledCart(page: Page): Promise<string> {
  return putInCart(page, parcelProduct)
}

export async function cartOfDownload(page: Page): Promise<string> {
  return putInCart(page, downloadProduct)
}

export async function cartOfGiftCard(page: Page): Promise<string> {
  await page.goto('/shop/cadeaubon')
  await page.getByRole('radio', { name: /€ 50/ }).check()
  await page.getByRole('button', { name: /^In winkelwagen.*: Cadeaubon, € 50$/ }).click()
  await expect(page.getByRole('button', { name: /^Winkelwagen, 1/ })).toBeVisible()
  return '/shop'
}

export async function order(page: Page): Promise<void> {
  await startOrdering(page)
  await expect(dialog(page, 'Bestellen').getByRole('list', { name: 'Stappen' })).toBeVisible()
}

export async function giveAddress(page: Page): Promise<void> {
  await typeAddress(page)
  await page.getByRole('button', { name: 'Adres opslaan en verder' }).click()
  await expect(page.getByRole('heading', { name: 'Verzendwijze' })).toBeVisible()
}

export async function choosePoint(page: Page): Promise<void> {
  const ordering = dialog(page, 'Bestellen')
  await ordering.getByRole('radio', { name: /Afhalen bij een punt/ }).check()
  // The opened list was below the fold of the sheet.
  await expect(
    ordering.getByRole('group', { name: 'Kies een afhaalpunt' }).getByRole('radio').first(),
  ).toBeInViewport()
  await ordering.getByRole('button', { name: 'Verder', exact: true }).click()
  await expect(page.getByText('Afhaalpunt vereist', { exact: true })).toBeVisible()
}

/** With a code that does not exist. */
export async function openGiftCard(page: Page): Promise<void> {
  const ordering = dialog(page, 'Bestellen')
  await ordering.getByRole('button', { name: 'Cadeaubon gebruiken' }).click()
  const code = ordering.getByRole('textbox', { name: 'Code van je cadeaubon' })
  await code.fill('ABCD')
  await code.press('Enter')
  await expect(ordering.getByRole('alert')).toHaveText(/^Deze code klopt niet/)
}

export async function payByGiftCard(page: Page): Promise<void> {
  const ordering = dialog(page, 'Bestellen')
  const code = ordering.getByRole('textbox', { name: 'Code van je cadeaubon' })
  await code.fill('DEMO-BON2-5EVR-0005')
  await code.press('Enter')
  await expect(ordering.getByRole('list', { name: 'Cadeaubonnen' })).toContainText('0005')
}

/** With a code that takes something off. */
export async function applyCode(page: Page): Promise<void> {
  const cart = dialog(page, 'Winkelwagen')
  await cart.getByRole('button', { name: 'Kortingscode invullen' }).click()
  await cart.getByRole('textbox', { name: 'Kortingscode' }).fill('welkom10')
  await cart.getByRole('button', { name: 'Toepassen' }).click()
  await expect(cart.getByRole('button', { name: 'Verwijder code WELKOM10' })).toBeVisible()
}

export async function askForRecipient(page: Page): Promise<void> {
  const ordering = dialog(page, 'Bestellen')
  await ordering.getByRole('radio', { name: /Naar iemand anders/ }).check()
  await ordering.getByRole('button', { name: 'Verder', exact: true }).click()
  await expect(ordering.getByText('Vul je e-mailadres in.')).toBeVisible()
}

export async function orderNothing(page: Page): Promise<void> {
  await orderButton(page).click()
  await expect(page.getByText('Kies eerst een minutenpakket.', { exact: true })).toBeVisible()
}

/** Without the tick that the purchase needs. */
export async function chooseMinutes(page: Page): Promise<void> {
  const offer = page.getByRole('dialog')
  await offer.getByRole('radio', { name: /Extended Play/ }).check()
  await orderButton(page).click()
  await expect(offer.getByText('Zet hier een vinkje om minuten te kunnen kopen.')).toBeVisible()
}

export async function tryVatNumber(page: Page): Promise<void> {
  const offer = page.getByRole('dialog')
  await offer.getByRole('button', { name: 'Bestellen voor een bedrijf' }).click()
  await offer.getByLabel('Naam van het bedrijf').fill('Sintel bv')
  const number = offer.getByLabel('Btw-nummer')
  await number.fill('NL004495446B01')
  await offer.getByRole('button', { name: 'Toepassen' }).click()
  await expect(number).toHaveAccessibleDescription(/geen btw-nummer van een EU-land/)
}

export async function enterBusiness(page: Page): Promise<void> {
  const offer = page.getByRole('dialog')
  await offer.getByLabel('Btw-nummer').fill('NL004495445B01')
  await offer.getByRole('button', { name: 'Toepassen' }).click()
  await expect(offer.getByText('De prijzen zijn nu zonder btw')).toBeVisible()
}
