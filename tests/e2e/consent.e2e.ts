import type { Page } from '@playwright/test'
import {
  type LiveVisitor,
  funnelSteps,
  type WebsiteAnalytics,
} from '../../src/backoffice/analytics/contract.ts'
import {
  addByButton,
  signUpCustomer,
  dialog,
  downloadProduct,
  orderButton,
  startOrdering,
} from '../support/e2eCustomer.ts'
import { signInAsAdmin } from '../support/e2eOrders.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  phoneOnly,
} from '../support/screen.ts'
import { storedData, DESKTOP_USER_AGENT, test } from '../support/beaconRecorder.ts'

test.use({ cookies: 'open', userAgent: DESKTOP_USER_AGENT })
const question = (page: Page) => page.getByRole('region', { name: 'Cookies' })
const settingsIn = (page: Page) => page.getByRole('dialog', { name: 'Cookie-instellingen' })
const openSettings = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Cookie-instellingen' }).click()
/** To a page of the shop that the footer links to. */
async function goTo(page: Page, name: 'Herroepen' | 'Gebruiksvoorwaarden' | 'Privacybeleid en voorwaarden') {
  const from = page.url()
  await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
  await expect(page).not.toHaveURL(from)
}

const chose = (analytics: boolean, functional: boolean) => ({
  'cookie-consent': '1',
  'cookie-preferences': JSON.stringify({ necessary: true, analytics, functional }),
})
/** All data that is sent without consent. */
const counted = (page: string) => ({ consent: false, type: 'view', page })

