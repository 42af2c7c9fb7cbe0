import type { Page } from '@playwright/test'
import { cutTexts } from '../support/cutTexts.ts'
import {
  addByButton,
  cartButton,
  dialog,
  orderButton,
  parcelProduct,
  proceedToPayment,
  signUpCustomer,
  startOrdering,
} from '../support/e2eCustomer.ts'
import { firstToy, intensitySlider, signIn, startSessionWith, stopButton } from '../support/e2eLive.ts'
import { placePaidOrder, signInAsAdmin } from '../support/e2eOrders.ts'
import { desktopOnly, expect, phoneOnly, test } from '../support/screen.ts'

test.afterEach(async ({ page }) => void (await page.request.post('/api/toy-control/stop')))

const signInAsCreator = async ({ request }: Page) => {
  const account = { email: 'model@gloed.test', password: 'gloed-demo-2026' }
  expect((await request.post('/api/login', { data: account })).status()).toBe(200)
}

async function play(page: Page) {
  await signIn(page)
  await startSessionWith(page, await firstToy(page))
  await expect(intensitySlider(page)).toBeEnabled()
}

/** Doubles the size of all text, as a browser's setting does. */
const doubleText = (page: Page) =>
  page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('html { font-size: 32px }')
      document.adoptedStyleSheets.push(sheet)
    }),
  )

const expectNothingCut = (page: Page) => expect.poll(() => cutTexts(page), page.url()).toEqual([])

/** No part of the page is beside the screen. */
const expectFit = (page: Page, path: string) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), path)
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)

