import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { dialog } from '../support/e2eCustomer.ts'
import {
  closeByEscape,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  desktopOnly,
  phoneOnly,
  test,
} from '../support/screen.ts'
import { answerAsOldLogin } from '../support/e2eConfirmation.ts'
import { answerCookieBanner, clearLoginCookies } from '../support/e2e.ts'
import { startServer } from '../support/server.ts'

const password = 'een lang wachtwoord'
let people = 0
/** A user of this test alone, signed in on this page's browser. */
async function newcomer({ request }: Page): Promise<string> {
  const email = `beveiliging-${test.info().project.name}-${++people}@gloed.test`
  const data = { email, password, displayName: 'Robin' }
  expect((await request.post('/api/register', { data })).status()).toBe(201)
  return email
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto('/auth?next=/security')
  await page.getByLabel('E-mailadres').fill(email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test(
  'two-step verification is set up, required at login, and passed with a recovery code',
  phoneOnly,
  async ({ page }) => {
    const email = await newcomer(page)
    await page.goto('/security')
    await page.getByRole('button', { name: 'Instellen' }).click()
    await page.getByLabel('Je wachtwoord').fill('verkeerd')
    await page.getByRole('button', { name: 'Verder' }).click()
    await expect(page.getByText('Dit wachtwoord klopt niet.')).toBeVisible()
    await page.getByLabel('Je wachtwoord').fill(password)
    await page.getByRole('button', { name: 'Verder' }).click()
    await expect(page.getByRole('img', { name: 'QR-code voor je app' })).toBeVisible()
    const secret = ((await dialog(page, 'Koppel je app').locator('code').textContent()) ?? '').replaceAll(
      ' ',
      '',
    )
    await page.getByLabel('Code van 6 cijfers').fill(new TOTP({ secret }).generate())
    await page.getByRole('button', { name: 'Aanzetten' }).click()
    const codes = page.getByRole('list', { name: 'Herstelcodes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    await expectAccessible(page)
    const recovery = (await codes.first().textContent()) ?? ''
    await page.getByRole('button', { name: 'Ik heb ze bewaard' }).click()
    await expect(page.getByText('Staat aan', { exact: true })).toBeVisible()

    await clearLoginCookies(page.context())
    await enterPassword(page, email)
    await expect(heading(page, 'Nog één stap')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    const code = page.getByLabel('Code van 6 cijfers')
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await code.fill('12')
    await page.getByRole('button', { name: 'Verder' }).click()
    await expect(page.getByText('Deze code klopt niet.')).toBeVisible()
    await page.getByRole('button', { name: /herstelcode/ }).click()
    await page.getByLabel('Herstelcode').fill(recovery.toLowerCase())
    await page.getByRole('button', { name: 'Verder' }).click()
    await expect(page).toHaveURL('/security')
    await expect(page.getByText('Je hebt nog 9 herstelcodes.')).toBeVisible()
  },
)

/** A virtual authenticator that confirms by itself, as one in a phone does after a fingerprint. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
}

test(
  'a passkey is added, signs in without a password, and serves as the second step',
  desktopOnly,
  async ({ browser }) => {
    // A passkey needs a host name, and the other tests' shop has an IP address: this test starts its own shop.
    test.slow()
    const shop = await startServer({ name: 'localhost', env: { RATE_LIMIT_FACTOR: '100' } })
    const context = await browser.newContext({ baseURL: shop.origin })
    try {
      const page = await context.newPage()
      await addAuthenticator(page)
      const email = await newcomer(page)
      await page.goto('/security')
      const add = page.getByRole('button', { name: 'Passkey toevoegen' })
      await add.click()
      await page.getByLabel('Naam').fill('Mijn laptop')
      await page.getByRole('button', { name: 'Verder' }).click()
      await expect(page.getByText('Mijn laptop', { exact: true })).toBeVisible()
      await expect(add).toBeFocused()
      for (const name of ['Naam wijzigen: Mijn laptop', 'Verwijderen: Mijn laptop']) {
        const opener = page.getByRole('button', { name })
        await opener.press('Enter')
        await closeByEscape(page.getByRole('dialog'))
        await expect(opener).toBeFocused()
      }

      // The field offers the passkey, and this authenticator accepts every offer.
      await clearLoginCookies(context)
      await page.goto('/auth?next=/security')
      await expect(page).toHaveURL('/security')
      await expect(page.getByText(/^Laatst gebruikt op/)).toBeVisible()

      // In a browser without that offer there is a button.
      await page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
      })
      await answerCookieBanner(context)
      await clearLoginCookies(context)
      await page.goto('/auth?next=/security')
      await page.getByRole('button', { name: 'Inloggen met een passkey' }).click()
      await expect(page).toHaveURL('/security')

      const begun = await page.request.post('/api/account/totp', { data: { password } })
      const { secret } = await begun.json()
      const code = new TOTP({ secret }).generate()
      expect((await page.request.post('/api/account/totp/confirm', { data: { code } })).status()).toBe(200)
      await clearLoginCookies(context)
      await enterPassword(page, email)
      await page.getByRole('button', { name: 'Gebruik je passkey' }).click()
      await expect(page).toHaveURL('/security')

      await answerAsOldLogin(page, '**/api/account/passkeys/*', ['PASSKEY', 'CODE', 'PASSWORD'])
      await page.getByRole('button', { name: 'Verwijderen: Mijn laptop' }).click()
      await page.getByRole('button', { name: 'Verwijderen', exact: true }).click()
      const usePasskey = page.getByRole('button', { name: 'Gebruik je passkey' })
      await expect(usePasskey).toBeFocused()
      await usePasskey.press('Enter')
      await expect(page.getByText('Mijn laptop', { exact: true })).toBeHidden()
    } finally {
      await context.close()
      await shop.stop()
    }
  },
)
