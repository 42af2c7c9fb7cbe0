import { mailedToken } from '../support/devMails.ts'
import { answerCookieBanner } from '../support/e2e.ts'
import {
  addButton,
  cartButton,
  dialog,
  orderButton,
  parcelProduct,
  startOrdering,
  typeAddress,
} from '../support/e2eCustomer.ts'
import { expect, expectAccessible, test, phoneOnly } from '../support/screen.ts'
import { startServer } from '../support/server.ts'

test.use({ serviceWorkers: 'allow' })

test(
  'a guest orders without an account, opens the mailed link elsewhere, and finds the order in an account',
  phoneOnly,
  async ({ browser }) => {
    test.slow()
    const shop = await startServer({ env: { STOREFRONT_ACCESS: 'public', RATE_LIMIT_FACTOR: '100' } })
    const openBrowser = async () => {
      const context = await browser.newContext({ baseURL: shop.origin })
      await answerCookieBanner(context)
      return context.newPage()
    }
    const email = `gast-${Date.now()}@gloed.test`
    const page = await openBrowser()
    const other = await openBrowser()
    try {
      const carts: string[] = []
      page.on('request', request => request.url().endsWith('/api/cart') && carts.push(request.method()))
      await page.goto('/shop')
      expect(carts).toEqual([])
      await addButton(page, parcelProduct).first().click()
      await expect(cartButton(page, '1 stuk')).toBeVisible()
      await page.reload()
      await expect(cartButton(page, '1 stuk')).toBeVisible()
      await cartButton(page, '1 stuk').click()
      await expect(dialog(page, 'Winkelwagen').getByText(parcelProduct.name).first()).toBeVisible()
      await page.keyboard.press('Escape')

      await startOrdering(page)
      const ordering = dialog(page, 'Bestellen')
      await expect(ordering.getByText('Bestellen zonder account')).toBeVisible()
      const emailField = ordering.getByLabel('E-mailadres')
      await ordering.getByRole('button', { name: 'Verder', exact: true }).click()
      // Of the e-mail address, six fields of the address, and the terms.
      await expect(ordering.locator('[aria-invalid=true]')).toHaveCount(8)
      await expect(emailField).toBeFocused()
      await ordering.getByRole('link', { name: 'Inloggen' }).click()
      await expect(page).toHaveURL(/auth/)
      await expect(ordering).toBeHidden()
      await page.goBack()
      await expect(page).toHaveURL('/shop')
      await startOrdering(page)
      await typeAddress(page)
      await ordering.getByRole('button', { name: 'Verder', exact: true }).click()
      await expect(emailField).toBeFocused()
      await expect(ordering.getByText('Vul je e-mailadres in.')).toBeVisible()
      await expect(ordering.getByText('Bevestig dat je 18 jaar of ouder bent')).toBeVisible()
      await expectAccessible(page)
      await emailField.fill(email)
      await ordering.getByLabel(/^Ik ben 18 jaar of ouder/).check()
      await ordering.getByRole('button', { name: 'Verder', exact: true }).click()
      await expect(ordering.getByRole('heading', { name: 'Verzendwijze' })).toBeFocused()
      await ordering.getByRole('button', { name: 'Verder', exact: true }).click()
      await expect(ordering.getByText(email)).toBeVisible()
      await orderButton(page).click()
      await page.getByRole('button', { name: 'Betaald' }).click()
      await expect(page.getByText('Bedankt, je betaling is gelukt')).toBeVisible()
      await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()
      await expect(page.getByRole('heading', { name: /^Bestelling/ }).first()).toBeVisible()
      await page.reload()
      await expect(page.getByText('Bewaar je bestelling in een account')).toBeVisible()
      await expectAccessible(page)

      await expect
        .poll(() => mailedToken(shop.origin, email, '/bestelling'), { timeout: 20_000 })
        .toBeTruthy()
      const token = await mailedToken(shop.origin, email, '/bestelling')
      await other.goto(new URL(page.url()).pathname)
      await expect(other.getByText('Bestelling niet gevonden')).toBeVisible()
      await other.goto(`/bestelling#token=${token}`)
      await expect(other.getByText('Bewaar je bestelling in een account')).toBeVisible()
      expect(new URL(other.url()).pathname).toBe(new URL(page.url()).pathname)

      await page.goto('/bestelling')
      await page.getByLabel('Bestelnummer').fill('2020-000001')
      await page.getByLabel('E-mailadres').fill(email)
      await page.getByRole('button', { name: 'Stuur de link' }).click()
      await expect(page.getByText('Als het klopt, is de mail')).toBeVisible()

      const joined = await other.request.post('/api/register', {
        data: { email, password: 'een-goed-wachtwoord', displayName: 'Gast' },
      })
      expect(joined.status()).toBe(201)
      await expect
        .poll(() => mailedToken(shop.origin, email, '/verify-email'), { timeout: 20_000 })
        .toBeTruthy()
      await other.goto(`/verify-email#token=${await mailedToken(shop.origin, email, '/verify-email')}`)
      await other.getByRole('button', { name: 'E-mailadres bevestigen' }).click()
      await expect(other.getByText('Je e-mailadres is bevestigd')).toBeVisible()
      await other.goto('/orders')
      await expect(other.getByRole('rowheader', { name: /^\d{4}-\d{6}/ })).toBeVisible()
    } finally {
      await page.context().close()
      await other.context().close()
      await shop.stop()
    }
  },
)
