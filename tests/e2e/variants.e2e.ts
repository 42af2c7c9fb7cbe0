import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { cartButton, formatEuros, signUpCustomer } from '../support/e2eCustomer.ts'
import { someAddress } from '../support/fixtures.ts'
import {
  closeByEscape,
  desktopOnly,
  expect,
  expectAccessible,
  test,
  expectNoHorizontalScrollAtBothWidths,
  phoneOnly,
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
    await expectAccessible(page)

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
    await expectAccessible(page)
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

test(
  'a variant that is sold out can be chosen, to be told when it is back',
  phoneOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, `sold-out-variant-${project.name}`)
    await page.goto(`${DRESS.path}-m-roze`)
    await value(page, /^L.*uitverkocht$/).check()
    await expect(page).toHaveURL(`${DRESS.path}-l-roze`)
    await expect(page.getByText('Uitverkocht', { exact: true }).first()).toBeVisible()
    const mail = page.getByRole('button', { name: 'Mail me als het er weer is' })
    await mail.click()
    await expect(mail).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    await value(page, 'wijnrood').check()
    await expect(page).toHaveURL(`${DRESS.path}-l-wijnrood`)
    await expect(mail).toBeHidden()
    await expect(page.getByText('Nog 2 op voorraad', { exact: true })).toBeVisible()
  },
)

test(
  'products are found by the sizes and colours of their variants',
  phoneOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, `facets-${project.name}`)
    await page.goto('/shop?q=slipdress')
    await page.getByRole('button', { name: 'Filters' }).click()
    const sizes = page.getByRole('group', { name: 'Maat' })
    await sizes.getByRole('checkbox', { name: /^M/ }).check()
    await page
      .getByRole('group', { name: 'Kleur' })
      .getByRole('checkbox', { name: /^wijnrood/ })
      .check()
    await expect(page).toHaveURL(/option=kleur%3Awijnrood&option=maat%3AM$/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Toon 1 product' }).click()
    const chips = page.getByRole('list', { name: 'Gekozen opties' })
    await chips.getByRole('button', { name: /Maat: M$/ }).click()
    await expect(page).toHaveURL('/shop?q=slipdress&option=kleur%3Awijnrood')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await page.goto('/shop?option=maat%3AXXL')
    await expect(page.getByRole('heading', { name: 'Niets gevonden' })).toBeVisible()
    await chips.getByRole('button', { name: /Maat: XXL$/ }).click()
    await expect(page).toHaveURL('/shop')
  },
)

