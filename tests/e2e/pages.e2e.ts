import type { Page } from '@playwright/test'
import { closeByEscape, expect, test, desktopOnly, phoneOnly } from '../support/screen.ts'

async function signIn(page: Page) {
  const account = { email: 'klant@gloed.test', password: 'gloed-demo-2026' }
  expect((await page.request.post('/api/login', { data: account })).status()).toBe(200)
}

/** Hydration is over when a button responds. */
async function untilAlive(page: Page) {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: /^Winkelwagen/ }).click()
  await closeByEscape(dialog)
}

test('pages are rendered completely, and hydrate without a mismatch', phoneOnly, async ({ page }) => {
  test.slow()
  await signIn(page)
  for (const path of ['/', '/shop', '/live', '/dashboard', '/orders', '/messages'])
    await test.step(path, async () => {
      expect((await page.goto(path))?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await untilAlive(page)
    })
})

test('login returns to the requested page, and logout ends the login', desktopOnly, async ({ page }) => {
  await page.goto('/orders')
  await expect(page).toHaveURL('/auth?next=%2Forders')
  await page.getByLabel('E-mailadres').fill('klant@gloed.test')
  await page.getByLabel('Wachtwoord', { exact: true }).fill('verkeerd')
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible()
  await page.getByLabel('Wachtwoord', { exact: true }).fill('gloed-demo-2026')
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
  await expect(page).toHaveURL('/orders')
  await expect(page.getByText('Login failed', { exact: true })).toBeHidden()

  await page.getByRole('button', { name: /^Account van/ }).click()
  await page.getByRole('button', { name: 'Uitloggen' }).click()
  await expect(page).toHaveURL('/auth')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth?next=%2Fdashboard')
})

test('registration requires all fields, and signs in', desktopOnly, async ({ page }, { project }) => {
  const email = `nieuw-${project.name}@gloed.test`
  const violations: string[] = []
  await page.exposeFunction('report', (directive: string) => violations.push(directive))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      (window as never as { report(directive: string): void }).report(violatedDirective),
    ),
  )
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click()
  await expect(page.getByText('Vul je wachtwoord in.')).toBeVisible()
  // Validating asks the browser for nothing that the page's policy forbids.
  expect(violations).toEqual([])
  await page.getByRole('tab', { name: 'Registreren' }).click()
  await page.getByRole('button', { name: 'Account maken' }).click()
  await expect(page.getByText('Display name must be at least 2 characters')).toBeVisible()
  await expect(page.getByText('Bevestig dat je 18 jaar of ouder bent.')).toBeVisible()
  await page.getByLabel('Weergavenaam').fill('Nieuw')
  await page.getByLabel('E-mailadres').fill(email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill('een lang wachtwoord')
  await page.getByLabel('Herhaal je wachtwoord').fill('een ander wachtwoord')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Account maken' }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  // The message came with the typing; the focus says that the click was refused.
  await expect(page.getByLabel('Herhaal je wachtwoord')).toBeFocused()
  await page.getByLabel('Herhaal je wachtwoord').fill('een lang wachtwoord')
  await page.getByRole('button', { name: 'Account maken' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: /^Saldo: 0 min/ })).toBeVisible()
})

test('a login that expires on a page leads to the login and back', desktopOnly, async ({ page, context }) => {
  await signIn(page)
  await page.goto('/')
  await untilAlive(page)
  await context.clearCookies()
  await page.getByRole('button', { name: /^Account van/ }).click()
  await page.getByRole('group', { name: 'Account' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/auth?next=%2Fdashboard')
  await page.getByRole('button', { name: 'inloggen als klant@gloed.test' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('the chosen theme is applied on the next page, from its first byte', desktopOnly, async ({ page }) => {
  await signIn(page)
  const themes = [
    { width: 1440, opener: /^Weergave/, name: 'Donker', value: 'dark' },
    { width: 390, opener: 'Menu openen', name: 'Licht', value: 'light' },
  ]
  for (const { width, opener, name, value } of themes) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await untilAlive(page)
    await page.getByRole('button', { name: opener }).click()
    // The label covers the radio button.
    await page.getByRole('radio', { name }).click({ force: true })
    await expect(page.locator('html')).toHaveAttribute('data-theme', value)
    const html = await (await page.goto('/shop'))?.text()
    expect(html).toContain(`<html lang="nl" data-theme="${value}">`)
  }
})
