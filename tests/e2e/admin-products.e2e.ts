import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import type { ProductListPage } from '../../src/shop/products/admin/contract.ts'
import { desktopOnly, expect, test } from '../support/screen.ts'

const account = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
const SHELF = '/api/admin/products'

async function signIn(request: APIRequestContext): Promise<void> {
  expect((await request.post('/api/login', { data: account })).status()).toBe(200)
}
const shelf = async (request: APIRequestContext, query = '') =>
  (await (await request.get(`${SHELF}?page=1&${query}`)).json()) as ProductListPage
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 80, height: 100, channels: 3, background } })
    .png()
    .toBuffer(),
})
const notAPicture = { name: 'boek.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }
const empty = { name: 'leeg.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }

test('a product is added with its pictures and its shipping rate', desktopOnly, async ({ page }) => {
  await signIn(page.request)
  const name = unique('Wilgenkaars')
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Nieuw product' }).click()
  const save = page.getByRole('button', { name: 'Product toevoegen' })
  await save.click()
  await expect(page.getByText('Vul een naam in.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Selecteer een categorie' })).toBeVisible()

  await page.getByLabel('Naam').fill(name)
  await page.getByLabel('SKU').fill(name)
  await page.getByLabel('Categorie').selectOption({ index: 1 })
  await page.getByLabel('Prijs in euro').fill('12.5')
  await page.getByLabel('Voorraad').fill('3')
  await page.getByRole('switch', { name: 'Actief' }).click()
  const files = [
    await picture('rood.png', '#c02040'),
    notAPicture,
    await picture('blauw.png', '#2040c0'),
    empty,
  ]
  await page.getByLabel('Foto’s kiezen').setInputFiles(files)
  const photos = page.getByRole('region', { name: 'Foto’s' })
  await expect(photos.getByRole('alert')).toContainText('“boek.pdf” is geen JPG, PNG of WebP.')
  await expect(photos.getByRole('alert')).toContainText('“leeg.png” is leeg.')
  await photos.getByRole('button', { name: 'Zet foto 2 naar voren' }).press('ArrowLeft')
  await expect(photos.getByRole('status')).toHaveText('Foto staat nu op plaats 1 van 2')
  await expect(photos.getByRole('button', { name: 'Zet foto 1 naar voren' })).toBeFocused()
  await reckonShipping(page)
  // As for a digital product.
  await page.getByRole('button', { name: 'Verzendkosten wissen' }).click()
  await expect(page.getByLabel('Verzendkosten')).toHaveValue(/0,00/)
  await reckonShipping(page)
  await save.click()
  await expect(page.getByText('Product aangemaakt', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveURL('/admin/products')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('€ 12,50')

  const { items } = await shelf(page.request, new URLSearchParams({ q: name }).toString())
  expect(items).toMatchObject([{ price: 1250, stock: 3, isActive: false, weight: 500, length: null }])
  expect(items[0]?.shippingCost).toBeGreaterThan(0)
  const colours = items[0]?.images.map(address => /-([0-9a-f]{6})\/800/.exec(address)?.[1])
  expect(colours).toEqual(['2040c0', 'c02040'])
})

/** The lowest rate within the Netherlands for half a kilo. */
async function reckonShipping(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Bereken verzendkosten' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verzendkosten berekenen' })
  await expect(dialog.getByLabel('Land')).toBeDisabled()
  await expect(dialog.getByLabel('Land')).toHaveValue('NL')
  await dialog.getByLabel('Gewicht in gram').fill('500')
  await dialog.getByRole('button', { name: 'Toepassen' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Verzendkosten')).not.toHaveValue(/0,00/)
  await expect(page.getByLabel('Gewicht in gram')).toHaveValue('500')
}
