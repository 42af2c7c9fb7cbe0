import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import type {
  AdminProductDetail,
  ProductListPage,
  AdminCategory,
} from '../../src/backoffice/products/contract.ts'
import { someAddress } from '../support/fixtures.ts'
import { desktopOnly, expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/screen.ts'

const account = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
const SHELF = '/api/admin/products'

async function signIn(request: APIRequestContext): Promise<void> {
  expect((await request.post('/api/login', { data: account })).status()).toBe(200)
}
const shelf = async (request: APIRequestContext, query = '') =>
  (await (await request.get(`${SHELF}?page=1&${query}`)).json()) as ProductListPage
const read = async (request: APIRequestContext, id: string) =>
  (await (await request.get(`${SHELF}/${id}`)).json()) as AdminProductDetail
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`

/** Inactive products change nothing for the shoppers of other tests. */
async function make(request: APIRequestContext, changes: object = {}): Promise<AdminProductDetail> {
  const [category] = (await (await request.get('/api/categories')).json()) as [AdminCategory]
  const name = unique('Proefkaars')
  const data = {
    name,
    sku: name,
    price: 1000,
    stock: 4,
    categoryId: category.id,
    isActive: false,
    ...changes,
  }
  const made = await request.post(SHELF, { data })
  expect(made.status()).toBe(201)
  return (await made.json()) as AdminProductDetail
}

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
  // As for what is delivered digitally.
  await page.getByRole('button', { name: 'Verzendkosten wissen' }).click()
  await expect(page.getByLabel('Verzendkosten')).toHaveValue(/0,00/)
  await reckonShipping(page)
  await expectAccessible(page)
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

test('a product whose shipping was calculated once is saved as digital', desktopOnly, async ({ page }) => {
  await signIn(page.request)
  const { id } = await make(page.request, { shippingCost: 439, weight: 500 })
  await page.goto(`/admin/products/${id}`)
  await expect(page.getByLabel('Verzendkosten')).toHaveValue(/4,39/)
  await page.getByRole('switch', { name: 'Verzendopties tonen' }).click()
  await page.getByRole('button', { name: 'Verzendkosten wissen' }).click()
  await page.getByRole('button', { name: 'Opslaan', exact: true }).click()
  await expect
    .poll(async () => (await page.request.get(`${SHELF}/${id}`)).json())
    .toMatchObject({ shippingCost: 0, showShippingOptions: false })
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

test(
  'the second of two admins who change a product compares the fields, chooses, and then removes it',
  desktopOnly,
  async ({ page }) => {
    await signIn(page.request)
    const { id, name } = await make(page.request)
    await page.goto(`/admin/products/${id}`)
    await page.getByLabel('Prijs in euro', { exact: true }).fill('11')
    await page.getByLabel('Inkoopprijs').fill('4')
    await expect(page.getByLabel('Inkoopprijs')).toHaveAccessibleDescription(/Marge na btw: €\s5,09 \(56%\)/)
    await page.getByLabel('SKU').fill(`${name} nieuw`)
    const theirs = { price: 900, description: 'Van de ander.', weight: 300 }
    expect((await page.request.put(`${SHELF}/${id}`, { data: theirs })).status()).toBe(200)
    await page.getByRole('button', { name: 'Opslaan', exact: true }).click()

    const dialog = page.getByRole('dialog', { name: 'Iemand anders was je voor' })
    const price = dialog.getByRole('group', { name: /^Prijs/ })
    await expect(price).toContainText('€ 10,00')
    await expect(price.getByRole('radio', { name: /Van de ander/ })).not.toBeChecked()
    await expect(price.getByRole('radio', { name: /Van jou.*11,00/ })).toBeChecked()
    const weight = dialog.getByRole('group', { name: /^Gewicht/ })
    await expect(weight.getByRole('radio', { name: /Van de ander.*300/ })).toBeChecked()
    await weight.getByRole('radio', { name: /Zoals het was/ }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keuze opslaan' }).click()
    await expect(page.getByText('Product bijgewerkt', { exact: true })).toBeVisible()
    const chosen = { sku: `${name} nieuw`, price: 1100, description: 'Van de ander.', weight: 0 }
    expect(await read(page.request, id)).toMatchObject(chosen)
    await expect(page.getByLabel('Beschrijving')).toHaveValue('Van de ander.')

    await page.getByRole('button', { name: 'Verwijderen' }).click()
    const remove = page.getByRole('dialog', { name: 'Product verwijderen' })
    await expect(remove).toContainText('Dit product is nooit besteld.')
    await remove.getByRole('button', { name: 'Verwijderen' }).click()
    await expect(page.getByText('Product verwijderd', { exact: true })).toBeVisible()
    expect((await page.request.get(`${SHELF}/${id}`)).status()).toBe(404)
  },
)

test('the product list is searched, sorted and filtered in the address; an ordered product can’t be deleted', async ({
  page,
  playwright,
  baseURL,
  isMobile,
}) => {
  await signIn(page.request)
  const kept = await make(page.request, { isActive: true, stock: 2 })
  const customer = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const person = {
    email: `${randomUUID()}@gloed.test`,
    password: 'een-goed-wachtwoord',
    displayName: 'Koper',
  }
  expect((await customer.post('/api/register', { data: person })).status()).toBe(201)
  const { id: addressId } = (await (await customer.post('/api/addresses', { data: someAddress })).json()) as {
    id: string
  }
  const items = [{ productId: kept.id, quantity: 1 }]
  expect((await customer.post('/api/cart/checkout', { data: { items, addressId } })).status()).toBe(201)
  await customer.dispose()

  await page.goto('/admin/products')
  await page.getByRole('searchbox', { name: 'Zoek op naam of SKU' }).fill(kept.name)
  const row = page.getByRole('row', { name: new RegExp(kept.name) })
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText('1 gereserveerd')
  await expect(row).toContainText('Bijna op')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Niet actief')
  await expect(page.getByRole('heading', { name: 'Niets gevonden' })).toBeVisible()
  await page.getByRole('link', { name: 'Toon alle producten' }).click()
  await expect(page).toHaveURL('/admin/products')
  if (isMobile) await page.getByRole('combobox', { name: 'Sorteren' }).selectOption('Voorraad, laagste eerst')
  else await page.getByRole('columnheader', { name: 'Voorraad' }).getByRole('link').click()
  await expect(page).toHaveURL('/admin/products?sort=stock-low')
  await expect(page.getByRole('row').nth(1)).toContainText('Uitverkocht')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await page.goto(`/admin/products/${kept.id}`)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Verwijderen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Product verwijderen' })
  await expect(dialog).toContainText('Dit product is ooit besteld')
  await dialog.getByRole('button', { name: 'Uit de verkoop halen' }).click()
  await expect(page.getByText('Product uit de verkoop gehaald', { exact: true })).toBeVisible()
  expect(await read(page.request, kept.id)).toMatchObject({ isActive: false, wasOrdered: true })
})

test(
  'a category gets its slug from its name, and can’t be deleted while it is used',
  desktopOnly,
  async ({ page }) => {
    await signIn(page.request)
    const name = unique('Proefrubriek')
    await page.goto('/admin/categories')
    await page.getByRole('button', { name: 'Nieuwe categorie' }).click()
    await page.getByLabel('Naam').fill(name)
    await expect(page.getByLabel('Webadres')).toHaveValue(name.toLowerCase().replace(' ', '-'))
    await page.getByLabel('Webadres').fill('kaarsen-en-sfeer')
    await page.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Er is al een categorie' })).toBeVisible()
    await page.getByLabel('Webadres').fill(name.toLowerCase().replace(' ', '-'))
    await page.getByRole('button', { name: 'Opslaan' }).click()
    const row = page.getByRole('row', { name: new RegExp(name) })
    await expect(row.getByRole('link', { name: '0' })).toBeVisible()
    await expectAccessible(page)

    const categories = (await (await page.request.get('/api/admin/categories')).json()) as AdminCategory[]
    const categoryId = categories.find(category => category.name === name)?.id
    const inside = await make(page.request, { categoryId })
    await row.getByRole('button', { name: `Verwijder ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Categorie verwijderen' })
    await dialog.getByRole('button', { name: 'Verwijderen' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Er zit nog 1 product in deze categorie.')
    await page.request.delete(`${SHELF}/${inside.id}`)
    await dialog.getByRole('button', { name: 'Verwijderen' }).click()
    await expect(page.getByText('Categorie verwijderd', { exact: true })).toBeVisible()
    await expect(row).toHaveCount(0)
  },
)

test('a product is low from the number of the settings', desktopOnly, async ({ page }) => {
  const { request } = page
  await signIn(request)
  const setThreshold = async (lowStockThreshold: number) => {
    const { version, settings } = await (await request.get('/api/admin/settings')).json()
    const data = { ...settings, lowStockThreshold, version }
    expect((await request.put('/api/admin/settings', { data })).status()).toBe(200)
  }
  const { name, sku } = await make(request, { stock: 12 })
  const path = `/admin/products?q=${encodeURIComponent(sku)}`
  const row = page.getByRole('row').filter({ hasText: name })
  try {
    await setThreshold(11)
    await page.goto(path)
    await expect(row).toContainText('12')
    await expect(row.getByText('Bijna op')).toHaveCount(0)
    await setThreshold(12)
    await page.goto(path)
    await expect(row.getByText('Bijna op')).toBeVisible()
    await page.getByLabel('Voorraad').selectOption('Bijna op (1 tot 12)')
    await expect(page).toHaveURL(/stock=low/)
    await expect(row.getByText('Bijna op')).toBeVisible()
  } finally {
    await setThreshold(5)
  }
})
