import { toBrusselsInput } from '../../src/backoffice/products/saleForm.rules.ts'
import { addButton, cartButton, parcelProduct, signUpCustomer } from '../support/e2eCustomer.ts'
import {
  expect,
  expectAccessible,
  test,
  desktopOnly,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

const inAWeek = () => toBrusselsInput(new Date(Date.now() + 7 * 24 * 3600_000).toISOString())

test(
  'an admin sets a sale, which customers see with its meaning until it is ended',
  desktopOnly,
  async ({ page }, { project }) => {
    test.slow()
    const { slug, name, price } = parcelProduct
    const login = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
    await page.request.post('/api/login', { data: login })
    const products = (await (
      await page.request.get(`/api/admin/products?q=${encodeURIComponent(name)}`)
    ).json()) as {
      id: string
      slug: string
    }[]
    const id = products.find(product => product.slug === slug)?.id
    await page.goto(`/admin/products/${id}`)
    await page.getByLabel('Actieprijs in euro').fill('1')
    await page.getByRole('button', { name: 'Actie instellen' }).click()
    await expect(page.getByText('Kies wanneer de actie eindigt.')).toBeVisible()
    await page.getByLabel('Tot', { exact: true }).fill(inAWeek())
    await page.getByRole('button', { name: 'Actie instellen' }).click()
    await expect(page.getByText('Loopt', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)

    await signUpCustomer(page, `sale-${project.name}`)
    const prior = `Laagste prijs van de laatste 30 dagen: € ${(price / 100).toFixed(2).replace('.', ',')}`
    await page.goto(`/shop/${slug}`)
    await expect(page.getByText(/Actieprijs tot/)).toBeVisible()
    await expect(page.getByText(prior).first()).toBeVisible()
    await expectAccessible(page)
    await addButton(page, parcelProduct).click()
    await cartButton(page, '1 stuk').click()
    const drawer = page.getByRole('dialog', { name: 'Winkelwagen' })
    await expect(drawer.getByText(prior)).toBeVisible()
    await page.goto('/shop?sort=price-low')
    const card = page.getByRole('article').first()
    await expect(card).toContainText(name)
    await expect(card).toContainText(prior)
    await expectNoHorizontalScrollAtBothWidths(page)

    await page.request.post('/api/login', { data: login })
    await page.goto(`/admin/products/${id}`)
    await page.getByRole('button', { name: 'Nu beëindigen' }).click()
    await expect(page.getByText('Loopt', { exact: true })).toBeHidden()
    await page.goto(`/shop/${slug}`)
    await expect(page.getByText(/Actieprijs tot/)).toBeHidden()
  },
)
