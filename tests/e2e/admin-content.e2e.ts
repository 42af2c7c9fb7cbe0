import type { Page } from '@playwright/test'
import { faqContent } from '../../src/people/content/faq.rules.ts'
import { homeContent } from '../../src/people/content/home.rules.ts'
import type { AdminContent } from '../../src/people/content/contract.ts'
import { answerCookieBanner } from '../support/e2e.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  test,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'
import { startServer } from '../support/server.ts'

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
    await page.getByRole('button', { name: /Terugzetten.*Oorspronkelijke tekst/ }).click()
    await expect(title).toHaveValue(homeContent.defaults.title)
    await page.getByRole('button', { name: 'Publiceren' }).click()
    await expect(page.getByText('Gepubliceerd', { exact: true })).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(homeContent.defaults.title)
  },
)

test('of two admins, the second keeps what was typed and decides', desktopOnly, async ({ page }) => {
  await signIn(page, 'admin@gloed.test')
  await page.goto('/admin/content/faq')
  await expectNoHorizontalScrollAtBothWidths(page)
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

test('new terms are accepted before the next order, once', desktopOnly, async ({ browser }) => {
  // The other tests' shop must not ask its customers for anything: this test starts its own.
  test.slow()
  const shop = await startServer({ env: { RATE_LIMIT_FACTOR: '100' } })
  const open = () => browser.newContext({ baseURL: shop.origin, reducedMotion: 'reduce' })
  const [ownerContext, customerContext] = [await open(), await open()]
  await answerCookieBanner(customerContext)
  try {
    const [owner, customer] = [await ownerContext.newPage(), await customerContext.newPage()]
    await signIn(owner, 'admin@gloed.test')
    await owner.goto('/admin/content/legal.terms')
    await owner.getByRole('textbox', { name: 'Inleiding' }).fill('Nieuwe afspraken.')
    await owner.getByRole('button', { name: 'Publiceren' }).click()
    await owner.getByRole('radio', { name: /Er verandert iets voor klanten/ }).check()
    await owner.getByRole('dialog').getByRole('button', { name: 'Publiceren' }).click()
    await expect(owner.getByText('Gepubliceerd', { exact: true })).toBeVisible()

    await signIn(customer, 'klant@gloed.test')
    await customer.goto('/shop')
    const notice = customer.getByRole('complementary', { name: 'Nieuwe voorwaarden' })
    await expectAccessible(customer)
    const refused = await customer.request.post('/api/purchase-minutes', {
      data: { packageId: 'quick', minutes: 5, price: 1000 },
    })
    expect(refused.status()).toBe(409)
    await notice.getByRole('button', { name: 'Bekijk en ga akkoord' }).click()
    await expectAccessible(customer)
    await customer.getByRole('button', { name: 'Ik ga akkoord' }).click()
    await expect(notice).toBeHidden()
    await customer.goto('/terms-of-service')
    await expect(customer.getByText('Nieuwe afspraken.')).toBeVisible()
    await customer.getByRole('navigation', { name: 'Versies' }).getByRole('link', { name: '1.0' }).click()
    await expect(customer.getByText('Dit is een eerdere versie')).toBeVisible()
    await expect(customer.getByText('Nieuwe afspraken.')).toBeHidden()
  } finally {
    await ownerContext.close()
    await customerContext.close()
    await shop.stop()
  }
})

test('an owner rewords a mail, with a preview, and is told what must stay', desktopOnly, async ({ page }) => {
  await signIn(page, 'admin@gloed.test')
  await page.goto('/admin/content/mail.order-paid')
  const mail = page.frameLocator('iframe')
  await expect(mail.getByRole('heading')).toHaveText('Bedankt, je betaling is binnen')
  await page.getByRole('textbox', { name: 'Titel' }).fill('Dank je wel')
  await expect(mail.getByRole('heading')).toHaveText('Dank je wel')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Tekst' }).fill('Dag {naam}. {betaling}')
  await page.getByRole('button', { name: 'Publiceren' }).click()
  await expect(page.getByText('{naam} bestaat niet.', { exact: false })).toBeVisible()
})
