import type { Page } from '@playwright/test'
import { addButton, signUpCustomer, cartButton, dialog, parcelProduct } from '../support/e2eCustomer.ts'
import { expect, desktopOnly, test, phoneOnly } from '../support/screen.ts'

/** Delays the page's scripts, as a slow connection does, until they are released. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await promise
    await route.continue()
  })
  return resolve
}
const early = { waitUntil: 'commit' } as const

test(
  'a press before hydration is carried out after it, exactly once',
  desktopOnly,
  async ({ page }, info) => {
    await signUpCustomer(page, `early-${info.project.name}`)
    const code = await holdCode(page)
    await page.goto(`/shop/${parcelProduct.slug}`, early)
    await addButton(page, parcelProduct).dblclick()
    code()
    await expect(cartButton(page, '1 stuk')).toBeVisible()
  },
)

test('text typed before hydration is kept, and is sent to the login only', phoneOnly, async ({ page }) => {
  const code = await holdCode(page)
  await page.goto('/auth', early)
  await page.getByLabel('E-mailadres').fill('klant@gloed.test')
  await page.getByLabel('Wachtwoord', { exact: true }).fill('gloed-demo-2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth')
  code()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: /^Account van/ })).toBeVisible()
})

test(
  'going back before the code has arrived shows the page one goes back to',
  desktopOnly,
  async ({ page }, info) => {
    await signUpCustomer(page, `back-${info.project.name}`)
    await page.goto('/shop')
    const choice = page.getByRole('checkbox', { name: /^Kaarsen en sfeer/ })
    await choice.check()
    await expect(page).toHaveURL(/category=/)
    const code = await holdCode(page)
    await page.reload(early)
    await expect(page.getByRole('heading', { level: 1, name: /^Kaarsen en sfeer/ })).toBeVisible()
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL('/shop')
    code()
    await expect(page.getByRole('heading', { level: 1, name: /^Shop/ })).toBeVisible()
    await expect(choice).not.toBeChecked()
  },
)

test('a key pressed before hydration is handled', desktopOnly, async ({ page }, info) => {
  await signUpCustomer(page, `key-${info.project.name}`)
  const code = await holdCode(page)
  await page.goto('/shop', early)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  code()
  await expect(page.getByRole('searchbox', { name: 'Zoek in de shop' })).toBeFocused()
  await page.keyboard.type('kaars')
  await expect(page).toHaveURL(/q=kaars/)
  await expect(dialog(page, 'Winkelwagen')).toBeHidden()
})
