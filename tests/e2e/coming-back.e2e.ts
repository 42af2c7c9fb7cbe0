import { signUpCustomer, parcelProduct, scarceProduct } from '../support/e2eCustomer.ts'
import { expect, expectAccessible, test, phoneOnly } from '../support/screen.ts'

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
