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
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
  desktopOnly,
  phoneOnly,
} from '../support/screen.ts'

const bySlug = (slug: string) => {
  const product = demoProducts.find(one => one.slug === slug)
  if (!product) throw new Error(`the demo data has no ${slug}`)
  return product
}

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

test('a product page shows all pictures, and sells the product', async ({ page, baseURL }, { project }) => {
  await signUpCustomer(page, `product-${project.name}`)
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
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

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
  await expectAccessible(page)
})

test(
  'a buyer reviews a product once, and the review shows after approval',
  desktopOnly,
  async ({ page, browser, baseURL }, { project }) => {
    // The demo customer bought both.
    const bought = bySlug(project.name === 'phone' ? 'geurkaars-gloed' : 'zijden-slaapmasker')
    await signIn(page, 'klant@gloed.test')
    const write = page.getByRole('button', { name: 'Schrijf een beoordeling' })
    const stars = (count: string) => page.getByRole('radio', { name: count, exact: true })
    const send = page.getByRole('button', { name: 'Versturen' })
    await page.goto(`/shop/${parcelProduct.slug}`)
    await write.click()
    await expect(page.getByText('Je kunt alleen beoordelen wat je hier gekocht hebt.')).toBeVisible()
    await expect(send).toBeHidden()
    await expectAccessible(page)

    await page.goto(`/shop/${bought.slug}`)
    await write.click()
    await send.click()
    await expect(page.getByText('Kies 1 tot en met 5 sterren.')).toBeVisible()
    await stars('3 sterren').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect(stars('4 sterren')).toBeChecked()
    await page.getByLabel('Wat vond je ervan?').fill('Ruikt heerlijk.')
    await expect(page.getByText('15 / 2000 tekens')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Wat vond je ervan?').fill('Zacht, en mooi verpakt.')
    await page.route('**/api/products/*/reviews', route => route.abort())
    await send.click()
    await expect(page.getByText('Je beoordeling is niet verstuurd')).toBeVisible()
    await expect(page.getByLabel('Wat vond je ervan?')).toHaveValue('Zacht, en mooi verpakt.')
    await page.unroute('**/api/products/*/reviews')
    await send.click()
    await expect(
      page.getByText('Bedankt, je beoordeling verschijnt zodra we haar hebben bekeken.'),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Nog geen beoordelingen' })).toBeVisible()
    await page.reload()
    await write.click()
    await expect(page.getByText('Je hebt dit product al beoordeeld.')).toBeVisible()

    const office = await browser.newContext({ baseURL: baseURL ?? '' })
    const admin = await office.newPage()
    await signIn(admin, 'admin@gloed.test')
    const waiting = (await (await admin.request.get('/api/admin/reviews')).json()) as {
      id: string
      productName: string
    }[]
    const mine = waiting.find(({ productName }) => productName === bought.name)
    await admin.request.put(`/api/admin/reviews/${mine?.id}`, { data: { approved: true } })
    await office.close()

    await page.reload()
    await page.getByRole('link', { name: '1 beoordeling' }).click()
    const list = page.getByRole('region', { name: 'Beoordelingen' })
    await expect(list.getByText('Zacht, en mooi verpakt.')).toBeInViewport()
    await expect(list.getByRole('img', { name: '4 van 5 sterren' })).toBeVisible()
    expect(await toldToMachines(page)).toMatchObject({ aggregateRating: { ratingValue: 4, reviewCount: 1 } })
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  },
)

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

test('a card and the page of a product show the same rating', desktopOnly, async ({ page }) => {
  await signIn(page, 'klant@gloed.test')
  await page.goto('/shop')
  const card = page.getByRole('article').filter({ hasText: parcelProduct.name })
  const rating = (
    await card
      .getByText(/Beoordeling:/)
      .first()
      .locator('..')
      .innerText()
  ).match(/\d,\d/)?.[0]
  await page.goto(`/shop/${parcelProduct.slug}`)
  await expect(
    page.getByRole('img', { name: `${rating?.replace(',0', '')} van 5 sterren` }).first(),
  ).toBeVisible()
})

for (const path of ['/shop', '/shop/massageolie-amber-en-vijg']) {
  test(`the first picture of ${path} is named in the head and requested once`, async ({ page }) => {
    await signIn(page, 'klant@gloed.test')
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
  })
}
