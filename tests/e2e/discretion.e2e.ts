import type { BrowserContext, Page } from '@playwright/test'
import {
  expectLevel,
  firstToy,
  intensitySlider,
  levelOf,
  signIn,
  startSessionWith,
} from '../support/e2eLive.ts'
import { desktopOnly, expect, expectAccessible, phoneOnly, test } from '../support/screen.ts'

const NEUTRAL = 'https://www.knmi.nl/'

/** The neutral site, which tests do not visit. */
const standIn = (context: BrowserContext) =>
  context.route(`${NEUTRAL}**`, route =>
    route.fulfill({ contentType: 'text/html', body: '<title>Weer</title>' }),
  )

const pressEscape = async (page: Page, times: number) => {
  for (let count = 0; count < times; count += 1) await page.keyboard.press('Escape')
}

test(
  'a visitor chooses a neutral title and icon, from the first byte, and a quick exit',
  desktopOnly,
  async ({ page, context }) => {
    await standIn(context)
    await page.goto('/auth')
    // Off until it is chosen: Escape is pressed for other things too.
    await pressEscape(page, 3)
    const footer = page.getByRole('contentinfo').getByRole('button', { name: 'Discretie' })
    await footer.click()
    const dialog = page.getByRole('dialog', { name: 'Discretie' })
    await dialog.getByRole('switch', { name: 'Neutrale titel en pictogram' }).click()
    await expect(page).toHaveTitle('Notities')
    await dialog.getByRole('switch', { name: 'Snel weg' }).click()
    await dialog.getByLabel('Naar').selectOption('Een eigen adres')
    const own = dialog.getByRole('textbox', { name: 'Adres' })
    await own.fill('javascript:alert(1)')
    await own.blur()
    await expect(dialog.getByRole('alert')).toContainText('Vul een webadres in')
    await own.fill('www.knmi.nl')
    await own.blur()
    await expect(dialog.getByRole('alert')).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(footer).toBeFocused()

    const html = await (await page.request.get('/auth')).text()
    expect(html).toContain('<title>Notities</title>')
    expect(html).toContain('href="/notes.svg"')
    expect(html).not.toContain('href="/favicon.svg"')
    await page.goto('/terms-of-service')
    await expect(page).toHaveTitle('Notities')
    // A held key is one press.
    await page.keyboard.down('Escape')
    await page.keyboard.down('Escape')
    await page.keyboard.down('Escape')
    await page.keyboard.up('Escape')
    await page.keyboard.press('a')
    await pressEscape(page, 2)
    await expect(page).toHaveTitle('Notities')
    // Leaves without a question, whatever was typed, and replaces the entry of this page.
    await page.evaluate(() => addEventListener('beforeunload', event => event.preventDefault()))
    await page.mouse.click(5, 5)
    const entries = await page.evaluate(() => history.length)
    await pressEscape(page, 3)
    await page.waitForURL(NEUTRAL)
    await expect(page).toHaveTitle('Weer')
    expect(await page.evaluate(() => history.length)).toBe(entries)
  },
)

test('the exit covers the page in the same frame', desktopOnly, async ({ page, context, shop }) => {
  await standIn(context)
  await context.addCookies([{ name: 'gloed_exit', value: encodeURIComponent(NEUTRAL), url: shop.origin }])
  await page.goto('/auth')
  const shown = await page.evaluate(() => {
    window.__LEAVE__?.()
    return document.documentElement.getClientRects().length
  })
  expect(shown).toBe(0)
})

test(
  'in a session the toy stops first, and a phone has a tab to leave',
  phoneOnly,
  async ({ page, context, shop }) => {
    await standIn(context)
    await signIn(page)
    const toy = await firstToy(page)
    await context.addCookies([{ name: 'gloed_exit', value: encodeURIComponent(NEUTRAL), url: shop.origin }])
    await startSessionWith(page, toy)
    await expect(intensitySlider(page)).toBeFocused()
    await page.keyboard.press('End')
    await expectLevel(page, toy, 20)
    await expectAccessible(page)
    const tab = page.getByRole('button', { name: 'Snel weg' })
    const other = await context.newPage()
    await tab.click()
    await page.waitForURL(NEUTRAL)
    await other.goto('/terms-of-service')
    // At once, not only when the server misses the heartbeat.
    await expect.poll(() => levelOf(other, toy), { timeout: 3000 }).toBe(0)
    // Other tests play with the same toy.
    await other.request.post('/api/toy-control/stop')
  },
)
