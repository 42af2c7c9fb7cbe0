import {
  addByButton,
  cartButton,
  dialog,
  formatEuros,
  orderButton,
  parcelProduct,
  proceedToPayment,
  signUpCustomer,
  startOrdering,
} from '../support/e2eCustomer.ts'
import { expect, test, phoneOnly, expectNoHorizontalScrollAtBothWidths } from '../support/screen.ts'

const price = parcelProduct.price
const discount = Math.round(price / 10)

test(
  'a code is tried in the cart, shown up to the paid order, and gone from the next one',
  phoneOnly,
  async ({ page }, { project }) => {
    test.slow()
    await signUpCustomer(page, project.name)
    await page.goto('/shop')
    await addByButton(page, parcelProduct, '1 stuk')
    await cartButton(page, '1 stuk').click()
    const cart = dialog(page, 'Winkelwagen')
    await cart.getByRole('button', { name: 'Kortingscode invullen' }).click()
    const field = cart.getByRole('textbox', { name: 'Kortingscode' })
    await expect(field).toBeFocused()
    await field.fill('onzin')
    await cart.getByRole('button', { name: 'Toepassen' }).click()
    await expect(cart.getByRole('alert')).toHaveText('De code ONZIN is niet geldig.')
    await field.fill('welkom10')
    await cart.getByRole('button', { name: 'Toepassen' }).click()
    await expect(cart.getByRole('button', { name: 'Verwijder code WELKOM10' })).toBeVisible()
    await expect(cart.getByRole('definition').last()).toContainText(formatEuros(price - discount))
    await expect(cart.locator('del')).toContainText(formatEuros(price))
    await expectNoHorizontalScrollAtBothWidths(page)
    await page.keyboard.press('Escape')

    await startOrdering(page)
    await proceedToPayment(page)
    const checkout = dialog(page, 'Bestellen')
    await expect(checkout.getByText(`− ${formatEuros(discount)}`)).toBeVisible()
    await checkout.getByRole('button', { name: 'Verwijder code WELKOM10' }).click()
    await expect(checkout.getByText(`− ${formatEuros(discount)}`)).toHaveCount(0)
    await checkout.getByRole('button', { name: 'Kortingscode invullen' }).click()
    await checkout.getByRole('textbox', { name: 'Kortingscode' }).fill('WELKOM10')
    await page.keyboard.press('Enter')
    await expect(checkout.getByText(`− ${formatEuros(discount)}`)).toBeVisible()
    await orderButton(page).click()
    await page.getByRole('button', { name: 'Betaald' }).click()
    await expect(cartButton(page, '0 stuks')).toBeVisible()

    const [{ id }] = (await (await page.request.get('/api/orders')).json()) as [{ id: string }]
    await page.goto(`/order-confirmation/${id}`)
    await expect(page.getByText('op alles')).toBeVisible()
    await expect(page.getByText(formatEuros(price - discount), { exact: true })).toBeVisible()
  },
)
