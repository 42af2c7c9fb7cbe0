import type { Page } from '@playwright/test'

/** Signed in long ago, as the server says to the next change of this kind. */
export const answerAsOldLogin = (page: Page, path: string, methods: string[]) =>
  page.route(
    path,
    route =>
      route.fulfill({
        status: 403,
        json: { code: 'CONFIRMATION_NEEDED', message: 'Bevestig eerst dat jij het bent.', methods },
      }),
    { times: 1 },
  )
