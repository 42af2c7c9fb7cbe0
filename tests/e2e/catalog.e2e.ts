import type { Page } from '@playwright/test'
import { demoProducts } from '../../src/app/demo/catalog.ts'
import { signUpCustomer } from '../support/e2eCustomer.ts'
import {
  expect,
  expectNoHorizontalScroll,
  test,
  phoneOnly,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const cards = (page: Page) => page.getByRole('article')
const field = (page: Page) => page.getByRole('searchbox', { name: 'Zoek in de shop' })
const all = `${demoProducts.length} producten`

/** Hydration is over when `/` moves the focus to the field. */
async function untilAlive(page: Page) {
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
}

test('filters are kept in the address, and load results without a layout shift', async ({
  page,
  isMobile,
}, info) => {
  await signUpCustomer(page, `filters-${info.project.name}`)
  await page.goto('/shop')
  await expect(heading(page)).toContainText(all)
  await expect(cards(page)).toHaveCount(9)
  await untilAlive(page)
  await expectNoHorizontalScroll(page)

  const open = () => page.getByRole('button', { name: /^Filters/ }).click()
  if (isMobile) await open()
  const filters = isMobile
    ? page.getByRole('dialog', { name: 'Filters' })
    : page.getByRole('complementary', { name: 'Filters' })
  await filters.getByRole('checkbox', { name: /^Kaarsen en sfeer/ }).check()
  await expect(page).toHaveURL(/\/shop\?category=[\w-]+$/)
  await filters.getByRole('slider', { name: 'Hoogste prijs' }).focus()
  for (let times = 0; times < 5; times++) await page.keyboard.press('PageDown')
  await expect(filters.getByText('Tot € 50', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/shop\?category=[\w-]+&max=50$/)
  await filters.getByRole('slider', { name: 'Laagste prijs' }).press('ArrowRight')
  await expect(page).toHaveURL(/&min=5&max=50$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/shop\?category=[\w-]+&max=50$/)
  if (isMobile) {
    await filters.getByRole('button', { name: /^Toon 3 producten$/ }).click()
    await expect(page.getByRole('button', { name: 'Filters 2 ingesteld' })).toBeFocused()
  }
  await expect(cards(page)).toHaveCount(3)

  await page.getByRole('combobox', { name: 'Sorteren op' }).selectOption('Prijs: hoog naar laag')
  await expect(cards(page).first()).toContainText('Geurkaars Gloed')
  await page.reload()
  await expect(heading(page)).toHaveText('Kaarsen en sfeer3 producten')
  await expect(page.getByRole('combobox', { name: 'Sorteren op' })).toHaveValue('price-high')
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Sorteren op' })).toHaveValue('popularity')
})

test(
  'search follows the typing, corrects errors, and adds no history entry',
  phoneOnly,
  async ({ page }, info) => {
    await signUpCustomer(page, `zoeken-${info.project.name}`)
    await page.goto('/')
    await page.goto('/shop')
    await untilAlive(page)
    await field(page).pressSequentially('kimomo', { delay: 60 })
    await expect(page).toHaveURL('/shop?q=kimomo')
    await expect(cards(page)).toContainText(['Zijden kimono Nacht'])
    await expect(page.getByRole('status').filter({ hasText: '1 product gevonden' })).toHaveCount(1)
    await expect(field(page)).toHaveValue('kimomo')
    await field(page).press('Escape')
    await expect(field(page)).toHaveValue('')
    await expect(heading(page)).toContainText(all)

    // The address drops the trailing space; the field keeps it, and the cursor stays in place.
    await field(page).pressSequentially('kaas ')
    await expect(page).toHaveURL('/shop?q=kaas')
    await field(page).press('ArrowLeft')
    await field(page).press('ArrowLeft')
    await field(page).pressSequentially('r')
    await expect(page).toHaveURL('/shop?q=kaars')
    await expect(field(page)).toHaveValue('kaars ')
    await page.getByRole('link', { name: 'Kaarsen en sfeer' }).click()
    await expect(page).toHaveURL(/\/shop\?category=[\w-]+$/)
    await expect(field(page)).toHaveValue('')
    await page.goBack()
    await expect(field(page)).toHaveValue('kaars')

    await field(page).fill('xqzw')
    await expect(page.getByText('We vonden niets voor “xqzw”. Misschien zocht je dit:')).toBeVisible()
    await expectNoHorizontalScrollAtBothWidths(page)
    await page.getByRole('link', { name: 'Toon alles' }).click()
    await expect(page).toHaveURL('/shop')
    await expect(field(page)).toHaveValue('')
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL('/')
  },
)
