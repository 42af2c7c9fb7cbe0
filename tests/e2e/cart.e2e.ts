import {
  addByButton,
  cartButton,
  dialog,
  parcelProduct,
  proceedToPayment,
  signUpCustomer,
  startOrdering,
} from '../support/e2eCustomer.ts'
import { expect, phoneOnly, test } from '../support/screen.ts'

test(
  'Back closes a step, then the checkout, and only then leaves the page; nothing of it is left after closing',
  phoneOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, `back-${project.name}`)
    await page.goto('/')
    await page.goto('/shop')
    await addByButton(page, parcelProduct, '1 stuk')
    await startOrdering(page)
    const order = dialog(page, 'Bestellen')
    const step = (name: string) =>
      order.getByRole('listitem').and(page.locator('[aria-current=step]')).filter({ hasText: name })
    await proceedToPayment(page)
    await expect(step('Betaling')).toBeVisible()
    await page.goBack()
    await expect(step('Verzending')).toBeVisible()
    await page.goBack()
    await expect(step('Adres')).toBeVisible()
    await expect(page).toHaveURL('/shop')
    await page.goBack()
    await expect(order).toBeHidden()
    await expect(page).toHaveURL('/shop')
    await page.goForward()
    await expect(order).toBeHidden()

    await startOrdering(page)
    await order.getByRole('button', { name: 'Verder', exact: true }).click()
    await expect(step('Verzending')).toBeVisible()
    await order.getByRole('button', { name: 'Sluiten' }).click()
    await expect(order).toBeHidden()
    await expect.poll(() => page.evaluate(() => (history.state as { level?: number }).level ?? 0)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL('/')
  },
)

test(
  'the cart opens before its code has arrived, with the known data',
  phoneOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, `shell-${project.name}`)
    await page.goto('/shop')
    await addByButton(page, parcelProduct, '1 stuk')
    // The requests after hydration have arrived too.
    await page.waitForLoadState('networkidle')
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async route => {
      await promise
      await route.continue()
    })
    const cart = dialog(page, 'Winkelwagen')
    await cartButton(page, '1 stuk').click()
    await expect(cart.getByText(parcelProduct.name)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(cart).toBeHidden()
    await cartButton(page, '1 stuk').click()
    await expect(cart.getByText(parcelProduct.name)).toBeVisible()
    resolve()
    await expect(cart.getByRole('button', { name: 'Verder naar bestellen' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(cartButton(page, '1 stuk')).toBeFocused()
  },
)
