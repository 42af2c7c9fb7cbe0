import type { Page } from '@playwright/test'
import { faqContent } from '../../src/people/content/faq.rules.ts'
import { homeContent } from '../../src/people/content/home.rules.ts'
import type { AdminContent } from '../../src/people/content/contract.ts'
import { desktopOnly, expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/screen.ts'

const password = 'gloed-demo-2026'
const api = (key: string) => `/api/admin/content/${key}`

async function signIn(page: Page, email: string): Promise<void> {
  expect((await page.request.post('/api/login', { data: { email, password } })).status()).toBe(200)
}

/** Other tests use the same shop, so this restores the text. */
async function publish(page: Page, key: string, body: AdminContent['defaults']): Promise<void> {
  const { version, revision } = (await (await page.request.get(api(key))).json()) as AdminContent
  const answer = await page.request.post(`${api(key)}/publish`, { data: { version, revision, body } })
  expect(answer.status()).toBe(200)
}

test(
  'an owner changes the home page: draft, preview, publication, and back',
  desktopOnly,
  async ({ page }) => {
    await signIn(page, 'admin@gloed.test')
    await page.goto('/admin/content')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Voorpagina' }).click()
    const title = page.getByRole('textbox', { name: 'Titel', exact: true }).first()
    await title.fill('Warm, zacht en voor jou')
    const preview = page.getByRole('complementary', { name: 'Voorbeeld' })
    await expect(preview).toContainText('Warm, zacht en voor jou')
    await page.getByRole('button', { name: 'Concept bewaren' }).click()
    await expect(page.getByText('Concept bewaard', { exact: true })).toBeVisible()
    await page.reload()
    await expect(title).toHaveValue('Warm, zacht en voor jou')

    await page.getByRole('searchbox', { name: 'Zoek een product om uit te lichten' }).fill('kaars')
    await page
      .getByRole('button', { name: /^Geurkaars/ })
      .first()
      .click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Publiceren' }).click()
    await expect(page.getByText('Gepubliceerd', { exact: true })).toBeVisible()

    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Warm, zacht en voor jou')
    const featured = page.getByRole('region', { name: 'Uitgelicht' })
    await expect(featured.getByRole('listitem')).toHaveCount(1)
    await expect(featured).toContainText('Geurkaars')

    await page.goto('/admin/content/home')
    await page.getByRole('button', { name: 'Terugzetten: Oorspronkelijke tekst' }).click()
    await expect(title).toHaveValue(homeContent.defaults.title)
    await page.getByRole('button', { name: 'Publiceren' }).click()
    await expect(page.getByText('Gepubliceerd', { exact: true })).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeContent.defaults.title)
  },
)

test('of two admins, the second keeps what was typed and decides', async ({ page }) => {
  await signIn(page, 'admin@gloed.test')
  await page.goto('/admin/content/faq')
  await expectNoHorizontalScroll(page)
  const intro = page.getByRole('textbox', { name: 'Inleiding' })
  await intro.fill('Van mij')
  await publish(page, 'faq', { ...faqContent.defaults, intro: 'Van een ander' })
  await page.getByRole('button', { name: 'Publiceren' }).click()
  await expect(page.getByText('Iemand anders was je voor')).toBeVisible()
  await expect(intro).toHaveValue('Van mij')
  await page.getByRole('button', { name: 'Ga door met de mijne' }).click()
  await intro.fill('Van ons samen')
  await page.getByRole('button', { name: 'Publiceren' }).click()
  await expect(page.getByText('Gepubliceerd', { exact: true })).toBeVisible()
  await publish(page, 'faq', faqContent.defaults)
})
