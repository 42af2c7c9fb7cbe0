import {
  addByButton,
  dialog,
  formatEuros,
  orderButton,
  parcelProduct,
  proceedToPayment,
  signUpCustomer,
  startOrdering,
} from '../support/e2eCustomer.ts'
import { expect, expectAccessible, test, phoneOnly } from '../support/screen.ts'

test(
  'a business gives its VAT number before it orders, and the price is without VAT',
  phoneOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/shop')
    await addByButton(page, parcelProduct, '1 stuk')
    await startOrdering(page)
    await proceedToPayment(page)
    const ordering = dialog(page, 'Bestellen')
    await ordering.getByRole('button', { name: 'Bestellen voor een bedrijf' }).click()
    await ordering.getByLabel('Naam van het bedrijf').fill('Sintel bv')
    const number = ordering.getByLabel('Btw-nummer')
    await number.fill('NL004495446B01')
    await ordering.getByRole('button', { name: 'Toepassen' }).click()
    await expect(number).toHaveAccessibleDescription(/geen btw-nummer van een EU-land/)
    await number.fill('nl 004495445 b01')
    await expectAccessible(page)
    await ordering.getByRole('button', { name: 'Toepassen' }).click()
    await expect(ordering.getByText('De prijzen zijn nu zonder btw')).toBeVisible()
    await expect(ordering.getByText('zonder btw', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await orderButton(page).click()
    await expect(page.getByRole('button', { name: 'Betaald' })).toBeVisible()
  },
)

test('a business buys minutes without VAT', phoneOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, project.name)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Saldo: 0 min, bijkopen' }).click()
  const offer = dialog(page, 'Minuten kopen')
  await offer.getByRole('radio', { name: /Extended Play/ }).check()
  await expect(offer.getByText('incl. btw')).toBeVisible()
  await offer.getByRole('button', { name: 'Bestellen voor een bedrijf' }).click()
  await offer.getByLabel('Naam van het bedrijf').fill('Sintel bv')
  await offer.getByLabel('Btw-nummer').fill('NL004495445B01')
  await offer.getByRole('button', { name: 'Toepassen' }).click()
  await expect(offer.getByText('De prijzen zijn nu zonder btw')).toBeVisible()
  // 25.00 − 25.00 × 21/121.
  await expect(offer.getByText(formatEuros(2066))).toHaveCount(2)
  await expect(offer.getByText('zonder btw', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await offer.getByRole('checkbox').check()
  await orderButton(page).click()
  await expect(page.getByRole('button', { name: 'Betaald' })).toBeVisible()
  await expect(page.getByText(formatEuros(2066))).toBeVisible()
})
