import { signUpCustomer, parcelProduct, scarceProduct, soldOutProduct } from '../support/e2eCustomer.ts'
import {
  expect,
  expectAccessible,
  test,
  phoneOnly,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

test(
  'a mail is asked for what is sold out, and taken back by pressing again or at the settings',
  phoneOnly,
  async ({ page }, { project }) => {
    test.slow()
    await signUpCustomer(page, `back-${project.name}`)
    await page.goto(`/shop/${soldOutProduct.slug}`)
    const button = page.getByRole('button', { name: 'Mail me als het er weer is' })
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await page.goto('/profile?tab=settings')
    await page.getByRole('switch', { name: 'Vergeten winkelwagen' }).click()
    await page.getByRole('button', { name: `Geen mail over ${soldOutProduct.name}` }).click()
    await expect(page.getByText('Mail als het er weer is')).toBeHidden()
  },
)

test(
  'what was looked at is remembered with consent only, until it is cleared',
  phoneOnly,
  async ({ page }) => {
    test.slow()
    const recent = page.getByRole('region', { name: 'Laatst bekeken' })
    await signUpCustomer(page, 'recent')
    await page.goto(`/shop/${parcelProduct.slug}`)
    expect(await page.evaluate(() => localStorage.getItem('gloed-recent'))).toBeNull()
    await page.addInitScript(() => {
      const chosen = { necessary: true, analytics: false, functional: true }
      localStorage.setItem('cookie-preferences', JSON.stringify(chosen))
    })
    await page.goto(`/shop/${parcelProduct.slug}`)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('gloed-recent'))).not.toBeNull()
    await page.goto(`/shop/${scarceProduct.slug}`)
    await expect(recent.getByRole('link', { name: parcelProduct.name })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/shop')
    await expect(recent.getByRole('article')).toHaveCount(2)
    await recent.getByRole('button', { name: 'Wis deze lijst' }).click()
    await expect(recent).toBeHidden()
    expect(await page.evaluate(() => localStorage.getItem('gloed-recent'))).toBeNull()
  },
)
