import type { Page } from '@playwright/test'
import {
  addByButton,
  address,
  dialog,
  formatEuros,
  parcelProduct,
  signUpCustomer,
  startOrdering,
} from '../support/e2eCustomer.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
  phoneOnly,
} from '../support/screen.ts'

const CALL = '/api/shipping/calculate'
const calculator = (page: Page) => dialog(page, 'Verzendkosten berekenen')
const opener = (page: Page) => page.getByRole('button', { name: 'Bereken verzendkosten' })
const weight = (page: Page) => calculator(page).getByLabel('Gewicht in gram')
const apply = (page: Page) => calculator(page).getByRole('button', { name: 'Toepassen' })

async function open(page: Page, name: string) {
  await signUpCustomer(page, name)
  await page.goto('/')
  await opener(page).press('Enter')
  await expect(weight(page)).toBeVisible()
}

test(
  'the calculator updates during typing, and the chosen rate shows on Home',
  phoneOnly,
  async ({ page }, { project }) => {
    const asked: unknown[] = []
    page.on('request', request => request.url().endsWith(CALL) && asked.push(request.postDataJSON()))
    await open(page, project.name)
    await expect(apply(page)).toBeDisabled()
    await expect(calculator(page).getByLabel('Land').locator('option')).toHaveCount(10)
    await expect(calculator(page).getByText(/Prijzen zijn exclusief btw/)).toBeVisible()
    await weight(page).pressSequentially('1500')
    const rates = calculator(page).getByRole('radio')
    await expect(rates.first()).toBeChecked()
    // One call for four keys: it waits until the typing pauses.
    expect(asked).toEqual([{ weight: 1500, length: null, width: null, height: null, country: 'NL' }])
    const cheapest = await (await page.request.post(CALL, { data: asked[0] })).json()
    expect(await rates.count()).toBe(cheapest.length)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)

    await weight(page).fill('0')
    await expect(calculator(page).getByText('Voer een geldig gewicht in (grammen)')).toBeVisible()
    await expect(apply(page)).toBeDisabled()
    await expectAccessible(page)
    await weight(page).fill('900000')
    await expect(calculator(page).getByText('Geen verzendopties beschikbaar')).toBeVisible()
    await expect(apply(page)).toBeDisabled()

    await weight(page).fill('1.500')
    await expect(rates.first()).toBeChecked()
    await rates.nth(1).check()
    await page.keyboard.press('Enter')
    await expect(calculator(page)).toBeHidden()
    await expect(opener(page)).toBeFocused()
    const chosen = page.getByRole('status').filter({ hasText: formatEuros(cheapest[1].price) })
    await expect(chosen).toContainText(`${formatEuros(cheapest[1].priceWithVat)} met btw`)
  },
)

test(
  'a late answer never replaces a newer one, and a failure can be retried',
  phoneOnly,
  async ({ page }, { project }) => {
    await open(page, project.name)
    const held = Promise.withResolvers<void>()
    await page.route(`**${CALL}`, async route => {
      if (route.request().postDataJSON().weight === 500) await held.promise
      // By then the browser has cancelled this request.
      await route.continue().catch(() => undefined)
    })
    const overtaken = page.waitForEvent('requestfailed', request => request.url().endsWith(CALL))
    const first = page.waitForRequest(`**${CALL}`)
    await weight(page).fill('500')
    await first
    await weight(page).fill('15000')
    const prices = calculator(page).getByRole('radio')
    await expect(prices.first()).toBeChecked()
    const shown = await calculator(page).getByRole('group', { name: 'Kies een verzendoptie' }).textContent()
    await overtaken
    held.resolve()
    await expect(apply(page)).toBeEnabled()
    await expect(calculator(page).getByRole('group', { name: 'Kies een verzendoptie' })).toHaveText(
      shown ?? '',
    )

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route(`**${CALL}`, route => route.fulfill({ status: 500, body: 'kapot' }))
    await weight(page).fill('600')
    await expect(calculator(page).getByText('Fout bij berekenen verzendkosten')).toBeVisible()
    await page.unrouteAll()
    await page.route(`**${CALL}`, route => route.abort())
    await weight(page).fill('700')
    await expect(calculator(page).getByText('Netwerkfout bij berekenen')).toBeVisible()
    await expect(apply(page)).toBeDisabled()
    await page.unrouteAll()
    await calculator(page).getByRole('button', { name: 'Probeer opnieuw' }).click()
    await expect(prices.first()).toBeChecked()
  },
)

test('an address in a country that is not shipped to says so', desktopOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, `ver-${project.name}`)
  const abroad = { ...address, country: 'Duitsland', postalCode: '10115', city: 'Berlijn' }
  expect((await page.request.post('/api/addresses', { data: abroad })).status()).toBe(201)
  await page.goto('/shop')
  await addByButton(page, parcelProduct, '1 stuk')
  await startOrdering(page)
  const order = dialog(page, 'Bestellen')
  await expect(
    order.getByText('Naar Duitsland verzenden we niet. We verzenden naar Nederland en België.'),
  ).toBeVisible()
  await order.getByRole('button', { name: 'Verder', exact: true }).click()
  await expect(order.getByRole('radio', { name: /Robin Maas/ })).toBeVisible()
  await order.getByRole('button', { name: 'Nieuw adres toevoegen' }).click()
  await expect(order.getByLabel('Land').locator('option')).toHaveText(['Nederland', 'België'])
})
