import { test as base } from '@playwright/test'
import { startServer, type Server } from './server.ts'

/**
 * Playwright's `test` with a shop of its own: the real server process, with the demo data, on a folder that goes when it
 * ends. The countdown is short, and nobody is limited for being quick.
 */
export const test = base.extend<object, { shop: Server }>({
  shop: [
    async ({}, use) => {
      const shop = await startServer({ env: { LIVE_COUNTDOWN_SECONDS: '2', RATE_LIMIT_FACTOR: '100' } })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ shop }, use) => use(shop.origin),
})

export { expect } from '@playwright/test'