test('text of twice the size fits on a phone, with stop and buy in reach', phoneOnly, async ({ page }) => {
  test.slow()
  await doubleText(page)
  await play(page)
  await expectFit(page, '/live')
  await expect(stopButton(page)).toBeInViewport({ ratio: 1 })
  await stopButton(page).click({ trial: true })
  await page.request.post('/api/toy-control/stop')
  for (const path of ['/', '/shop', '/dashboard', '/profile?tab=settings', `/shop/${parcelProduct.slug}`]) {
    await page.goto(path)
    await expectFit(page, path)
    for (const name of [/^Winkelwagen/, 'Menu openen'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  await expect(page.getByRole('button', { name: /^In winkelwagen/ }).first()).toBeInViewport({ ratio: 1 })
  await expectNothingCut(page)
  await page.goto('/shop')
  await expectNothingCut(page)
  await addByButton(page, parcelProduct, '1 stuk')
  // The chosen value takes several lines where it does not fit.
  const sort = page.getByLabel('Sorteren op')
  await sort.selectOption('price-low')
  expect(await sort.evaluate(select => select.scrollWidth - select.clientWidth)).toBe(0)
  await cartButton(page, '1 stuk').click()
  await expectNothingCut(page)
  await dialog(page, 'Winkelwagen').getByRole('button', { name: 'Verder naar bestellen' }).click()
  const order = dialog(page, 'Bestellen')
  await expect(order.getByRole('list', { name: 'Stappen' })).toBeVisible()
  await expectNothingCut(page)
  for (const next of [order.getByRole('heading', { name: 'Verzendwijze' }), orderButton(page)]) {
    await order.getByRole('button', { name: 'Verder', exact: true }).click()
    await expect(next).toBeVisible()
    await expectNothingCut(page)
  }
  await signInAsCreator(page)
  await page.goto('/studio')
  await expectFit(page, '/studio')
  await expect(page.getByRole('button', { name: 'Stop alles' })).toBeInViewport({ ratio: 1 })
})

test('text of twice the size fits in the back office', desktopOnly, async ({ page }, { project }) => {
  test.slow()
  const { orderId } = await placePaidOrder(page, project.name)
  await signInAsAdmin(page)
  const { items } = await (await page.request.get('/api/admin/products?page=1&q=massageolie')).json()
  await doubleText(page)
  for (const path of [
    '/admin',
    '/admin/products',
    `/admin/products/${items[0].id}`,
    '/admin/orders',
    `/admin/orders/${orderId}`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectFit(page, path)
      expect.soft(await cutTexts(page), `${path} at ${width}`).toEqual([])
    }
  }
})

test(
  'forced colours keep edges, states and drawings, and with less motion nothing moves by itself',
  phoneOnly,
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    await play(page)
    const styleOf = (selector: string, property: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
    await expect(stopButton(page)).toHaveCSS('border-top-width', '1px')
    expect(await styleOf('[data-pad]', 'forced-color-adjust')).toBe('none')
    expect(await styleOf('[data-pad]', 'background-color')).not.toBe(
      await styleOf('body', 'background-color'),
    )
    await page.getByRole('button', { name: 'wave' }).click()
    const pressed = page.getByRole('button', { name: 'wave', pressed: true })
    await expect(pressed).toBeVisible()
    expect(await styleOf('[aria-pressed=true]', 'background-color')).not.toBe(
      await styleOf('[aria-pressed=false]', 'background-color'),
    )
    const moving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    await expect.poll(moving).toBe(0)
    await page.request.post('/api/toy-control/stop')
    await page.goto('/profile?tab=settings')
    const box = page.getByRole('checkbox').first()
    const before = await box.evaluate(input => getComputedStyle(input).backgroundColor)
    await box.click()
    await expect(box).not.toHaveCSS('background-color', before)
  },
)

test('a screen reader’s way through a purchase', desktopOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, project.name)
  await page.goto(`/shop/${parcelProduct.slug}`)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - navigation "Kruimelpad"
      - region "Foto’s van ${parcelProduct.name}"
      - heading "${parcelProduct.name}" [level=1]
      - paragraph: /€ [\\d,]+ incl. btw/
      - link /van 5 sterren/
      - paragraph: Op voorraad
      - group "Aantal van ${parcelProduct.name}"
      - button /In winkelwagen/
      - region "Over dit product":
        - heading "Over dit product" [level=2]
      - region "Beoordelingen":
        - heading "Beoordelingen" [level=2]
  `)
  await addByButton(page, parcelProduct, '1 stuk')
  await expect(page.getByText(`${parcelProduct.name} ligt in je winkelwagen`)).toBeAttached()
  await startOrdering(page)
  const order = page.getByRole('dialog', { name: 'Bestellen' })
  await expect(order.getByLabel('Voornaam')).toBeVisible()
  await expect(order).toMatchAriaSnapshot(`
    - dialog "Bestellen":
      - heading "Bestellen" [level=2]
      - button "Sluiten"
      - list "Stappen"
      - heading "Waar mag het heen?" [level=3]
      - textbox "Voornaam"
      - textbox "Achternaam"
      - textbox "Postcode"
      - textbox "Huisnummer"
      - button "Adres opslaan en verder"
  `)
  await proceedToPayment(page)
  await expect(orderButton(page)).toBeVisible()
  await expect(order.getByRole('heading', { level: 3 }).first()).toBeFocused()
})

test('a screen reader’s way through a live session', desktopOnly, async ({ page }) => {
  await play(page)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - status: Je hebt de controle.
      - heading /Live Control/ [level=1]
      - slider "Intensiteit"
      - group "Snelle acties":
        - button "pulse"
        - button "wave"
        - button "fireworks"
        - button "earthquake"
      - region "Je saldo":
        - button "Minuten kopen"
      - group "Patronen"
      - button "Sessie beëindigen"
      - button "Stop"
  `)
  // The delay and the clock change all the time, and are not said by themselves.
  for (const live of await page.getByRole('main').locator('[role=status], [role=timer], [aria-live]').all())
    expect(await live.textContent()).not.toMatch(/\d+ ms|\d+:\d\d/)
})

test(
  'orders and statements are printed on white, without buttons',
  desktopOnly,
  async ({ page }, { project }) => {
    const { orderId, number } = await placePaidOrder(page, project.name)
    const expectPrint = async (path: string, text: string | RegExp) => {
      await page.goto(path)
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByText(text).first()).toBeVisible()
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('contentinfo')).toBeHidden()
      await expect(page.getByRole('button')).toHaveCount(0)
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        'rgb(255, 255, 255)',
      )
      expect((await page.pdf()).length).toBeGreaterThan(1000)
      await page.emulateMedia({ media: null })
    }
    await expectPrint(`/order-confirmation/${orderId}`, number)
    await expectPrint('/sessions', 'Mijn Sessies')
    await signInAsAdmin(page)
    await expectPrint(`/admin/orders/${orderId}`, number)
    await signInAsCreator(page)
    await expectPrint('/studio', 'Gespeelde minuten')
  },
)
