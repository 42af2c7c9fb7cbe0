import { demoProducts } from '../../src/app/demo/catalog.ts'
import { address, signUpCustomer, downloadProduct, type StockedProduct } from '../support/e2eCustomer.ts'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  expectNoHorizontalScrollAtBothWidths,
  test,
  desktopOnly,
  phoneOnly,
} from '../support/screen.ts'

test('anyone withdraws from an order, confirms it and gets a receipt', phoneOnly, async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Herroepen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Herroepen' })).toBeVisible()
  await expect(page.getByText(/verzegeling heel is/)).toBeVisible()
  await page.getByRole('button', { name: 'Verder' }).click()
  await expect(page.getByText('Vul je bestelnummer in, zoals 2026-000042.')).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByLabel('Naam').fill('Robin Maas')
  await page.getByLabel('E-mailadres').fill('robin@gloed.test')
  await page.getByLabel('Bestelnummer').fill('2026-000042')
  await page.getByRole('button', { name: 'Verder' }).click()
  await expect(page.getByText('De hele bestelling')).toBeVisible()
  await page.getByRole('button', { name: 'Wijzigen' }).click()
  await expect(page.getByLabel('Naam')).toHaveValue('Robin Maas')
  await page.getByLabel('Welke producten').fill('Alleen de kaars')
  await page.getByRole('button', { name: 'Verder' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Herroeping bevestigen' }).click()
  await expect(page.getByText('We hebben je herroeping ontvangen')).toBeVisible()
  await expectAccessible(page)
})

test(
  'a customer chooses lines of their own order, and a digital one shows why it is excluded',
  desktopOnly,
  async ({ page }) => {
    const account = { email: 'klant@gloed.test', password: 'gloed-demo-2026' }
    expect((await page.request.post('/api/login', { data: account })).status()).toBe(200)
    const orders = (await (await page.request.get('/api/orders')).json()) as { id: string; number: string }[]
    await page.goto(`/herroepen?order=${orders[0]?.number}`)
    await expect(page.getByLabel('E-mailadres')).toHaveValue(account.email)
    const lines = page.getByRole('group', { name: 'Wat stuur je terug' }).getByRole('checkbox')
    await lines.first().check()
    await expectAccessible(page)
    await page.getByLabel('Naam').fill('Kim')
    await page.getByRole('button', { name: 'Verder' }).click()
    await expect(page.getByText('De hele bestelling')).toBeHidden()
    await page.getByRole('button', { name: 'Herroeping bevestigen' }).click()
    await expect(page.getByText('We hebben je herroeping ontvangen')).toBeVisible()
  },
)

test(
  'a sealed product says so on its page and in the withdrawal, which can be of some units of a line',
  desktopOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, `zegel-${project.name}`)
    const all = (await (await page.request.get('/api/products')).json()) as StockedProduct[]
    const isLeft = (wanted: string) => all.some(({ name, stock }) => name === wanted && stock > 2)
    const sealed = demoProducts.find(({ hygieneSealed, name }) => hygieneSealed && isLeft(name))
    await page.goto(`/shop/${sealed?.slug}`)
    await expect(page.getByText('14 dagen bedenktijd, zolang de verzegeling heel is')).toBeVisible()
    const items = [sealed, downloadProduct].map(wanted => ({
      productId: all.find(({ name }) => name === wanted?.name)?.id,
      quantity: wanted === sealed ? 3 : 1,
    }))
    const home = (await (await page.request.post('/api/addresses', { data: address })).json()) as {
      id: string
    }
    const placed = await page.request.post('/api/cart/checkout', { data: { items, addressId: home.id } })
    expect(placed.status()).toBe(201)
    const { orderId, paymentUrl } = (await placed.json()) as { orderId: string; paymentUrl: string }
    // Delivered with its payment: before that, one can withdraw from it.
    await page.request.post(paymentUrl, { form: { outcome: 'paid' } })
    const { number } = await (await page.request.get(`/api/orders/${orderId}`)).json()
    await page.goto(`/herroepen?order=${number}`)
    const lines = page.getByRole('group', { name: 'Wat stuur je terug' })
    await expect(
      lines.getByRole('checkbox', { name: /Kan alleen terug zolang de verzegeling heel is/ }),
    ).toBeEnabled()
    await expect(lines.getByRole('checkbox', { name: /hierop is geen herroepingsrecht/ })).toBeDisabled()
    await lines.getByRole('checkbox', { name: /Kan alleen terug/ }).check()
    const units = lines.getByRole('group', { name: `Aantal van ${sealed?.name}` })
    await units.getByRole('button', { name: 'Eén minder' }).click()
    await units.getByRole('button', { name: 'Eén minder' }).click()
    await expect(units.getByRole('status')).toHaveText('1')
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await page.getByLabel('Naam').fill('Kim')
    await page.getByRole('button', { name: 'Verder' }).click()
    await expect(page.getByText(`1 × ${sealed?.name}`)).toBeVisible()
    await page.getByRole('button', { name: 'Herroeping bevestigen' }).click()
    await expect(page.getByText('We hebben je herroeping ontvangen')).toBeVisible()
  },
)
