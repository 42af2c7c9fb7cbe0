import { type BrowserContext, type BrowserContextOptions, type Page, test as base } from '@playwright/test'
import { startServer, type ServerProcess } from './server.ts'

interface Options {
  /** Whether the visitor already chose about cookies; if not, the dialog covers the page. */
  cookies: 'answered' | 'open'
  /** Whether this browser has passed the age gate, also in contexts that a test creates itself; if not, it is shown first. */
  age: 'stated' | 'open'
}

const stated: BrowserContextOptions['storageState'] = {
  cookies: ['127.0.0.1', 'localhost'].map(domain => ({
    name: 'gloed_age',
    value: 'stated',
    domain,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
    sameSite: 'Lax',
  })),
  origins: [],
}

/** The stored choice of a visitor who allowed only necessary cookies, some time ago. */
export const answerCookieBanner = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    // A sandboxed frame, such as the preview of a mail, has no storage.
    if (globalThis.origin === 'null') return
    localStorage.setItem('cookie-consent', 'true')
    const chosen = { necessary: true, analytics: false, functional: false }
    localStorage.setItem('cookie-preferences', JSON.stringify(chosen))
  })

/** Removes the login cookies; the age gate stays passed. */
export const clearLoginCookies = (context: BrowserContext): Promise<void> =>
  context.clearCookies({ name: /^gloed_(session|device)$/ })

/** Tests act at once, as nobody does: so `goto` and `reload` wait for the code of the page, unless a test waits for `commit` only. */
function waitForCode(page: Page): void {
  // Only a page that has started has repeated earlier clicks.
  const isUsable = () => !('__BOOT__' in window && '__REPLAY__' in window)
  const goTo = page.goto.bind(page)
  const reload = page.reload.bind(page)
  const settle = async (waitUntil: string | undefined) => {
    // Where a test keeps the code away, it goes on without.
    if (waitUntil !== 'commit')
      await page.waitForFunction(isUsable, null, { timeout: 5000, polling: 50 }).catch(() => null)
  }
  page.goto = async (url, options) => {
    const response = await goTo(url, options)
    await settle(options?.waitUntil)
    return response
  }
  page.reload = async options => {
    const response = await reload(options)
    await settle(options?.waitUntil)
    return response
  }
}

/**
 * Playwright's `test` with a shop of its own: the real server process, with the demo data, on a folder that is removed at the end. The
 * countdown is short, and rate limits are off.
 */
export const test = base.extend<Options, { shop: ServerProcess; pagesWithCode: void }>({
  shop: [
    async ({}, use) => {
      const shop = await startServer({ env: { LIVE_COUNTDOWN_SECONDS: '2', RATE_LIMIT_FACTOR: '100' } })
      await use(shop)
      await shop.stop()
    },
    // A first start is slow on a busy machine.
    { scope: 'worker', timeout: 270_000 },
  ],
  pagesWithCode: [
    async ({ browser }, use) => {
      browser.on('context', context => context.on('page', waitForCode))
      await use()
    },
    { scope: 'worker', auto: true },
  ],
  cookies: ['answered', { option: true }],
  age: ['stated', { option: true }],
  storageState: ({ age }, use) => use(age === 'stated' ? stated : undefined),
  context: async ({ context, cookies }, use) => {
    if (cookies === 'answered') await answerCookieBanner(context)
    await use(context)
  },
  baseURL: async ({ shop }, use) => use(shop.origin),
})

export { expect } from '@playwright/test'