test(
  'an owner makes options and a grid, sets one price for all, and is told which SKU is taken',
  desktopOnly,
  async ({ page }) => {
    const account = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
    expect((await page.request.post('/api/login', { data: account })).status()).toBe(200)
    const [category] = (await (await page.request.get('/api/categories')).json()) as [{ id: string }]
    const name = `Proefrobe ${randomUUID().slice(0, 8)}`
    const data = { name, sku: name, price: 4000, stock: 5, categoryId: category.id, isActive: false }
    const made = await page.request.post('/api/admin/products', { data })
    const { id } = (await made.json()) as { id: string }
    await page.goto(`/admin/products/${id}`)

    const card = page.getByRole('region', { name: 'Varianten' })
    const cell = (column: string, variant: string) =>
      card.getByLabel(`${column}: ${variant}`, { exact: true })
    const add = card.getByRole('button', { name: 'Optie toevoegen' })
    await add.click()
    await card.getByRole('group', { name: 'Maat' }).getByLabel('Waarden').fill('S, M,')
    await add.click()
    const colors = card.getByRole('group', { name: 'Kleur' }).getByLabel('Waarden')
    await colors.fill('rood')
    await colors.press('Enter')
    await expect(colors).toBeFocused()
    await colors.fill('zwart')
    await colors.press('Enter')
    await expect(card.getByRole('row')).toHaveCount(5)
    // What the product had itself.
    await expect(cell('Voorraad', 'S, rood')).toHaveValue('5')

    await card.getByLabel('Prijs voor alle').fill('42,50')
    await card.getByLabel('Prijs voor alle').press('Enter')
    await expect(cell('Prijs', 'M, zwart')).toHaveValue('42,50')
    await cell('Voorraad', 'S, rood').focus()
    await page.keyboard.press('ArrowDown')
    await expect(cell('Voorraad', 'S, zwart')).toBeFocused()
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await expect(cell('Gewicht (g)', 'M, rood')).toBeFocused()
    await pasteText(page, '210\t8710000000001\n220\t8710000000002\n')
    await expect(cell('Barcode', 'M, zwart')).toHaveValue('8710000000002')
    await cell('SKU', 'M, rood').fill('GL-001')
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Varianten opslaan' }).click()
    await expect(cell('SKU', 'M, rood')).toBeFocused()
    await expect(cell('SKU', 'M, rood')).toHaveAccessibleDescription(/^Rij 3: de SKU GL-001 is al van /)
    await expectAccessible(page)
    await cell('SKU', 'M, rood').fill('')
    await card.getByRole('button', { name: 'Varianten opslaan' }).click()
    await expect(page.getByText('Varianten bewaard', { exact: true })).toBeVisible()
    await expect(cell('SKU', 'M, rood')).toHaveValue(`${name}-M-ROOD`)
    await expect(page.getByRole('textbox', { name: 'Voorraad', exact: true })).toHaveCount(0)

    await page.goto(`/admin/products?${new URLSearchParams({ q: name })}`)
    const row = page.getByRole('row', { name: new RegExp(name) })
    await expect(row).toContainText('4 varianten')
    await expect(row.getByRole('cell', { name: '7', exact: true })).toBeVisible()
  },
)

test(
  'the second of two owners who change the same cell chooses what stays',
  desktopOnly,
  async ({ page }) => {
    const account = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
    expect((await page.request.post('/api/login', { data: account })).status()).toBe(200)
    const [category] = (await (await page.request.get('/api/categories')).json()) as [{ id: string }]
    const name = `Proefrobe ${randomUUID().slice(0, 8)}`
    const data = { name, sku: name, price: 4000, stock: 0, categoryId: category.id, isActive: false }
    const { id } = (await (await page.request.post('/api/admin/products', { data })).json()) as { id: string }
    const save = async (prices: number[], version: number) => {
      const variants = ['S', 'M'].map((size, row) => ({
        values: [size],
        price: prices[row],
        stock: 0,
        isActive: true,
      }))
      const grid = { version, options: [{ name: 'maat', values: ['S', 'M'] }], variants }
      const saved = await page.request.put(`/api/admin/products/${id}/variants`, { data: grid })
      expect(saved.status()).toBe(200)
      return (await saved.json()) as { version: number }
    }
    const { version } = await save([4000, 4000], 1)
    await page.goto(`/admin/products/${id}`)
    await page.getByLabel('Prijs: S', { exact: true }).fill('35')
    await save([3700, 3900], version)
    await page.getByRole('button', { name: 'Varianten opslaan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Iemand anders was je voor' })
    await expect(
      dialog.getByRole('group', { name: /^S: prijs/ }).getByRole('radio', { name: /Van jou.*35/ }),
    ).toBeChecked()
    await expect(
      dialog.getByRole('group', { name: /^M: prijs/ }).getByRole('radio', { name: /Van de ander/ }),
    ).toBeChecked()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Keuze opslaan' }).click()
    await expect(page.getByText('Varianten bewaard', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Prijs: S', { exact: true })).toHaveValue('35,00')
    await expect(page.getByLabel('Prijs: M', { exact: true })).toHaveValue('39,00')
  },
)

/** As from a spreadsheet, into what has the focus. */
const pasteText = (page: Page, text: string) =>
  page.evaluate(pasted => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const options = { clipboardData, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', options))
  }, text)
