import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  phoneOnly,
  test,
} from '../support/screen.ts'

const password = 'gloed-demo-2026'
const CHROME =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** A batch of visits shows at the next poll, which may be slow on a busy machine. */
const SOON = { timeout: 30_000 }

/** A page that no other visit has, with a name that is not taken for an id. */
const pageOfItsOwn = () => `/shop/${randomUUID().replaceAll('-', '').replaceAll(/\d/g, '').slice(0, 8)}-proef`

async function signIn(who: APIRequestContext, name: string): Promise<void> {
  const answer = await who.post('/api/login', { data: { email: `${name}@gloed.test`, password } })
  expect(answer.status()).toBe(200)
}

/** A visitor opens a page of their own. @returns the page */
async function visit(who: APIRequestContext, userAgent: string): Promise<string> {
  const page = pageOfItsOwn()
  const told = { consent: true, visitId: randomUUID(), type: 'view', page, language: 'nl-BE' }
  const answer = await who.post('/api/analytics/collect', {
    data: told,
    headers: { 'user-agent': userAgent },
  })
  expect(answer.status()).toBe(204)
  return page
}

const here = (page: Page, path: string) =>
  page
    .getByRole('table', { name: /^Bezoekers van dit moment/ })
    .getByRole('row')
    .filter({ hasText: path })

test(
  'an admin sees the current visitors, filters out bots, and selects other days',
  desktopOnly,
  async ({ page, request }) => {
    await signIn(page.request, 'admin')
    await signIn(request, 'klant')
    const [human, bot, program] = [
      await visit(request, CHROME),
      await visit(request, GOOGLEBOT),
      await visit(request, 'curl/8.14.1'),
    ]
    await page.goto('/admin/visitors')
    await expect(page.getByRole('heading', { level: 1, name: 'Bezoekers' })).toBeVisible()
    await expect(here(page, human)).toContainText('Chrome op Android', SOON)
    await expect(here(page, human)).toContainText('Nederlands (België)')
    await expect(here(page, bot)).toContainText('Bot', SOON)
    await expect(here(page, program)).toContainText('Programma', SOON)
    await expect(page.getByRole('table', { name: 'Bezoekers en paginaweergaven per dag' })).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)

    await page.getByRole('switch', { name: 'Zonder bots' }).click()
    await expect(page).toHaveURL('/admin/visitors?excludeBots=true')
    await expect(here(page, bot)).toHaveCount(0)
    await page.getByRole('switch', { name: 'Zonder API' }).press('Space')
    await expect(page).toHaveURL('/admin/visitors?excludeBots=true&excludeAPI=true')
    await expect(here(page, program)).toHaveCount(0)
    await expect(here(page, human)).toBeVisible()
    await expect(page.getByText(/Weggelaten: .* bots en programma’s\./)).toBeVisible()

    const periods = page.getByRole('group', { name: 'Periode' })
    await periods.getByRole('button', { name: 'Vandaag' }).click()
    await expect(page).toHaveURL('/admin/visitors?days=1&excludeBots=true&excludeAPI=true')
    await expect(page.getByRole('table', { name: 'Bezoekers en paginaweergaven per uur' })).toBeVisible()
    // The address contains all filters.
    await page.reload()
    await expect(periods.getByRole('button', { name: 'Vandaag' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('switch', { name: 'Zonder API' })).toBeChecked()
    await page.goBack()
    await expect(periods.getByRole('button', { name: '30 dagen' })).toHaveAttribute('aria-pressed', 'true')

    await here(page, human).getByRole('link', { name: 'Bekijk account' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('klant@gloed.test')
  },
)

test('on a phone visitors are shown as cards', phoneOnly, async ({ page, request }) => {
  await signIn(page.request, 'admin')
  const path = await visit(request, CHROME)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Beheer Overzicht' }).click()
  await page.getByRole('navigation', { name: 'Beheer' }).getByRole('link', { name: 'Bezoekers' }).click()
  await expect(here(page, path)).toContainText('Mens', SOON)
  await expect(page.getByRole('list', { name: 'Van kijken naar kopen' }).getByRole('listitem')).toHaveCount(4)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
})

test('on a phone the full list of pages opens in a dialog', phoneOnly, async ({ page }) => {
  await signIn(page.request, 'admin')
  await page.goto('/admin/visitors')
  await expect(page.getByRole('list', { name: 'Pagina’s' }).getByRole('listitem')).toHaveCount(5)
  const all = page.getByRole('button', { name: 'Toon alle: Pagina’s' })
  await all.click()
  const dialog = page.getByRole('dialog', { name: 'Pagina’s' })
  await expect(dialog.getByRole('listitem').nth(5)).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.keyboard.press('Escape')
  await expect(all).toBeFocused()
})
