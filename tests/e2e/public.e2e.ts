import { demoProducts } from '../../src/app/demo/catalog.ts'
import { startServer } from '../support/server.ts'
import { addButton, cartButton, parcelProduct, soldOutProduct } from '../support/e2eCustomer.ts'
import { desktopOnly, expect, test } from '../support/screen.ts'
import { answerCookieBanner } from '../support/e2e.ts'

test(
  'a public shop is open without a login, and its cart comes along at signing in',
  desktopOnly,
  async ({ browser }) => {
    test.slow()
    const shop = await startServer({ env: { STOREFRONT_ACCESS: 'public', RATE_LIMIT_FACTOR: '100' } })
    const context = await browser.newContext({ baseURL: shop.origin })
    await answerCookieBanner(context)
    const page = await context.newPage()
    try {
      for (const path of ['/', '/shop']) {
        expect((await page.goto(path))?.status()).toBe(200)
        await expect(page.getByRole('link', { name: 'Inloggen' })).toBeVisible()
      }
      expect((await page.goto('/dashboard'))?.url()).toContain('/auth?next=%2Fdashboard')

      await page.goto(`/shop/${parcelProduct.slug}`)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
        'href',
        `${shop.origin}/shop/${parcelProduct.slug}`,
      )
      await expect(page.locator('link[rel=alternate][hreflang=nl]')).toHaveCount(1)
      await page.getByRole('button', { name: /^Eén meer/ }).click()
      await addButton(page, parcelProduct).first().click()
      await expect(cartButton(page, '2 stuks')).toBeVisible()
      await page.getByRole('link', { name: 'Inloggen' }).click()
      await expect(page).toHaveURL(/\/auth/)
      await page.getByRole('button', { name: 'inloggen als klant@gloed.test' }).click()
      await expect(page).not.toHaveURL(/\/auth/)
      await expect(cartButton(page, '2 stuks')).toBeVisible()
      await page.reload()
      await expect(cartButton(page, '2 stuks')).toBeVisible()

      const sitemap = await (await page.request.get('/sitemap/products-1.xml')).text()
      expect(sitemap.match(/<loc>/g)).toHaveLength(demoProducts.length)
      await page.goto(`/shop/${soldOutProduct.slug}`)
      await expect(addButton(page, soldOutProduct).first()).toBeDisabled()
    } finally {
      await context.close()
      await shop.stop()
    }
  },
)
