import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  desktopOnly,
  expect,
  expectAccessible,
  test,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

async function openReports(page: Page) {
  const account = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
  expect((await page.request.post('/api/login', { data: account })).status()).toBe(200)
  await page.goto('/admin/reports')
  await expect(page.getByRole('heading', { level: 1, name: 'Rapporten' })).toBeVisible()
}

test('an admin reads the reports of a quarter and takes one along', desktopOnly, async ({ page }) => {
  await openReports(page)
  await expect(page.getByRole('table', { name: 'Verkoopboek' })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScrollAtBothWidths(page)
  await page.getByRole('group', { name: 'Rapport' }).getByRole('button', { name: 'Btw' }).click()
  await expect(page).toHaveURL('/admin/reports?report=vat')
  await expect(page.getByRole('table', { name: 'Btw' })).toBeVisible()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^\d{4}-Q\d-vat\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toContain('"Land";"Regeling";"Tarief"')
})

test('an admin compares the payments of a quarter with the provider', desktopOnly, async ({ page }) => {
  await openReports(page)
  await page.getByRole('group', { name: 'Rapport' }).getByRole('button', { name: 'Betalingen' }).click()
  await expect(page.getByRole('table', { name: 'Betalingen' })).toBeVisible()
  await page.getByRole('button', { name: /vergelijken/i }).click()
  await expect(page.getByText(/^Vergeleken op .+: (alles klopt|\d+ verschil(len)?)\.$/)).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Klopt' }).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScrollAtBothWidths(page)
})

test('an admin closes a quarter for good', desktopOnly, async ({ page }) => {
  await openReports(page)
  const quarters = page.getByRole('combobox', { name: 'Kwartaal' })
  const oldest = quarters.getByRole('option').last()
  const name = (await oldest.textContent()) ?? ''
  await quarters.selectOption(name)
  await page.getByRole('button', { name: 'Kwartaal sluiten' }).click()
  const dialog = page.getByRole('dialog', { name: `${name} sluiten` })
  await expect(dialog).toContainText('Dit kun je niet terugdraaien.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sluiten', exact: true }).last().click()
  await expect(page.getByText('Gesloten, nummer 1')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Kwartaal sluiten' })).toHaveCount(0)
  await expectAccessible(page)
})
