import type { Page } from '@playwright/test'
import { signInAsAdmin } from '../support/e2eOrders.ts'
import { desktopOnly, expect, expectAccessible, test } from '../support/screen.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Zoek en ga naar' })

test('the palette finds a customer, an order, a setting and a page', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/mails')
  const opener = page.getByRole('button', { name: 'Zoek en ga naar' })
  await expect(opener).toBeVisible()
  // The header and the rail below it begin at the same line.
  const logo = page.getByRole('banner').getByRole('link', { name: /naar de startpagina/ })
  const logoLeft = await logo.evaluate(link => {
    const text = document.createRange()
    text.selectNodeContents(link)
    return text.getBoundingClientRect().left
  })
  expect(logoLeft).toBeCloseTo((await opener.boundingBox())?.x ?? 0, 0)
  await page.keyboard.press('Control+k')
  const field = palette(page).getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(palette(page).getByRole('option', { name: 'Overzicht' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await opener.click()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  await page.keyboard.press('Control+k')
  await field.fill('klant@gloed')
  const customers = palette(page).getByRole('group', { name: 'Gebruikers' })
  await expect(customers.getByRole('option', { name: 'klant@gloed.test' })).toBeVisible()
  await field.fill('btw-nummer')
  await expect(field).toHaveAttribute('aria-activedescendant', /-0$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Btw-nummer' })).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('group', { name: 'Laatst gekozen' })).toContainText('Btw-nummer')
  await field.fill('beri')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/messages$/)
})

test(
  'a list is worked with the keyboard, and the keys can be switched off',
  desktopOnly,
  async ({ page }) => {
    await signInAsAdmin(page)
    await page.goto('/admin/orders')
    await expect(page.getByRole('heading', { level: 1, name: 'Bestellingen' })).toBeVisible()
    const rows = page
      .getByRole('table')
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
    await page.keyboard.press('j')
    await expect(rows.nth(0).getByRole('link')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(1).getByRole('link')).toBeFocused()
    await page.keyboard.press('x')
    await expect(rows.nth(1).getByRole('checkbox')).toBeChecked()
    await page.keyboard.press('k')
    await expect(rows.nth(0).getByRole('link')).toBeFocused()
    await page.keyboard.press(']')
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByRole('link', { name: 'Pagina 2' })).toHaveAttribute('aria-current', 'page')
    await page.keyboard.press('p')
    await expect(page).not.toHaveURL(/page=2/)
    await page.keyboard.press('/')
    const search = page.getByRole('searchbox', { name: 'Zoek een bestelling' })
    await expect(search).toBeFocused()
    await page.keyboard.type('jx?')
    await expect(search).toHaveValue('jx?')
    await page.keyboard.press('Escape')
    await search.blur()
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await expect(page).toHaveURL(/\/admin\/users$/)

    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Sneltoetsen' })
    await expect(sheet).toContainText('Volgende rij')
    await expectAccessible(page)
    await sheet.getByRole('switch', { name: 'Losse toetsen' }).click()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('button', { name: 'Sneltoetsen' }).click()
    await expect(sheet.getByRole('switch', { name: 'Losse toetsen' })).not.toBeChecked()
    await expect(page).toHaveURL(/\/admin\/users$/)
  },
)
