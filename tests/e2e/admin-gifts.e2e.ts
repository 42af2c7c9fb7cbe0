import sharp from 'sharp'
import { dialog, formatEuros } from '../support/e2eCustomer.ts'
import { desktopOnly, expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/screen.ts'

const admin = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }

const drawn = () =>
  sharp({ create: { width: 40, height: 50, channels: 3, background: '#8a2a4a' } })
    .png()
    .toBuffer()

test.beforeEach(async ({ page }) => {
  expect((await page.request.post('/api/login', { data: admin })).status()).toBe(200)
})

test(
  'an admin manages the gifts: adds one with a picture, moves it, deactivates it, removes it',
  desktopOnly,
  async ({ page }) => {
    await page.goto('/admin/gifts')
    await expect(page.getByRole('heading', { level: 1, name: /^Wensen/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Wens toevoegen' }).click()
    const form = dialog(page, 'Nieuwe wens')
    await form.getByRole('textbox', { name: 'Naam' }).fill('Een warme plaid')
    await form.getByRole('button', { name: 'Opslaan' }).click()
    await expect(form.getByText('Vul een bedrag in van € 1,00 tot € 10.000,00.')).toBeVisible()
    await form.getByRole('textbox', { name: 'Prijs in euro' }).fill('34,50')
    await form.getByRole('combobox', { name: 'Voor' }).selectOption('Noor')
    const upload = form.getByLabel('Foto', { exact: false })
    await upload.setInputFiles({ name: 'plaid.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await form.getByRole('button', { name: 'Opslaan' }).click()
    await expect(form.getByText('Kies een foto: een JPG, PNG of WebP die heel is.')).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Naam' })).toHaveValue('Een warme plaid')
    await upload.setInputFiles({ name: 'plaid.png', mimeType: 'image/png', buffer: await drawn() })
    await form.getByRole('button', { name: 'Opslaan' }).click()
    await expect(form).toHaveCount(0)

    const table = page.getByRole('table', { name: /^Wensen/ })
    const row = table.getByRole('row', { name: /Een warme plaid/ })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(formatEuros(3450))
    await expect(row.locator('img')).toHaveAttribute('src', /^\/media\/gifts\//)
    await page.getByRole('button', { name: 'Een warme plaid omhoog' }).click()
    await expect(table.getByRole('row').nth(-2)).toContainText('Een warme plaid')
    await page.getByRole('switch', { name: 'Een warme plaid actief' }).click()
    await expect(page.getByRole('switch', { name: 'Een warme plaid actief' })).not.toBeChecked()
    await page.getByRole('button', { name: 'Verwijder Een warme plaid' }).click()
    await dialog(page, 'Wens verwijderen').getByRole('button', { name: 'Verwijderen' }).click()
    await expect(row).toHaveCount(0)

    await page.getByRole('combobox', { name: 'Status' }).selectOption('Gegeven')
    await expect(page).toHaveURL('/admin/gifts?status=PAID')
    await expect(page.getByRole('table', { name: /^Gegeven cadeaus/ })).toContainText('klant@gloed.test')
  },
)

test('an admin moderates reviews, one at a time and several at once', desktopOnly, async ({ page }) => {
  await page.goto('/admin/reviews')
  const table = page.getByRole('table', { name: /^Beoordelingen/ })
  await expect(table.getByText('Mooier dan op de foto, en heel discreet verpakt.')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('checkbox', { name: 'Kies alle op deze pagina' }).check()
  await page.getByRole('button', { name: 'Goedkeuren' }).click()
  await expect(page.getByText('Niets te beoordelen')).toBeVisible()

  await page.getByRole('combobox', { name: 'Welke beoordelingen' }).selectOption('Goedgekeurd')
  await expect(page).toHaveURL('/admin/reviews?state=APPROVED')
  const judged = table.getByRole('row').filter({ hasText: 'Mooier dan op de foto' })
  await judged.getByRole('button', { name: /^Wijs .* af$/ }).click()
  await expect(judged).toHaveCount(0)
  await table.getByRole('row').filter({ hasText: 'al had de fles iets groter' }).getByRole('link').click()
  await expect(page).toHaveURL(/\/shop\//)
})
