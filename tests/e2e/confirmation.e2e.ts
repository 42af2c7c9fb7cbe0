import type { Page } from '@playwright/test'
import { answerAsOldLogin } from '../support/e2eConfirmation.ts'
import { dialog, signUpCustomer } from '../support/e2eCustomer.ts'
import {
  closeByEscape,
  expect,
  expectAccessible,
  desktopOnly,
  test,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

const password = 'gloed-demo-2026'
const TITLE = 'Bevestig dat jij het bent'

async function openCustomer(page: Page, name: string): Promise<void> {
  const customer = await signUpCustomer(page, name)
  const { id } = (await (await page.request.get('/api/user')).json()) as { id: string }
  const account = { email: 'admin@gloed.test', password }
  expect((await page.request.post('/api/login', { data: account })).status()).toBe(200)
  await page.goto(`/admin/users/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(customer.email)
}

async function giveMinutes(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Aantal minuten' }).fill('12')
  await page.getByRole('textbox', { name: 'Reden' }).fill('Storing van gisteren')
  await page.getByRole('button', { name: 'Minuten aanpassen' }).click()
}

test(
  'an admin confirms with the password, and the change goes on with what was typed',
  desktopOnly,
  async ({ page }, { project }) => {
    await openCustomer(page, `bevestigd-${project.name}`)
    await answerAsOldLogin(page, '**/api/admin/users/*/minutes', ['PASSWORD'])
    await giveMinutes(page)
    const asked = dialog(page, TITLE)
    await expect(asked.getByLabel('Je wachtwoord')).toBeFocused()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await asked.getByLabel('Je wachtwoord').fill('verkeerd')
    await page.keyboard.press('Enter')
    await expect(asked.getByText('Dit wachtwoord klopt niet.')).toBeVisible()
    await asked.getByLabel('Je wachtwoord').fill(password)
    await page.keyboard.press('Enter')
    await expect(asked).toBeHidden()
    await expect(page.getByLabel('Saldo: 12 minuten')).toBeVisible()
  },
)

test(
  'an admin who does not confirm keeps what was typed, and nothing is done',
  desktopOnly,
  async ({ page }, { project }) => {
    await openCustomer(page, `onbevestigd-${project.name}`)
    await answerAsOldLogin(page, '**/api/admin/users/*/minutes', ['PASSKEY', 'CODE'])
    await giveMinutes(page)
    const asked = dialog(page, TITLE)
    // Passkeys need a host name: here the code comes first.
    await expect(asked.getByLabel('Code van 6 cijfers')).toBeFocused()
    await expectNoHorizontalScrollAtBothWidths(page)
    await closeByEscape(asked)
    await expect(page.getByText(/Er is nog niets gedaan|Bevestig eerst/).first()).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Reden' })).toHaveValue('Storing van gisteren')
    await expect(page.getByLabel('Saldo: 12 minuten')).toBeHidden()
  },
)

test('a dialog beneath stays open, and goes on', desktopOnly, async ({ page }) => {
  await openCustomer(page, 'bevestigd-rol')
  await page.getByRole('combobox', { name: 'Rol van dit account' }).selectOption('Creator')
  await page.getByRole('button', { name: 'Rol wijzigen' }).click()
  await answerAsOldLogin(page, '**/api/admin/users/*', ['PASSWORD'])
  await page.getByRole('button', { name: 'Maak Creator' }).click()
  const asked = dialog(page, TITLE)
  await asked.getByLabel('Je wachtwoord').fill(password)
  await asked.getByRole('button', { name: 'Bevestigen' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('definition').getByText('Creator', { exact: true })).toBeVisible()
})