/** The names of the scripts that a page fetches from now on. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()))
  return scripts
}
const isBeacon = (script: string) => /\/beacon[^/]*\.js$/.test(script)

test(
  'asks once, refusing is as easy as accepting, and without consent only pages are counted',
  phoneOnly,
  async ({ page, context, wire }) => {
    const scripts = scriptsOf(page)
    await context.clearCookies({ name: 'gloed_age' })
    await page.goto('/auth')
    await expect(page.getByRole('heading', { name: 'Even bevestigen' })).toBeVisible()
    // The age gate is not a page: leaving it counts nothing.
    await page.reload()
    await page.getByRole('button', { name: 'Ik ben 18 of ouder' }).click()
    await expect(question(page)).toBeVisible()
    expect(await storedData(context)).toEqual({})
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await question(page).getByRole('button', { name: 'Sluiten zonder te kiezen' }).click()
    await expect(question(page)).toBeHidden()
    expect(await storedData(context)).toEqual({})
    expect(wire.told).toEqual([])

    await page.reload()
    await expect.poll(() => wire.told).toEqual([counted('/auth')])
    await question(page).getByRole('button', { name: 'Alleen noodzakelijk' }).click()
    await expect(question(page)).toBeHidden()
    await goTo(page, 'Privacybeleid en voorwaarden')
    await expect.poll(() => wire.told).toEqual([counted('/auth'), counted('/auth')])
    await goTo(page, 'Gebruiksvoorwaarden')
    const told = [counted('/auth'), counted('/auth'), counted('/privacy-policy')]
    await expect.poll(() => wire.told).toEqual(told)
    expect(await storedData(context)).toEqual(chose(false, false))
    expect(scripts.filter(isBeacon)).toEqual([])
  },
)

test(
  'each category can be allowed and withdrawn separately, in every tab',
  desktopOnly,
  async ({ page, context, wire }) => {
    await page.goto('/auth')
    await question(page).getByRole('button', { name: 'Zelf instellen' }).click()
    const settings = settingsIn(page)
    const statistics = settings.getByRole('switch', { name: 'Statistieken' })
    await expect(settings.getByRole('switch', { name: 'Noodzakelijk' })).toBeDisabled()
    await expect(settings.getByRole('switch', { name: 'Noodzakelijk' })).toBeChecked()
    await settings.getByRole('switch', { name: 'Functioneel' }).click()
    await settings.getByRole('button', { name: 'Annuleren' }).click()
    expect(await storedData(context)).toEqual({})
    await expect(question(page)).toBeVisible()

    const scripts = scriptsOf(page)
    await question(page).getByRole('button', { name: 'Alles accepteren' }).click()
    const visitId = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const seen = {
      consent: true,
      visitId,
      type: 'view',
      page: '/auth',
      screen: '1440x900',
      language: 'nl-NL',
    }
    await expect.poll(() => wire.told).toEqual([seen])
    await expectSmall(page, scripts.filter(isBeacon))
    const theme = async () => (await context.cookies()).find(({ name }) => name === 'gloed_theme')
    await page.getByRole('button', { name: 'Weergave: licht of donker' }).click()
    await page.getByRole('radio', { name: 'Donker' }).click({ force: true })
    expect((await theme())?.expires).toBeGreaterThan(0)
    const known = wire.told[0]?.visitId
    const own = { gloed_theme: 'dark', 'gloed-visit': expect.stringContaining(String(known)) }
    expect(await storedData(context)).toEqual({ ...chose(true, true), ...own })

    await page.reload()
    const left = { consent: true, visitId: known, type: 'leave', page: '/auth' }
    const measured = { timeOnPage: expect.any(Number), scrollDepth: expect.any(Number) }
    await expect.poll(() => wire.told).toHaveLength(3)
    expect(wire.told).toContainEqual({ ...left, ...measured })
    expect(wire.told).toContainEqual({ ...seen, visitId: known })
    const other = await context.newPage()
    await other.goto('/terms-of-service')
    const there = { ...seen, visitId: known, page: '/terms-of-service' }
    await expect.poll(() => wire.told).toContainEqual(there)
    wire.told.splice(0)

    await openSettings(page)
    await expect(statistics).toBeChecked()
    await settings.getByRole('switch', { name: 'Functioneel' }).click()
    await statistics.click()
    await settings.getByRole('button', { name: 'Opslaan' }).click()
    await expect.poll(() => storedData(context)).toEqual({ ...chose(false, false), gloed_theme: 'dark' })
    // The cookie lasts until the browser closes.
    expect((await theme())?.expires).toBe(-1)
    await expect(question(page)).toBeHidden()
    await untilRefused(other)
    // The beacons that were sent with consent are not counted again without it.
    await goTo(page, 'Privacybeleid en voorwaarden')
    await goTo(page, 'Gebruiksvoorwaarden')
    await expect.poll(() => wire.told).toEqual([counted('/privacy-policy')])
    await goTo(other, 'Herroepen')
    await goTo(other, 'Privacybeleid en voorwaarden')
    await expect.poll(() => wire.told).toEqual([counted('/privacy-policy'), counted('/herroepen')])
    wire.told.splice(0)

    await openSettings(page)
    await statistics.click()
    await settings.getByRole('button', { name: 'Opslaan' }).click()
    const pages = () => new Set(wire.told.map(sign => sign.page))
    await expect.poll(pages).toEqual(new Set(['/privacy-policy', '/terms-of-service']))
    for (const sign of wire.told) expect(sign).toMatchObject({ consent: true, type: 'view', visitId })
    expect(wire.told.map(sign => sign.visitId)).not.toContain(known)
  },
)

/** With consent the browser loads one small script. */
async function expectSmall(page: Page, beacons: string[]) {
  expect(beacons).toHaveLength(1)
  const answer = await page.request.get(beacons[0] ?? '', { headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers()['content-encoding']).toBe('gzip')
  expect(Number(answer.headers()['content-length'])).toBeLessThan(2048)
}

/** Until this tab knows that another one refused statistics. */
const untilRefused = (page: Page) =>
  expect(async () => {
    await openSettings(page)
    const isOn = await settingsIn(page).getByRole('switch', { name: 'Statistieken' }).isChecked()
    await page.keyboard.press('Escape')
    await expect(settingsIn(page)).toBeHidden()
    expect(isOn).toBe(false)
  }).toPass()

test('a browser that asks not to be tracked is not tracked', desktopOnly, async ({ page, context, wire }) => {
  const scripts = scriptsOf(page)
  await page.goto('/auth')
  // A visit from before the browser's privacy signal was on.
  await page.evaluate(() => localStorage.setItem('gloed-visit', crypto.randomUUID()))
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto('/herroepen')
  await question(page).getByRole('button', { name: 'Alles accepteren' }).click()
  await openSettings(page)
  const statistics = settingsIn(page).getByRole('switch', { name: 'Statistieken' })
  await expect(statistics).toBeDisabled()
  await expect(statistics).not.toBeChecked()
  await page.keyboard.press('Escape')
  await goTo(page, 'Gebruiksvoorwaarden')
  await expect.poll(() => wire.told).toEqual([counted('/auth'), counted('/herroepen')])
  expect(await storedData(context)).toEqual(chose(true, true))
  expect(scripts.filter(isBeacon)).toEqual([])
})

test('a page in the background is counted when it becomes visible', desktopOnly, async ({ page, wire }) => {
  await page.addInitScript(() => {
    localStorage.setItem('cookie-consent', 'true')
    const chosen = { necessary: true, analytics: true, functional: false }
    localStorage.setItem('cookie-preferences', JSON.stringify(chosen))
    // As with a page that the browser prerenders.
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
  })
  await page.goto('/auth')
  await goTo(page, 'Herroepen')
  await goTo(page, 'Gebruiksvoorwaarden')
  await expect(page.getByRole('heading', { level: 1, name: 'Gebruiksvoorwaarden' })).toBeVisible()
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => wire.told).toMatchObject([{ type: 'view', page: '/terms-of-service' }])
})

