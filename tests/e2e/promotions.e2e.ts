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
import {
  desktopOnly,
  expect,
  expectAccessible,
  test,
  phoneOnly,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

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
    await expectAccessible(page)
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

test('an admin makes an action, tries it, and switches it off', desktopOnly, async ({ page }) => {
  const admin = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
  expect((await page.request.post('/api/login', { data: admin })).status()).toBe(200)
  await page.goto('/admin/promotions')
  await expect(page.getByRole('heading', { level: 1, name: /^Acties/ })).toBeVisible()
  await page.getByRole('button', { name: 'Nieuwe actie' }).click()
  const form = dialog(page, 'Nieuwe actie')
  await form.getByRole('textbox', { name: 'Naam' }).fill('Zomer')
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(form.getByText('Vul een percentage in van 1 tot 100.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Percentage' }).fill('25')
  await form.getByRole('textbox', { name: 'Code' }).fill('zomer25')
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(form).toHaveCount(0)
  const row = page.getByRole('row', { name: /Zomer/ })
  await expect(row).toContainText('ZOMER25')
  await expectAccessible(page)

  await page.getByRole('searchbox', { name: 'Zoek een product' }).fill(parcelProduct.name)
  await page.getByRole('button', { name: parcelProduct.name, exact: true }).click()
  await page.getByRole('textbox', { name: 'Codes' }).fill('zomer25')
  await page.getByRole('button', { name: 'Uitrekenen' }).click()
  await expect(page.getByText(formatEuros(price - Math.round(price / 4)), { exact: true })).toBeVisible()

  await row.getByRole('switch', { name: 'Zomer actief' }).click()
  await expect(row).toContainText('Uit')
})

test(
  'a bundle is made of two products, and put in the cart from the page of one of them',
  desktopOnly,
  async ({ page }, { project }) => {
    const admin = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
    const [candle, tapers] = ['Geurkaars Gloed', 'Gedraaide dinerkaarsen']
    await page.request.post('/api/login', { data: admin })
    await page.goto('/admin/promotions')
    await page.getByRole('button', { name: 'Nieuwe actie' }).click()
    const form = dialog(page, 'Nieuwe actie')
    await form.getByRole('textbox', { name: 'Naam' }).fill('Kaarsen')
    await form.getByRole('combobox', { name: 'Soort' }).selectOption('Samen goedkoper')
    await form.getByRole('textbox', { name: 'Percentage' }).fill('20')
    for (const name of [candle, tapers]) {
      await form.getByRole('searchbox', { name: 'Zoek een product' }).fill(name)
      await form.getByRole('button', { name, exact: true }).click()
      if (name === tapers) break
      await form.getByRole('button', { name: 'Opslaan' }).click()
      await expect(form.getByText('Kies 2 tot 4 producten.')).toBeVisible()
    }
    await form.getByRole('button', { name: 'Opslaan' }).click()
    await expect(form).toHaveCount(0)
    const active = page.getByRole('switch', { name: 'Kaarsen actief' })
    await expect(active).toBeChecked()

    await signUpCustomer(page, project.name)
    await page.goto('/shop/geurkaars-gloed')
    const bundles = page.getByRole('region', { name: 'Samen goedkoper' })
    await expect(bundles).toContainText(`20 % op ${tapers} en ${candle} samen`)
    await expectAccessible(page)
    await bundles.getByRole('button', { name: 'Samen in winkelwagen' }).click()
    await expect(bundles.getByText('Ze liggen samen in je winkelwagen.')).toBeVisible()
    await cartButton(page, '2 stuks').click()
    await expect(dialog(page, 'Winkelwagen').getByText(`20 % op ${tapers} en ${candle} samen`)).toBeVisible()

    await page.request.post('/api/login', { data: admin })
    await page.goto('/admin/promotions')
    await active.click()
    await expect(page.getByRole('row', { name: /Kaarsen/ })).toContainText('Uit')
  },
)
