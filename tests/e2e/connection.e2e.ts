import { signUpCustomer } from '../support/e2eCustomer.ts'
import { expect, expectAccessible, test, phoneOnly } from '../support/screen.ts'

test.use({ serviceWorkers: 'allow' })

const OFFLINE = 'Geen verbinding. We proberen het opnieuw.'

test(
  'without a connection the page stays, and the next one opens when it is back',
  phoneOnly,
  async ({ page, context }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/shop')
    const heading = page.getByRole('heading', { level: 1 })
    const shown = await heading.textContent()
    await context.setOffline(true)
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expectAccessible(page)

    await page
      .getByRole('link', { name: /^Verlanglijst/ })
      .first()
      .click()
    const waits = page.getByRole('status').getByText('De pagina opent zodra er verbinding is.')
    await expect(waits).toBeVisible()
    await page.getByRole('button', { name: 'Opnieuw' }).click()
    await expect(waits).toBeVisible()
    await expect(heading).toHaveText(shown ?? '')
    await expect(page).toHaveURL('/shop')

    await context.setOffline(false)
    await expect(page).toHaveURL('/wishlist')
    await expect(waits).toBeHidden()
  },
)

test(
  'the data on screen stays when refetching it fails, and is fetched again when that can be',
  phoneOnly,
  async ({ page, context }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/messages')
    const heading = page.getByRole('heading', { name: 'Berichten', level: 1 })
    const refetched = (url: string) => url.endsWith('/api/conversations')
    await page
      .getByRole('link', { name: /^Verlanglijst/ })
      .first()
      .click()
    await expect(page).toHaveURL('/wishlist')
    await context.setOffline(true)
    // The list is in memory; the refetch that each visit begins fails.
    const failure = page.waitForEvent('requestfailed', request => refetched(request.url()))
    await page.goBack()
    await failure
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await expect(heading).toBeVisible()
    const back = page.waitForResponse(response => refetched(response.url()))
    await context.setOffline(false)
    expect((await back).status()).toBe(200)
    await expect(page.getByText(OFFLINE)).toBeHidden()
    await expect(heading).toBeVisible()
  },
)

test(
  'a page that is opened while the server cannot be reached comes without an event of the browser',
  phoneOnly,
  async ({ page, context }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/shop')
    // As behind a captive portal, or while the server restarts: the browser believes to be online.
    await context.route('**', route => route.abort())
    await page
      .getByRole('link', { name: /^Verlanglijst/ })
      .first()
      .click()
    await expect(page.getByText('De pagina opent zodra er verbinding is.')).toBeVisible()
    const noticed = page.waitForResponse('**/healthz')
    await context.unroute('**')
    await noticed
    await expect(page).toHaveURL('/wishlist')
  },
)
