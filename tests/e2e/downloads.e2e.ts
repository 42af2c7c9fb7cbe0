import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { demoAccounts } from '../../src/app/demo/accounts.ts'
import { mailedToken } from '../support/devMails.ts'
import {
  addByButton,
  dialog,
  downloadProduct,
  orderButton,
  signUpCustomer,
  startOrdering,
  type StockedProduct,
} from '../support/e2eCustomer.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  phoneOnly,
  test,
} from '../support/screen.ts'

/** Downloads a file by its button. @returns its first bytes as text */
async function download(page: Page, name: string): Promise<{ name: string; head: string }> {
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: `Downloaden : ${name}` }).click()
  const file = await started
  const content = await readFile(await file.path())
  return { name: file.suggestedFilename(), head: content.subarray(0, 4).toString('latin1') }
}

test(
  'an e-book is bought, downloaded, and opened by the link in the mail',
  phoneOnly,
  async ({ page, browser, shop }, { project }) => {
    const { email } = await signUpCustomer(page, `boek-${project.name}`)
    await page.goto('/shop')
    await addByButton(page, downloadProduct, '1 stuk')
    await startOrdering(page)
    await dialog(page, 'Bestellen').getByRole('button', { name: 'Verder', exact: true }).click()
    await orderButton(page).click()
    await page.getByRole('button', { name: 'Betaald' }).click()
    await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()

    const main = page.getByRole('main')
    await expect(main.getByText('Geleverd', { exact: true })).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Digitaal geleverd' })).toBeVisible()
    await expect(main.getByText(/^Nog 10 keer te downloaden, tot /)).toBeVisible()
    await expect(main.getByText(/verzonden|verzending|bezorgd|14 dagen/i)).toHaveCount(0)
    await expect(main.getByRole('link', { name: 'Herroepen' })).toHaveCount(0)
    await expectNoHorizontalScroll(page)
    expect(await download(page, 'dichterbij.epub')).toEqual({
      name: 'dichterbij.epub',
      head: 'PK\u0003\u0004',
    })
    expect(await download(page, 'dichterbij.pdf')).toEqual({ name: 'dichterbij.pdf', head: '%PDF' })
    await expect(main.getByText(/^Nog 8 keer te downloaden/)).toBeVisible()

    await expect.poll(() => mailedToken(shop.origin, email, '/downloads')).not.toBeNull()
    const token = await mailedToken(shop.origin, email, '/downloads')
    // Another device, which is not signed in and has not passed the age gate.
    const elsewhere = await browser.newContext({
      baseURL: shop.origin,
      storageState: { cookies: [], origins: [] },
    })
    const other = await elsewhere.newPage()
    await other.goto(`/downloads#token=${token}`)
    await expect(other.getByRole('heading', { name: downloadProduct.name })).toBeVisible()
    await expect(other).toHaveURL('/downloads')
    expect(await download(other, 'dichterbij.epub')).toMatchObject({ head: 'PK\u0003\u0004' })
    await other.goto('/downloads#token=verzonnen')
    await expect(other.getByText('Deze link werkt niet meer.')).toBeVisible()
    await elsewhere.close()
  },
)

async function signInAsAdmin(page: Page): Promise<void> {
  const { email, password } = demoAccounts.find(({ role }) => role === 'ADMIN') ?? { email: '', password: '' }
  expect((await page.request.post('/api/login', { data: { email, password } })).status()).toBe(200)
}

const digitalFields = { price: 500, stock: 5, showShippingOptions: false, shippingCost: 0 }

/** A new digital product, by the API. @returns its id */
async function addDigitalProduct(page: Page, name: string): Promise<string> {
  const [any] = (await (await page.request.get('/api/products')).json()) as (StockedProduct & {
    categoryId: string
  })[]
  const product = { name, sku: randomBytes(6).toString('hex'), categoryId: any?.categoryId, ...digitalFields }
  const made = await page.request.post('/api/admin/products', { data: product })
  expect(made.status()).toBe(201)
  return ((await made.json()) as { id: string }).id
}

test('an admin uploads a file in parts, and takes it out of sale', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  const id = await addDigitalProduct(page, 'Proefbestand')
  await page.goto(`/admin/products/${id}`)
  await expect(page.getByText('Dit product levert nog niets uit zichzelf')).toBeVisible()
  const buffer = randomBytes(5 * 1024 ** 2)
  // The parts wait until the numbers were read.
  const { promise: isRead, resolve: send } = Promise.withResolvers<void>()
  await page.route('/api/admin/files/*/parts', async route => {
    await isRead
    await route.continue()
  })
  await page
    .getByLabel('Bestand toevoegen')
    .setInputFiles({ name: 'les één.mp3', mimeType: 'audio/mpeg', buffer })
  const bar = page.getByRole('progressbar', { name: 'les één.mp3 wordt geüpload' })
  await expect(bar).toHaveAttribute('aria-valuetext', /^\d+ %, nog [\d,]+ MB van 5 MB$/)
  send()
  await expect(page.getByText('5 MB', { exact: true })).toBeVisible()
  await expect(page.getByText('Dit product levert nog niets uit zichzelf')).toBeHidden()
  await page.getByLabel('Keer te downloaden').fill('3')
  await page.getByRole('button', { name: 'Opslaan', exact: true }).last().click()
  await expect(page.getByText('Opgeslagen voor wat vanaf nu verkocht wordt').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Verwijder les één.mp3' }).click()
  await dialog(page, 'Bestand verwijderen').getByRole('button', { name: 'Verwijderen' }).click()
  await expect(page.getByText('Dit product levert nog niets uit zichzelf')).toBeVisible()
})
