import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './tests/support/browser.ts'

const executablePath = await findBrowser()

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/demoTemplate.ts',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  // Each has a browser and a server of its own, which also wait: two left the two cores idle for a part of the time.
  workers: 3,
  forbidOnly: true,
  // A browser, a server and a database of its own share two cores with two others: what fails once is shown and counted apart, what
  // fails twice fails the run.
  retries: 1,
  // Only a test that fails waits for so long; on a machine that does ten other things the others take ten times theirs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    locale: 'nl-NL',
    timezoneId: 'Europe/Brussels',
    launchOptions: { executablePath, args: browserFlags },
    screenshot: 'only-on-failure',
    // Each new context would install one, a tenth of the work of two pages; tests of what it does allow it.
    serviceWorkers: 'block',
    // Recording every step costs time in every run: `--trace on` when one is looked for.
    trace: 'off',
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
  ],
})
