import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/screen.ts'

const password = 'gloed-demo-2026'

async function signInAsAdmin(page: Page): Promise<void> {
  const data = { email: 'admin@gloed.test', password }
  expect((await page.request.post('/api/login', { data })).status()).toBe(200)
}

test('an owner enters a rate that begins later, and takes it back', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/vat')
  await expect(page.getByRole('heading', { name: 'Verkocht over de grens' })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Tarieven van Cyprus wijzigen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Btw in Cyprus' })
  await dialog.getByRole('button', { name: 'Tarief bewaren' }).click()
  const rate = dialog.getByLabel('Tarief in procent')
  await expect(rate).toHaveAccessibleDescription(/percentage/)
  await rate.fill('19,5')
  await dialog.getByLabel('Eerste dag').fill('2099-01-01')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Tarief bewaren' }).click()
  await expect(page.getByText('Tarief bewaard', { exact: true })).toBeVisible()
  await expect(page.getByText('19,5% vanaf 1 januari 2099')).toBeVisible()
  await page.getByRole('button', { name: 'Tarieven van Cyprus wijzigen' }).click()
  await dialog.getByRole('button', { name: /^Verwijder 19,5%/ }).click()
  await expect(dialog.getByRole('button', { name: /^Verwijder 19,5%/ })).toHaveCount(0)
})

test('the settings say what each scheme means', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/settings#vatScheme')
  const scheme = page.getByRole('group', { name: 'Btw in de prijzen' })
  await expect(scheme.getByRole('radio', { name: /Btw van je eigen land/ })).toBeChecked()
  await scheme.getByRole('radio', { name: /vrijstelling voor kleine ondernemingen/ }).check()
  await expect(page.getByRole('group', { name: /waar een klant van iets digitaals woont/ })).toHaveCount(0)
  await scheme.getByRole('radio', { name: /land van de klant/ }).check()
  await expect(page.getByRole('radio', { name: 'Twee bewijzen van het land' })).toBeVisible()
})
