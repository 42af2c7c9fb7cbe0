import type { Page } from '@playwright/test'
import { clearLoginCookies } from '../support/e2e.ts'
import { mailedToken } from '../support/devMails.ts'
import { expect, expectAccessible, expectNoHorizontalScroll, test, desktopOnly } from '../support/screen.ts'

let people = 0
/** A new account, signed in on this page's browser. */
async function newcomer(page: Page, project: string) {
  const account = {
    email: `rekening-${project}-${++people}@gloed.test`,
    password: 'een lang wachtwoord',
    displayName: 'Robin',
  }
  expect((await page.request.post('/api/register', { data: account })).status()).toBe(201)
  return account
}

/** Follows the link in the newest mail. */
async function followLink(page: Page, origin: string, email: string, path: string) {
  const token = async () => (await mailedToken(origin, email, path)) !== null
  await expect.poll(token, { timeout: 15_000 }).toBe(true)
  await page.goto(`${path}#token=${await mailedToken(origin, email, path)}`)
  await expect(page).toHaveURL(path)
}

test(
  'an address is verified with the link in the welcome mail, and the reminder disappears',
  desktopOnly,
  async ({ page, shop }, { project }) => {
    const { email } = await newcomer(page, project.name)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Stuur de link opnieuw' }).click()
    await expect(page.getByText('Nieuwe link verstuurd', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await followLink(page, shop.origin, email, '/verify-email')
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'E-mailadres bevestigen' }).click()
    await expect(page.getByRole('heading', { name: 'Je e-mailadres is bevestigd' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Dag Robin' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Stuur de link opnieuw' })).toBeHidden()
  },
)

test(
  'a link that is opened in another browser asks the password, or removes the account',
  desktopOnly,
  async ({ page, shop }, { project }) => {
    const { email } = await newcomer(page, project.name)
    await clearLoginCookies(page.context())
    await followLink(page, shop.origin, email, '/verify-email')
    await page.getByRole('button', { name: 'E-mailadres bevestigen' }).click()
    await expect(page.getByRole('heading', { name: 'Is dit jouw account?' })).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.getByLabel('Wachtwoord van het account').fill('een gok')
    await page.getByRole('button', { name: 'E-mailadres bevestigen' }).click()
    await expect(page.getByText('Dit wachtwoord klopt niet.')).toBeVisible()
    await page.getByRole('button', { name: 'Ik heb dit account niet gemaakt' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Account sluiten' }).click()
    await expect(page.getByRole('heading', { name: 'Het account is gesloten' })).toBeVisible()
    await expectAccessible(page)
  },
)

test('an invalid link shows an error and links to the login', desktopOnly, async ({ page }) => {
  await page.goto('/verify-email')
  await expect(page.getByText(/^Open de link uit je mail/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/verify-email#token=bestaat-niet')
  await page.getByRole('button', { name: 'E-mailadres bevestigen' }).click()
  await expect(page.getByText(/Deze link is niet meer geldig\./)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Inloggen' })).toBeVisible()
  await page.goto('/reset-password?token=bestaat-niet')
  await page.getByLabel('Nieuw wachtwoord').fill('een ander wachtwoord')
  await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click()
  await expect(page.getByText(/Deze link is niet meer geldig\./)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Vraag een nieuwe link' }).click()
  await expect(page.getByRole('heading', { name: 'Wachtwoord vergeten' })).toBeVisible()
})

test(
  'a forgotten password is reset, and the new one signs in',
  desktopOnly,
  async ({ page, shop }, { project }) => {
    const { email } = await newcomer(page, project.name)
    await clearLoginCookies(page.context())
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Wachtwoord vergeten?' }).click()
    await page.getByRole('button', { name: 'Stuur de link' }).click()
    await expect(page.getByText('Vul je e-mailadres in.', { exact: true })).toBeVisible()
    await page.getByLabel('E-mailadres').fill('robin@')
    await expect(page.getByText('Dit is geen geldig e-mailadres.')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.getByLabel('E-mailadres').fill(email)
    await page.getByRole('button', { name: 'Stuur de link' }).click()
    await expect(page.getByRole('heading', { name: 'Kijk in je mailbox' })).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)

    await followLink(page, shop.origin, email, '/reset-password')
    await page.getByLabel('Nieuw wachtwoord').fill('kort')
    await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click()
    await expect(page.getByText('Kies een wachtwoord van minstens 8 tekens.')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await page.getByLabel('Nieuw wachtwoord').fill('een ander wachtwoord')
    await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click()
    await expect(page.getByRole('heading', { name: 'Je wachtwoord is gewijzigd' })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('main').getByRole('link', { name: 'Inloggen' }).click()
    await page.getByLabel('E-mailadres').fill(email)
    await page.getByLabel('Wachtwoord', { exact: true }).fill('een ander wachtwoord')
    await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
    await expect(page).toHaveURL('/')
    // Nobody had proven the address, so the name may have been a stranger's.
    await expect(page.getByRole('button', { name: 'Account van Klant' })).toBeVisible()
  },
)
