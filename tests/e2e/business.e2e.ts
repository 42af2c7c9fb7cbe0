import {
  addByButton,
  dialog,
  orderButton,
  parcelProduct,
  proceedToPayment,
  signUpCustomer,
  startOrdering,
} from '../support/e2eCustomer.ts'
import { expect, expectAccessible, test } from '../support/screen.ts'

test('a business gives its VAT number before it orders, and the price is without VAT', async ({ page }, {
  project,
}) => {
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
})
