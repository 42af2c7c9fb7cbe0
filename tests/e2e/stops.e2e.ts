import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { answerCookieBanner, expect } from '../support/e2e.ts'
import {
  endButton,
  expectLevel,
  firstToy,
  intensitySlider,
  signIn,
  startSessionWith,
  stopButton,
} from '../support/e2eLive.ts'
import { desktopOnly, phoneOnly, test } from '../support/screen.ts'
import { expectAbove, expectReachable } from '../support/stopReach.ts'

test.use({ cookies: 'open', actionTimeout: 10_000 })

test.afterEach(async ({ page }) => void (await page.request.post('/api/toy-control/stop')))

const stopAllButton = (page: Page) => page.getByRole('button', { name: /^Stop alles/ })
const cookieBanner = (page: Page) => page.getByRole('region', { name: 'Cookies' })

async function expectReachableBesideDialog(
  page: Page,
  stop: Locator,
  open: () => Promise<unknown>,
  name: string | RegExp,
) {
  await open()
  const dialog = page.getByRole('dialog', { name })
  await expectReachable(stop, dialog)
  await expectAbove(stop, dialog)
  await dialog.getByRole('button', { name: 'Sluiten', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The overlays of the layout, on any page. */
async function expectReachableEverywhere(page: Page, stop: Locator) {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
  await expectReachable(stop, cookieBanner(page))
  await page.getByRole('button', { name: /^Account/ }).click()
  const menu = page.getByRole('group', { name: 'Account' })
  await expectReachable(stop, menu)
  // The press on the stop was beside it.
  await expect(menu).toBeHidden()
  await expectReachableBesideDialog(page, stop, () => press(/^Winkelwagen/), 'Winkelwagen')
  await expectReachableBesideDialog(page, stop, () => press(/^Saldo/), /Minuten kopen/)
  await expectReachableBesideDialog(page, stop, () => press('Zelf instellen'), 'Cookie-instellingen')
  // On a phone the banner lies over much of the page.
  await putBannerAside(page)
}

const putBannerAside = (page: Page) => page.getByRole('button', { name: 'Sluiten zonder te kiezen' }).click()

async function openAs(
  browser: Browser,
  baseURL: string | undefined,
  who: string,
  path: string,
): Promise<Page> {
  const { viewport, hasTouch, isMobile } = test.info().project.use
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    ...(viewport && { viewport }),
    ...(hasTouch && { hasTouch }),
    ...(isMobile && { isMobile }),
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  const account = { email: `${who}@gloed.test`, password: 'gloed-demo-2026' }
  expect((await page.request.post('/api/login', { data: account })).status()).toBe(200)
  await page.goto(path)
  return page
}

/** The customer plays at the highest level, with the cookie question answered. */
async function play(page: Page, context: BrowserContext) {
  await answerCookieBanner(context)
  await signIn(page)
  const toy = await firstToy(page)
  await startSessionWith(page, toy)
  await expect(intensitySlider(page)).toBeFocused()
  await page.keyboard.press('End')
  await expectLevel(page, toy, 20)
  return toy
}

test('in the studio nothing covers the stop of all toys', async ({ page, context, browser, baseURL }) => {
  test.slow()
  const studio = await openAs(browser, baseURL, 'model', '/studio')
  const stop = stopAllButton(studio)
  await expect(studio.getByRole('heading', { name: 'Niemand' })).toBeVisible()
  await expectReachableEverywhere(studio, stop)
  await stop.click()
  await expectReachable(stop, studio.getByText('Alles is gestopt', { exact: true }))

  const toy = await play(page, context)
  await studio.reload()
  await expectReachableEverywhere(studio, stop)
  const press = (name: string | RegExp) => () => studio.getByRole('button', { name }).first().click()
  await expectReachableBesideDialog(studio, stop, press('Toy verbinden'), 'Toy verbinden')
  await expectReachableBesideDialog(studio, stop, press('Via Intiface'), 'Via Intiface')
  await expectReachableBesideDialog(studio, stop, press('Blokkeren'), 'Sam blokkeren')
  await expectReachableBesideDialog(studio, stop, press(/^Berichten met/), 'Sam')

  // Beside an open dialog it is pressed as always, and the dialog stays.
  await studio.getByRole('button', { name: 'Blokkeren' }).click()
  const dialog = studio.getByRole('dialog')
  await expect(dialog).toBeVisible()
  // Played anew: a busy machine may have missed heartbeats, which stops a toy too.
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await expectLevel(page, toy, 20)
  if (test.info().project.use.hasTouch) await stop.tap()
  else await stop.click()
  await expectLevel(page, toy, 0)
  await studio.context().close()
})

test(
  'in the studio Escape stops first, and closes an open dialog',
  desktopOnly,
  async ({ page, context, browser, baseURL }) => {
    const studio = await openAs(browser, baseURL, 'model', '/studio')
    const toy = await play(page, context)
    await putBannerAside(studio)
    await studio.getByRole('button', { name: 'Toy verbinden' }).click()
    await expect(studio.getByRole('dialog')).toBeVisible()
    await studio.keyboard.press('Escape')
    await expectLevel(page, toy, 0)
    await expect(studio.getByRole('dialog')).toBeHidden()
    await expect(studio.getByText('1 sessie beëindigd.', { exact: true })).toBeVisible()
    // Where nobody plays it only closes.
    await studio.getByRole('button', { name: 'Sluit melding' }).click()
    await expect(studio.getByRole('heading', { name: 'Niemand' })).toBeVisible()
    await studio.getByRole('button', { name: 'Toy verbinden' }).click()
    await expect(studio.getByRole('dialog')).toBeVisible()
    await studio.keyboard.press('Escape')
    await expect(studio.getByRole('dialog')).toBeHidden()
    await expect(studio.getByText('Alles is gestopt', { exact: true })).toBeHidden()
    await studio.context().close()
  },
)

test('a message of the shop itself covers no stop', async ({ page, context }) => {
  await answerCookieBanner(context)
  // As in a shop with new terms and a notice, and for someone whose turn it is.
  await page.route('**/api/shop', async route => {
    const response = await route.fetch()
    const json = { ...(await response.json()), termsVersion: '2.0', notice: 'We zijn even weg.' }
    await route.fulfill({ response, json })
  })
  await page.route('**/api/purchase-minutes', route =>
    route.fulfill({
      status: 409,
      json: { code: 'TERMS_CHANGED', message: 'Onze voorwaarden zijn vernieuwd.' },
    }),
  )
  const now = Date.now()
  const place = {
    toyId: randomUUID(),
    toyName: 'Lush',
    place: 1,
    ahead: 0,
    expectedWaitMs: 0,
    serverNow: new Date(now).toISOString(),
    claimUntil: new Date(now + 60_000).toISOString(),
  }
  await page.route('**/api/queue', route => route.fulfill({ json: place }))

  await page.goto('/auth?next=/studio')
  await page.getByRole('button', { name: /inloggen als model@/ }).click()
  const stop = stopAllButton(page)
  await expectReachable(stop, page.getByRole('status').filter({ hasText: 'tweede stap' }))
  // That one waits for a toy is known from the page of the queue.
  await page.evaluate(() => {
    localStorage.setItem('gloed-waiting', '1')
    window.dispatchEvent(new StorageEvent('storage'))
  })
  await expectReachable(stop, page.getByRole('region', { name: 'Je bent aan de beurt' }))
  await page.getByRole('button', { name: /^Saldo/ }).click()
  const offer = page.getByRole('dialog', { name: 'Minuten kopen' })
  await offer.getByRole('radio').first().check()
  await offer.getByRole('checkbox').check()
  await offer.getByRole('button', { name: 'Bestellen met betalingsverplichting' }).click()
  const terms = page.getByRole('dialog', { name: 'Onze voorwaarden zijn vernieuwd' })
  await expectReachable(stop, terms)
  await expectAbove(stop, terms)
  // A notice of the shop stands on its own pages, none of which has a stop.
  await expect(terms).toContainText('Versie 2.0')
  await expect(page.getByText('We zijn even weg.')).toHaveCount(0)
})

test('in a live session nothing covers the stop', async ({ page }) => {
  test.slow()
  await signIn(page)
  const toy = await firstToy(page)
  await startSessionWith(page, toy)
  // During the countdown the dock ends the session.
  const cancel = page.getByRole('button', { name: 'Sessie annuleren' })
  await expectReachable(cancel, page.getByText('Sessie gestart!', { exact: true }))
  await expect(intensitySlider(page)).toBeEnabled()
  const stop = stopButton(page)
  await expectReachableEverywhere(page, stop)
  await expectReachable(endButton(page), stop)
  const press = (name: string | RegExp) => () => page.getByRole('button', { name }).click()
  await expectReachableBesideDialog(page, stop, press('Minuten kopen'), 'Minuten kopen')
  await expectReachableBesideDialog(page, stop, press(/^Alle \d+/), 'Alle patronen')
  const leave = () => page.getByRole('link', { name: /naar de startpagina$/ }).click()
  await expectReachableBesideDialog(page, stop, leave, 'Je sessie loopt nog')

  // Played from a dialog, and stopped beside it.
  await press(/^Alle \d+/)()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'earthquake' }).click()
  await expect(page.getByText('Dit patroon speelt nu')).toBeAttached()
  if (test.info().project.use.hasTouch) await stop.tap()
  else await stop.click()
  await expectLevel(page, toy, 0)
  await expect(dialog).toBeVisible()

  // By keyboard: Tab goes around through the dialog and the stop.
  await dialog.getByRole('button', { name: 'Sluiten' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(stop).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Sluiten' })).toBeFocused()
  await dialog.getByRole('button', { name: 'earthquake' }).click()
  await expect(page.getByText('Dit patroon speelt nu')).toBeAttached()
  await page.keyboard.press('Escape')
  await expectLevel(page, toy, 0)
  await expect(dialog).toBeHidden()
})

test('on the page of devices nothing covers the stop while someone plays', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const office = await openAs(browser, baseURL, 'admin', '/admin/devices')
  const toy = await play(page, context)
  const stop = stopAllButton(office)
  await expectReachableEverywhere(office, stop)
  const press = (name: string | RegExp) => () => office.getByRole('button', { name }).first().click()
  await expectReachableBesideDialog(office, stop, press('QR-code maken'), 'Toy verbinden')
  // The message goes by itself after a few seconds.
  const told = page.getByText('Een administrator heeft de sessie', { exact: false }).first().waitFor()
  await stop.click()
  await told
  await expectLevel(page, toy, 0)
  await expect(stop).toBeHidden()
  await office.context().close()
})

test('the stop rises above an on-screen keyboard', phoneOnly, async ({ browser, baseURL }) => {
  const studio = await openAs(browser, baseURL, 'model', '/studio')
  const stop = stopAllButton(studio)
  await expect(stop).toBeVisible()
  // A headless browser has no keyboard: the event of a phone when one opens.
  await studio.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: innerHeight - 300 })
    visualViewport?.dispatchEvent(new Event('resize'))
  })
  await expect
    .poll(() => stop.evaluate(button => innerHeight - 300 - button.getBoundingClientRect().bottom))
    .toBeGreaterThan(0)
  await studio.context().close()
})
