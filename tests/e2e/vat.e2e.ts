import type { Page } from '@playwright/test'
import { toBrusselsDay } from '../../src/wire/brusselsTime.ts'
import {
  addByButton,
  dialog,
  formatEuros,
  parcelProduct,
  proceedToPayment,
  signUpCustomer,
  startOrdering,
} from '../support/e2eCustomer.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  test,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

const password = 'gloed-demo-2026'

async function signInAsAdmin(page: Page): Promise<void> {
  const data = { email: 'admin@gloed.test', password }
  expect((await page.request.post('/api/login', { data })).status()).toBe(200)
}

test('an owner enters a rate that begins later, and takes it back', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/vat')
  await expect(page.getByRole('heading', { name: 'Verkocht over de grens' })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScrollAtBothWidths(page)
  await page.getByRole('button', { name: 'Tarieven van Cyprus wijzigen' }).click()
  const rates = dialog(page, 'Btw in Cyprus')
  await rates.getByRole('button', { name: 'Tarief bewaren' }).click()
  const rate = rates.getByLabel('Tarief in procent')
  await expect(rate).toHaveAccessibleDescription(/percentage/)
  await rate.fill('19,5')
  await rates.getByLabel('Eerste dag').fill('2099-01-01')
  await expectAccessible(page)
  await rates.getByRole('button', { name: 'Tarief bewaren' }).click()
  await expect(page.getByText('Tarief bewaard', { exact: true })).toBeVisible()
  await expect(page.getByText('19,5% vanaf 1 januari 2099')).toBeVisible()
  await page.getByRole('button', { name: 'Tarieven van Cyprus wijzigen' }).click()
  await rates.getByRole('button', { name: /^Verwijder 19,5%/ }).click()
  await expect(rates.getByRole('button', { name: /^Verwijder 19,5%/ })).toHaveCount(0)
})

test('the settings say what each scheme means', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/settings#vatScheme')
  const scheme = page.getByRole('group', { name: 'Btw in de prijzen' })
  await expect(scheme.getByRole('radio', { name: /Btw van je eigen land/ })).toBeChecked()
  await scheme.getByRole('radio', { name: /vrijstelling voor kleine ondernemingen/ }).check()
  await expect(page.getByRole('group', { name: /waar een klant van iets digitaals woont/ })).toHaveCount(0)
  await scheme.getByRole('radio', { name: /land van de klant/ }).check()
  await expect(page.getByRole('radio', { name: 'Twee bewijzen van het land' })).toBeVisible()
})

test(
  'a rate that the owner corrected decides what a business pays',
  desktopOnly,
  async ({ page }, { project }) => {
    // Another test may have closed an earlier quarter.
    const rate = { country: 'BE', taxClass: 'STANDARD', validFrom: toBrusselsDay(new Date()) }
    await signInAsAdmin(page)
    await page.goto('/admin/vat')
    await page.getByRole('button', { name: 'Tarieven van België wijzigen' }).click()
    const rates = dialog(page, 'Btw in België')
    await rates.getByLabel('Tarief in procent').fill('25')
    await rates.getByLabel('Eerste dag').fill(rate.validFrom)
    await rates.getByRole('button', { name: 'Tarief bewaren' }).click()
    await expect(page.getByText('Tarief bewaard', { exact: true })).toBeVisible()
    try {
      await signUpCustomer(page, project.name)
      await page.goto('/shop')
      await addByButton(page, parcelProduct, '1 stuk')
      await startOrdering(page)
      await proceedToPayment(page)
      const ordering = dialog(page, 'Bestellen')
      await ordering.getByRole('button', { name: 'Bestellen voor een bedrijf' }).click()
      await ordering.getByLabel('Naam van het bedrijf').fill('Sintel bv')
      await ordering.getByLabel('Btw-nummer').fill('NL004495445B01')
      await ordering.getByRole('button', { name: 'Toepassen' }).click()
      await expect(ordering.getByText('De prijzen zijn nu zonder btw')).toBeVisible()
      // Of 1.25 parts in the price, 0.25 is VAT.
      const withoutVat = parcelProduct.price - Math.round(parcelProduct.price / 5)
      await expect(ordering.getByText(formatEuros(withoutVat)).first()).toBeVisible()
    } finally {
      await signInAsAdmin(page)
      const { country, taxClass, validFrom } = rate
      await page.request.delete(`/api/admin/vat/rates/${country}/${taxClass}/${validFrom}`)
    }
  },
)
