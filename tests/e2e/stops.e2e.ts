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
import { test } from '../support/screen.ts'

test.use({ cookies: 'open', actionTimeout: 10_000 })

test.afterEach(async ({ page }) => void (await page.request.post('/api/toy-control/stop')))

const stopAllButton = (page: Page) => page.getByRole('button', { name: /^Stop alles/ })
const cookieBanner = (page: Page) => page.getByRole('region', { name: 'Cookies' })

/** What lies on top at the middle and just inside the corners, where that is not the stop itself. */
const coversOf = (stop: Locator): Promise<string[]> =>
  stop.evaluate(button => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 6, top + 6],
      [right - 6, top + 6],
      [left + 6, bottom - 6],
      [right - 6, bottom - 6],
    ] as const
    return points.flatMap(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit && button.contains(hit)
        ? []
        : [`${x},${y}: ${hit?.outerHTML.slice(0, 120) ?? 'off the screen'}`]
    })
  })

/** Nothing lies over the stop, it can be pressed, and a screen reader finds it. */
async function expectReachable(stop: Locator, beside: Locator) {
  await expect(beside).toBeVisible()
  // By role: what is hidden from screen readers is not found.
  await expect(stop).toBeVisible()
  await expect(stop).toHaveCount(1)
  await expect.poll(() => coversOf(stop)).toEqual([])
  await stop.click({ trial: true })
}

/** Nothing that opens over the page hides its controls behind the stop either. */
async function expectAbove(stop: Locator, overlay: Locator) {
  await expect
    .poll(async () => {
      const [above, below] = [await overlay.boundingBox(), await stop.boundingBox()]
      return above && below ? above.y + above.height <= below.y + 1 : null
    })
    .toBe(true)
}

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

test('in the studio Escape stops first, and closes what is open', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
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
  await stop.click()
  await expectLevel(page, toy, 0)
  await expect(page.getByText('Een administrator heeft de sessie', { exact: false }).first()).toBeVisible()
  await expect(stop).toBeHidden()
  await office.context().close()
})

test('the stop rises above an on-screen keyboard', async ({ browser, baseURL }) => {
  const studio = await openAs(browser, baseURL, 'model', '/studio')
  const stop = stopAllButton(studio)
  await expect(stop).toBeVisible()
  // A headless browser has no keyboard: what a phone says when one opens.
  await studio.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: innerHeight - 300 })
    visualViewport?.dispatchEvent(new Event('resize'))
  })
  await expect
    .poll(() => stop.evaluate(button => innerHeight - 300 - button.getBoundingClientRect().bottom))
    .toBeGreaterThan(0)
  await studio.context().close()
})
