import { type BrowserContext, test as base } from '@playwright/test'
import { startServer, type Server } from './server.ts'

interface Options {
  /** Whether the visitor has chosen about cookies before: else they are asked, and the question lies over the page. */
  cookies: 'answered' | 'open'
}

/** As someone who allowed only what is necessary, some time ago. */
export const answerCookies = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    localStorage.setItem('cookie-consent', 'true')
    const chosen = { necessary: true, analytics: false, functional: false }
    localStorage.setItem('cookie-preferences', JSON.stringify(chosen))
  })

/**
 * Playwright's `test` with a shop of its own: the real server process, with the demo data, on a folder that goes when it
 * ends. The countdown is short, and nobody is limited for being quick.
 */
export const test = base.extend<Options, { shop: Server }>({
  shop: [
    async ({}, use) => {
      const shop = await startServer({ env: { LIVE_COUNTDOWN_SECONDS: '2', RATE_LIMIT_FACTOR: '100' } })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker' },
  ],
  cookies: ['answered', { option: true }],
  context: async ({ context, cookies }, use) => {
    if (cookies === 'answered') await answerCookies(context)
    await use(context)
  },
  baseURL: async ({ shop }, use) => use(shop.origin),
})

export { expect } from '@playwright/test'