test(
  'with consent the steps from search to payment are counted, and nothing of the back office',
  desktopOnly,
  async ({ page, browser, baseURL, wire }, { project }) => {
    const office = await browser.newPage({ ...(baseURL && { baseURL }) })
    await signInAsAdmin(office)
    const { funnel: before } = await figuresIn(office)
    await signUpCustomer(page, `visit-${project.name}`)
    await page.goto('/shop')
    await question(page).getByRole('button', { name: 'Alles accepteren' }).click()
    const events = () => wire.told.flatMap(({ page: at, event }) => (event ? [{ at, ...event }] : []))
    const search = page.getByRole('searchbox', { name: 'Zoek in de shop' })
    await search.fill('zeppelin')
    const told: object[] = [
      { at: '/shop', category: 'search', action: 'products', label: 'zeppelin', value: 0 },
    ]
    await expect.poll(events).toEqual(told)
    await search.fill(downloadProduct.name)
    await expect.poll(events).toHaveLength(2)
    expect(events()[1]).toMatchObject({ label: downloadProduct.name, value: expect.any(Number) })
    told.push(events()[1] as object)

    const at = `/shop/${downloadProduct.slug}`
    await page.goto(at)
    await addByButton(page, downloadProduct, '1 stuk')
    told.push({ at, category: 'cart', action: 'add', value: 1 })
    await expect.poll(events).toEqual(told)
    await startOrdering(page)
    told.push({ at, category: 'checkout', action: 'start' })
    await expect.poll(events).toEqual(told)
    await dialog(page, 'Bestellen').getByRole('button', { name: 'Verder', exact: true }).click()
    await orderButton(page).click()
    await page.getByRole('button', { name: 'Betaald' }).click()
    told.push({ at, category: 'checkout', action: 'order' })
    await expect.poll(events).toEqual(told)
    await expect(page.getByText('Bedankt, je betaling is gelukt')).toBeVisible()
    const [order] = (await (await page.request.get('/api/orders')).json()) as { id: string }[]
    // The payment page redirects to the shop's own address, past the recording proxy: this repeats that step through it.
    await page.goto(`/?payment=success&orderId=${order?.id}`)
    told.push({ at: '/', category: 'order', action: 'paid' })
    await expect.poll(events).toEqual(told)

    await page.getByRole('button', { name: 'Saldo: 0 min, bijkopen' }).click()
    await page.getByRole('radio', { name: /Extended Play/ }).check()
    await dialog(page, 'Minuten kopen').getByRole('checkbox').check()
    await orderButton(page).click()
    await expect(page.getByRole('button', { name: 'Betaald' })).toBeVisible()
    told.push({ at: '/', category: 'minutes', action: 'buy' })
    await expect.poll(events).toEqual(told)

    await signInAsAdmin(page)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await goTo(page, 'Herroepen')
    const pages = () => wire.told.flatMap(({ type, page: seen }) => (type === 'view' ? [seen] : []))
    await expect.poll(pages).toEqual(['/shop', at, '/', '/herroepen'])
    const leaves = wire.told.filter(({ type }) => type === 'leave')
    expect(new Set(leaves.map(({ page: left }) => left))).toEqual(new Set(['/shop', at, '/']))
    for (const { scrollDepth } of leaves) expect(scrollDepth).toBeGreaterThan(0)
    await expectInFigures(office, before)
    await office.close()
  },
)

const readIn = async <T>(office: Page, path: string) => (await (await office.request.get(path)).json()) as T
// Far enough back that all of the demo's visits stay in the period at midnight.
const figuresIn = (office: Page) =>
  readIn<WebsiteAnalytics>(office, '/api/admin/analytics/website?days=90&top=500')

/** The result as an owner sees it, beside the demo's visits and those of other tests. */
async function expectInFigures(office: Page, before: WebsiteAnalytics['funnel']) {
  const here = () => readIn<LiveVisitor[]>(office, '/api/admin/analytics/website/realtime')
  const visit = { visitorType: 'human', ipAddress: '127.0.0.0/24', browser: 'Chrome', isMobile: false }
  // A login by another user ends the visit and begins a new one.
  const next = { ...visit, landingPage: '/herroepen', currentPage: '/herroepen' }
  await expect.poll(here).toContainEqual(expect.objectContaining(next))
  const { funnel, emptySearches, topPages } = await figuresIn(office)
  for (const step of funnelSteps) expect(funnel[step]).toBeGreaterThan(before[step])
  expect(emptySearches).toContainEqual({ query: 'zeppelin', count: 1 })
  expect(topPages.filter(({ page: seen }) => seen.startsWith('/admin'))).toEqual([])
}
