import { addButton, cartButton, parcelProduct, signUpCustomer } from '../support/e2eCustomer.ts'
import { desktopOnly, expect, test } from '../support/screen.ts'

test('the cart and the login follow other tabs', desktopOnly, async ({ page, context }, { project }) => {
  await signUpCustomer(page, project.name)
  await page.goto('/shop')
  const other = await context.newPage()
  await other.goto('/shop')
  await expect(cartButton(other, '0 stuks')).toBeVisible()
  await addButton(page, parcelProduct).click()
  await expect(cartButton(other, '1 stuk')).toBeVisible()

  await other.getByRole('button', { name: /^Account/ }).click()
  await other.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(other).toHaveURL('/auth')
  await expect(cartButton(page, '1 stuk')).toBeHidden()
})
