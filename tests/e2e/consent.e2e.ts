import type { Page } from '@playwright/test'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSideways,
  phoneOnly,
  test,
} from '../support/screen.ts'

test.use({ cookies: 'open' })

const kept = (page: Page) =>
  page.evaluate(() => ({
    chosen: localStorage.getItem('cookie-consent'),
    choice: JSON.parse(localStorage.getItem('cookie-preferences') ?? 'null') as unknown,
  }))
const question = (page: Page) => page.getByRole('region', { name: 'Cookies' })
const nothing = { chosen: null, choice: null }

test('asks once, and refusing is as easy as accepting', phoneOnly, async ({ page }) => {
  await page.goto('/auth')
  await expect(question(page)).toBeVisible()
  expect(await kept(page)).toEqual(nothing)
  await expectAccessible(page)
  await expectNoSideways(page)
  await question(page).getByRole('button', { name: 'Sluiten zonder te kiezen' }).click()
  await expect(question(page)).toBeHidden()
  expect(await kept(page)).toEqual(nothing)

  await page.reload()
  await question(page).getByRole('button', { name: 'Alleen noodzakelijk' }).click()
  await expect(question(page)).toBeHidden()
  const refused = { necessary: true, analytics: false, functional: false }
  expect(await kept(page)).toEqual({ chosen: 'true', choice: refused })
})

test('what is allowed can be set one by one, and taken back', desktopOnly, async ({ page, context }) => {
  await page.goto('/auth')
  await question(page).getByRole('button', { name: 'Zelf instellen' }).click()
  const settings = page.getByRole('dialog', { name: 'Cookie-instellingen' })
  await expect(settings.getByRole('switch', { name: 'Noodzakelijk' })).toBeDisabled()
  await expect(settings.getByRole('switch', { name: 'Noodzakelijk' })).toBeChecked()
  await settings.getByRole('switch', { name: 'Functioneel' }).click()
  await settings.getByRole('button', { name: 'Annuleren' }).click()
  expect(await kept(page)).toEqual(nothing)
  await expect(question(page)).toBeVisible()

  await question(page).getByRole('button', { name: 'Alles accepteren' }).click()
  const everything = { necessary: true, analytics: true, functional: true }
  expect(await kept(page)).toEqual({ chosen: 'true', choice: everything })
  const theme = async () => (await context.cookies()).find(({ name }) => name === 'gloed_theme')
  await page.getByRole('button', { name: 'Weergave: licht of donker' }).click()
  await page.getByRole('menuitemradio', { name: 'Donker' }).click()
  expect((await theme())?.expires).toBeGreaterThan(0)

  await page.reload()
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie-instellingen' }).click()
  await expect(settings.getByRole('switch', { name: 'Statistieken' })).toBeChecked()
  await settings.getByRole('switch', { name: 'Functioneel' }).click()
  await settings.getByRole('switch', { name: 'Statistieken' }).click()
  await expectAccessible(page)
  await settings.getByRole('button', { name: 'Opslaan' }).click()
  expect((await kept(page)).choice).toEqual({ necessary: true, analytics: false, functional: false })
  // It lasts until the browser closes.
  expect((await theme())?.expires).toBe(-1)
  await expect(question(page)).toBeHidden()
})

test('a browser that asks not to be followed is not', desktopOnly, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
  await page.goto('/auth')
  await question(page).getByRole('button', { name: 'Alles accepteren' }).click()
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie-instellingen' }).click()
  const statistics = page.getByRole('dialog').getByRole('switch', { name: 'Statistieken' })
  await expect(statistics).toBeDisabled()
  await expect(statistics).not.toBeChecked()
})
