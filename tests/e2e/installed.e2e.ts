import { type Browser, chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../support/browser.ts'
import { signUpCustomer } from '../support/e2eCustomer.ts'
import { answerCookieBanner } from '../support/e2e.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  phoneOnly,
  test,
} from '../support/screen.ts'
import { startServer } from '../support/server.ts'

const OFFLINE = 'Deze pagina opent vanzelf zodra je weer verbinding hebt.'

const untilWorkerRuns = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated')
      await new Promise(next => active?.addEventListener('statechange', next, { once: true }))
  })

test('the shop can be installed under its own name, and says nothing else', phoneOnly, async ({ page }) => {
  await page.goto('/auth')
  const path = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(path ?? '')).json()
  expect(manifest).toMatchObject({ name: 'Gloed', display: 'standalone', start_url: '/', lang: 'nl' })
  expect(manifest).not.toHaveProperty('description')
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const size = await page.evaluate(async source => {
      const image = new Image()
      image.src = source
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size).toBe(sizes)
  }
  const session = await page.context().newCDPSession(page)
  expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
})

test('without a connection a page of the house stands in, and gives way by itself', async ({
  page,
  context,
}, { project }) => {
  await signUpCustomer(page, project.name)
  await page.goto('/dashboard')
  await untilWorkerRuns(page)
  await context.setOffline(true)
  await page.goto('/orders')
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Mijn Bestellingen', level: 1 })).toBeVisible()
  // Nothing of the user is stored: that page alone.
  const stored = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored).toEqual(['/offline'])
})

test('no page makes a request to another origin', desktopOnly, async ({ page }, { project }) => {
  const elsewhere: string[] = []
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== new URL(page.url()).origin && page.url() !== 'about:blank')
      elsewhere.push(request.url())
  })
  await page.goto('/auth')
  await signUpCustomer(page, project.name)
  const { id } = ((await (await page.request.get('/api/products')).json()) as { id: string }[])[0] ?? {
    id: '',
  }
  for (const path of [
    '/',
    '/shop',
    `/shop/${id}`,
    '/live',
    '/dashboard',
    '/profile',
    '/messages',
    '/orders',
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(elsewhere).toEqual([])
})

/** Playwright turns the back/forward cache off. */
async function openWithPageCache(baseURL: string): Promise<{ browser: Browser; page: Page }> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: browserFlags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const context = await browser.newContext({ baseURL, storageState: stated(baseURL) })
  await answerCookieBanner(context)
  await context.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) =>
      document.documentElement.setAttribute('data-restored', `${persisted}`),
    ),
  )
  return { browser, page: await context.newPage() }
}

const stated = (baseURL: string) => ({
  cookies: [
    {
      name: 'gloed_age',
      value: 'stated',
      domain: new URL(baseURL).hostname,
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax' as const,
    },
  ],
  origins: [],
})

test(
  'a visitor goes back without loading, and nobody goes back to a member’s page',
  desktopOnly,
  async ({}, { project }) => {
    const shop = await startServer({ env: { STOREFRONT_ACCESS: 'public', RATE_LIMIT_FACTOR: '100' } })
    const { browser, page } = await openWithPageCache(shop.origin)
    try {
      for (const path of ['/', '/shop', '/faq']) {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        await page.goto('/privacy-policy')
        await page.goBack()
        await expect(page.locator('html'), path).toHaveAttribute('data-restored', 'true')
      }
      await signUpCustomer(page, project.name)
      await page.goto('/dashboard')
      await page.getByRole('button', { name: /^Account van/ }).click()
      await page.getByRole('button', { name: 'Uitloggen' }).click()
      await expect(page).toHaveURL('/auth')
      await page.goBack()
      await expect(page).toHaveURL('/auth?next=%2Fdashboard')
      await expect(page.getByRole('button', { name: /^Account van/ })).toHaveCount(0)
    } finally {
      await browser.close()
      await shop.stop()
    }
  },
)
