import type { Page } from '@playwright/test'
import {
  signUpCustomer,
  cartButton,
  downloadProduct,
  soldOutProduct,
  type StockedProduct,
} from '../support/e2eCustomer.ts'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
  phoneOnly,
  desktopOnly,
} from '../support/screen.ts'

const listed = async (page: Page, fits: (product: StockedProduct) => boolean): Promise<StockedProduct> => {
  const all = (await (await page.request.get('/api/products')).json()) as StockedProduct[]
  return all.find(fits) as StockedProduct
}
/** Home shows the first products. */
const featured = (page: Page) => listed(page, () => true)
const wish = async (page: Page, { name }: { name: string }) => {
  const { id } = await listed(page, product => product.name === name)
  expect((await page.request.post('/api/wishlist', { data: { productId: id } })).status()).toBe(201)
}
const empty = (page: Page, { name }: StockedProduct) =>
  page.getByRole('button', { name: `Zet op je verlanglijst: ${name}`, exact: true })
const filled = (page: Page, { name }: StockedProduct) =>
  page.getByRole('button', { name: `Staat op je verlanglijst: ${name}. Bekijk je verlanglijst`, exact: true })
const inCart = (page: Page, says: string, { name }: { name: string }) =>
  page.getByRole('button', { name: new RegExp(`^${says}.*: ${name}$`) })
const badge = (page: Page, count: string) =>
  page.getByRole('banner').getByRole('link', { name: `Verlanglijst, ${count}`, exact: true })

test(
  'a heart is filled, is kept, and leads to the list, where products are bought and removed',
  phoneOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    const product = await featured(page)
    await page.goto('/')
    await expect(badge(page, '0 producten')).toBeVisible()
    await empty(page, product).press('Enter')
    await expect(filled(page, product)).toBeFocused()
    await expect(badge(page, '1 product')).toBeVisible()
    await page.reload()
    await expect(badge(page, '1 product')).toBeVisible()
    await filled(page, product).click()
    await expect(page).toHaveURL('/wishlist')

    await inCart(page, 'In winkelwagen', product).click()
    await expect(cartButton(page, '1 stuk')).toBeVisible()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: `Haal van je verlanglijst: ${product.name}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(badge(page, '0 producten')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Je verlanglijst is leeg' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Naar de shop' }).click()
    await expect(page).toHaveURL('/shop')
  },
)

test(
  'a heart that the server refuses is emptied again, and an error is shown',
  desktopOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    const product = await featured(page)
    await page.goto('/')
    await page.route('/api/wishlist', async route =>
      route.request().method() === 'POST' ? await route.abort() : await route.continue(),
    )
    await empty(page, product).click()
    await expect(page.getByText('Kon product niet toevoegen aan verlanglijst', { exact: true })).toBeVisible()
    await expect(empty(page, product)).toBeVisible()
    await expect(badge(page, '0 producten')).toBeVisible()
  },
)

test(
  'a sold-out product says so, and a product that can’t be removed comes back',
  desktopOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    await wish(page, downloadProduct)
    await wish(page, soldOutProduct)
    await page.goto('/wishlist')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      soldOutProduct.name,
      downloadProduct.name,
    ])
    await expect(inCart(page, 'Uitverkocht', soldOutProduct)).toBeDisabled()
    await page.route('/api/wishlist/*', route => route.abort())
    await page.getByRole('button', { name: `Haal van je verlanglijst: ${soldOutProduct.name}` }).click()
    await expect(
      page.getByText('Kon product niet verwijderen van verlanglijst', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      soldOutProduct.name,
      downloadProduct.name,
    ])
  },
)
