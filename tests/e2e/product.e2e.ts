import type { Page } from '@playwright/test'
import { demoProducts } from '../../src/app/demo/catalog.ts'
import {
  addButton,
  signUpCustomer,
  cartButton,
  parcelProduct,
  productWithVariants,
  soldOutProduct,
} from '../support/e2eCustomer.ts'
import { desktopOnly, expect, test, phoneOnly } from '../support/screen.ts'

const signIn = async ({ request }: Page, email: string) =>
  expect((await request.post('/api/login', { data: { email, password: 'gloed-demo-2026' } })).status()).toBe(
    200,
  )

/** The product's structured data for search engines. */
const toldToMachines = async (page: Page) =>
  (
    JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as {
      '@graph': unknown[]
    }
  )['@graph'][0]

test('a product page shows all pictures, and sells the product', phoneOnly, async ({ page, baseURL }) => {
  await signUpCustomer(page, 'product')
  await page.goto('/shop')
  await page.getByRole('link', { name: parcelProduct.name, exact: true }).click()
  await expect(page).toHaveURL(`/shop/${parcelProduct.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: parcelProduct.name })).toBeVisible()
  await expect(page).toHaveTitle(`${parcelProduct.name} · Gloed`)
  await expect(page.getByText('Op voorraad', { exact: true })).toBeVisible()
  await expect(page.getByText('14 dagen bedenktijd na ontvangst').first()).toBeVisible()
  expect(await toldToMachines(page)).toMatchObject({
    url: `${baseURL}/shop/${parcelProduct.slug}`,
    image: parcelProduct.images.map(image => baseURL + image),
  })

  const picture = (number: number) => page.getByRole('button', { name: `Toon foto ${number} van 3` })
  await picture(2).click()
  await expect(page.getByRole('img', { name: `${parcelProduct.name}, foto 2 van 3` })).toBeInViewport({
    ratio: 0.5,
  })
  await page.keyboard.press('ArrowRight')
  await expect(picture(3)).toBeFocused()
  await expect(picture(3)).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('img', { name: `${parcelProduct.name}, foto 3 van 3` })).toBeInViewport({
    ratio: 0.5,
  })

  await page.getByRole('button', { name: 'Eén meer', exact: true }).click()
  await page.getByRole('heading', { name: 'Beoordelingen' }).scrollIntoViewIfNeeded()
  await expect(addButton(page, parcelProduct)).toBeInViewport({ ratio: 1 })
  await addButton(page, parcelProduct).click()
  await expect(cartButton(page, '2 stuks')).toBeVisible()

  const related = page.getByRole('region', { name: 'Past hier mooi bij' })
  await expect(related.getByRole('link', { name: parcelProduct.name, exact: true })).toHaveCount(0)
  await related.getByRole('heading', { level: 3 }).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: parcelProduct.name })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Kruimelpad' }).getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/\/shop\?category=/)

  await page.goto(`/shop/${soldOutProduct.slug}`)
  await expect(addButton(page, soldOutProduct)).toBeDisabled()
  await expect(page.getByRole('group', { name: /^Aantal/ })).toHaveCount(0)
  expect((await page.goto('/shop/bestaat-niet'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Product niet gevonden' })).toBeVisible()
})

test('the price is in the first screen of a phone, and in the fixed bar', phoneOnly, async ({ page }) => {
  await signIn(page, 'klant@gloed.test')
  const ordinary = demoProducts.filter(product => product.stock > 0 && product !== productWithVariants)
  for (const { slug } of ordinary.slice(0, 4)) {
    await page.goto(`/shop/${slug}`)
    const price = page.getByRole('main').getByText(/^\s*€/).first()
    const bar = page.getByRole('button', { name: /^In winkelwagen\s*, €/ })
    const [above, below] = [await price.boundingBox(), await bar.boundingBox()]
    expect(above && below && above.y + above.height).toBeLessThan(below?.y ?? 0)
  }
})

test(
  'the first picture of a page is named in the head and requested once',
  desktopOnly,
  async ({ browser, shop }) => {
    for (const width of [390, 1440]) {
      for (const path of ['/shop', '/shop/massageolie-amber-en-vijg']) {
        // Each has a cache of its own.
        const context = await browser.newContext({ baseURL: shop.origin, viewport: { width, height: 860 } })
        const page = await context.newPage()
        await signIn(page, 'klant@gloed.test')
        await test.step(`${path} at ${width}`, () => expectPictureOnce(page, path))
        await context.close()
      }
    }
  },
)

async function expectPictureOnce(page: Page, path: string): Promise<void> {
  const requested: string[] = []
  page.on('request', request => void requested.push(new URL(request.url()).pathname))
  await page.goto(path)
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
  await page.waitForLoadState('networkidle')
  const picture = page.getByRole('main').locator('picture').first()
  const shown = await picture
    .locator('img')
    .evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname)
  // A thumbnail of the same picture may have been requested too, but in no other format.
  const rendition = shown.slice(0, shown.lastIndexOf('.'))
  expect(requested.filter(each => each.startsWith(rendition))).toEqual([shown])
  const avif = await picture.locator('source[type="image/avif"]').getAttribute('srcset')
  await expect(page.locator(`head link[type="image/avif"][imagesrcset="${avif}"]`)).toHaveCount(1)
}
