import type { Page } from '@playwright/test'
import { parcelProduct } from '../support/e2eCustomer.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  phoneOnly,
  test,
} from '../support/screen.ts'
import { startServer } from '../support/server.ts'

test.use({ age: 'open', cookies: 'open' })

const question = (page: Page) => page.getByRole('heading', { name: 'Even bevestigen' })
const adult = (page: Page) => page.getByRole('button', { name: 'Ik ben 18 of ouder' })
const younger = (page: Page) => page.getByRole('button', { name: 'Ik ben jonger' })
const kept = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'gloed_age')

test(
  'a visitor is asked for their age first; a no shows an explanation, and can be changed',
  phoneOnly,
  async ({ page }) => {
    const calls: string[] = []
    page.on('request', request => request.url().includes('/api/') && calls.push(request.url()))
    expect((await page.goto('/auth?next=%2Fshop'))?.status()).toBe(200)
    await expect(page).toHaveTitle('Even bevestigen')
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('img')).toHaveCount(0)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)

    await younger(page).click()
    const goodbye = page.getByRole('heading', { name: 'Dank je voor je eerlijkheid' })
    await expect(goodbye).toBeFocused()
    await expect(adult(page)).toBeHidden()
    await expectAccessible(page)
    expect(await kept(page)).toBeUndefined()
    await page.getByRole('button', { name: 'Ik heb me vergist' }).click()
    await expect(question(page)).toBeFocused()

    expect(calls).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Je account' })).toBeVisible()
    await expect(page).toHaveURL('/auth?next=%2Fshop')
    await expect(page).toHaveTitle(/^Inloggen/)
    await expect(page.locator('#main')).toBeFocused()
    const yesterdayInAYear = Date.now() / 1000 + 364 * 24 * 60 * 60
    expect(await kept(page)).toMatchObject({ value: 'stated', path: '/', sameSite: 'Lax' })
    expect((await kept(page))?.expires).toBeGreaterThan(yesterdayInAYear)

    const html = await (await page.reload())?.text()
    expect(html).toContain('Je account')
    expect(html).not.toContain('Ik ben 18 of ouder')
    // The server sets the cookie again, because some browsers shorten cookies that scripts set.
    expect(await kept(page)).toMatchObject({ value: 'kept', path: '/', sameSite: 'Lax' })
    expect((await kept(page))?.expires).toBeGreaterThan(yesterdayInAYear)
  },
)

test(
  'legal pages open without an answer, and links from there to the shop ask for it',
  desktopOnly,
  async ({ page }) => {
    const free = ['terms-of-service', 'herroepen', 'verify-email', 'reset-password', 'account-gesloten']
    for (const path of [...free, 'leeftijdsbeleid', 'melden', 'privacy-policy']) {
      await page.goto(`/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(question(page)).toBeHidden()
    }
    await page.getByRole('banner').getByRole('link', { name: 'Inloggen' }).click()
    await expect(question(page)).toBeVisible()
    await expect(page).toHaveURL('/auth')
    await page.getByRole('link', { name: 'Cookies' }).click()
    await expect(page).toHaveURL('/privacy-policy#cookies')
    await expect(page.getByRole('heading', { name: 'Cookiebeleid' })).toBeInViewport()
    await page.goBack()
    await adult(page).click()
    await expect(page.getByRole('heading', { name: 'Je account' })).toBeVisible()
  },
)

test(
  'an answer given before hydration counts, and the cookie question follows it',
  desktopOnly,
  async ({ page }) => {
    await page.clock.install()
    const { promise: code, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async route => {
      await code
      await route.continue()
    })
    const cookies = page.getByRole('region', { name: 'Cookies' })
    await page.goto('/auth', { waitUntil: 'commit' })
    await younger(page).click()
    await expect(question(page)).toBeVisible()
    release()
    await page.getByRole('button', { name: 'Ik heb me vergist' }).click()
    await page.clock.fastForward(10_000)
    await expect(adult(page)).toBeVisible()
    await expect(cookies).toBeHidden()
    await adult(page).click()
    await expect(page.getByRole('heading', { name: 'Je account' })).toBeVisible()
    await page.clock.fastForward(3000)
    await expect(cookies).toBeVisible()
  },
)

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

test(
  'in a public shop the page follows the answer, and search engines get it at once',
  desktopOnly,
  async ({ browser }) => {
    test.slow()
    const shop = await startServer({ env: { STOREFRONT_ACCESS: 'public' } })
    const context = await browser.newContext({ baseURL: shop.origin })
    try {
      const address = `/shop/${parcelProduct.slug}`
      const read = async (agent: string) =>
        (await fetch(shop.origin + address, { headers: { 'user-agent': agent } })).text()
      const asked = await read('curl/8.5.0')
      expect(asked).toContain('Ik ben 18 of ouder')
      expect(asked).not.toContain(parcelProduct.name)
      const found = await read(googlebot)
      expect(found).toContain('application/ld+json')
      expect(found).toContain(parcelProduct.name)
      expect(found).not.toContain('Ik ben 18 of ouder')

      const page = await context.newPage()
      const { id } = (await (await page.request.get(`/api/products/${parcelProduct.slug}`)).json()) as {
        id: string
      }

      await page.goto('/herroepen')
      await page.goto(`/shop/${id}`)
      await expect(question(page)).toBeVisible()
      await adult(page).click()
      await expect(page.getByRole('heading', { level: 1, name: parcelProduct.name })).toBeVisible()
      await expect(page).toHaveURL(address)
      await page.goBack()
      await expect(page).toHaveURL('/herroepen')

      await context.clearCookies()
      await page.goto('/shop?q=kaars&sort=price-asc#main')
      await adult(page).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveURL('/shop?q=kaars&sort=price-asc#main')
      await expect(page.getByRole('searchbox', { name: 'Zoek in de shop' })).toHaveValue('kaars')
      await page.goto('/')
      await expect(page.getByRole('link', { name: 'Inloggen' })).toBeVisible()
    } finally {
      await context.close()
      await shop.stop()
    }
  },
)
