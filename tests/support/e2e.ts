import { type BrowserContext, type BrowserContextOptions, test as base } from '@playwright/test'
import { startServer, type ServerProcess } from './server.ts'

interface Options {
  /** Whether the visitor has chosen about cookies before: else they are asked, and the question lies over the page. */
  cookies: 'answered' | 'open'
  /** Whether this browser was let in before, in the contexts too that a test makes itself: else their age is asked first. */
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

/** As someone who allowed only what is necessary, some time ago. */
export const answerCookieBanner = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    localStorage.setItem('cookie-consent', 'true')
    const chosen = { necessary: true, analytics: false, functional: false }
    localStorage.setItem('cookie-preferences', JSON.stringify(chosen))
  })

/** As if nobody had ever signed in here; that its owner is 18 stays known. */
export const clearLoginCookies = (context: BrowserContext): Promise<void> =>
  context.clearCookies({ name: /^gloed_(session|device)$/ })

/**
 * Playwright's `test` with a shop of its own: the real server process, with the demo data, on a folder that goes when it
 * ends. The countdown is short, and nobody is limited for being quick.
 */
export const test = base.extend<Options, { shop: ServerProcess }>({
  shop: [
    async ({}, use) => {
      const shop = await startServer({ env: { LIVE_COUNTDOWN_SECONDS: '2', RATE_LIMIT_FACTOR: '100' } })
      await use(shop)
      await shop.stop()
    },
    // On a crowded machine a first start takes its time.
    { scope: 'worker', timeout: 150_000 },
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
