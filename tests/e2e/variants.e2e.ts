import type { Page } from '@playwright/test'
import { cartButton, formatEuros, signUpCustomer } from '../support/e2eCustomer.ts'
import { someAddress } from '../support/fixtures.ts'
import {
  closeByEscape,
  desktopOnly,
  expect,
  test,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

/** In three sizes and two colours, of which the wine-red one costs more; there is no pink L. */
const DRESS = { name: 'Slipdress Aurore', path: '/shop/slipdress-aurore' }

const value = (page: Page, name: string | RegExp) => page.getByRole('radio', { name, exact: true })
const canonical = (page: Page) => page.locator('link[rel=canonical]')
const price = (page: Page, cents: number) => page.getByText(formatEuros(cents), { exact: true }).first()

test(
  'a customer chooses a variant by keyboard, and its address, its cart line and its order say which',
  desktopOnly,
  async ({ page, baseURL }, { project }) => {
    await signUpCustomer(page, `variant-${project.name}`)
    await page.goto('/shop?q=aurore')
    const card = page.getByRole('article').filter({ hasText: DRESS.name })
    await expect(card).toContainText(`vanaf ${formatEuros(12995)}`)
    await card.getByRole('link', { name: new RegExp(`^Bekijk opties.*${DRESS.name}`) }).click()
    await expect(page).toHaveURL(DRESS.path)
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)

    await page.getByRole('button', { name: 'Kies eerst een maat' }).click()
    await expect(value(page, 'S')).toBeFocused()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect(value(page, 'M')).toBeChecked()
    await expect(page).toHaveURL(DRESS.path)
    await page.getByRole('button', { name: 'Kies eerst een kleur' }).press('Enter')
    await expect(value(page, 'roze')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page).toHaveURL(`${DRESS.path}-m-roze`)
    await expect(price(page, 12995)).toBeVisible()
    const height = await page.evaluate(() => scrollY)
    await page.keyboard.press('ArrowRight')
    await expect(page).toHaveURL(`${DRESS.path}-m-wijnrood`)
    await expect(value(page, 'wijnrood')).toBeFocused()
    await expect(price(page, 13995)).toBeVisible()
    await expect(page).toHaveTitle(`${DRESS.name}, M, wijnrood · Gloed`)
    await expect(page.getByRole('heading', { level: 1, name: DRESS.name, exact: true })).toBeVisible()
    await expect(canonical(page)).toHaveAttribute('href', baseURL + DRESS.path)
    expect(await page.evaluate(() => scrollY)).toBe(height)
    await expectNoHorizontalScrollAtBothWidths(page)

    await page.reload()
    await expect(page.getByRole('group', { name: 'Maat: M' })).toBeVisible()
    await expect(value(page, 'wijnrood')).toBeChecked()
    await expect(canonical(page)).toHaveAttribute('href', baseURL + DRESS.path)
    await page
      .getByRole('button', { name: new RegExp(`^In winkelwagen.*: ${DRESS.name}, M, wijnrood`) })
      .click()
    await cartButton(page, '1 stuk').click()
    const cart = page.getByRole('dialog', { name: 'Winkelwagen' })
    await expect(cart.getByRole('link', { name: `${DRESS.name}, M, wijnrood` })).toBeVisible()
    await closeByEscape(cart)

    const [line] = (await (await page.request.get('/api/cart')).json()) as { productId: string }[]
    const address = (await (await page.request.post('/api/addresses', { data: someAddress })).json()) as {
      id: string
    }
    const data = { items: [{ productId: line?.productId, quantity: 1 }], addressId: address.id }
    const ordered = await page.request.post('/api/cart/checkout', { data })
    expect(ordered.status()).toBe(201)
    const { orderId } = (await ordered.json()) as { orderId: string }
    await page.goto(`/order-confirmation/${orderId}`)
    await expect(page.getByText(`${DRESS.name}, M, wijnrood`).first()).toBeVisible()
  },
)
