import type { Page } from '@playwright/test'
import { answerCookieBanner } from '../support/e2e.ts'
import { desktopOnly, expect, expectAccessible, test } from '../support/screen.ts'
import { startServer } from '../support/server.ts'

const password = 'gloed-demo-2026'

async function signIn(page: Page, email: string): Promise<void> {
  expect((await page.request.post('/api/login', { data: { email, password } })).status()).toBe(200)
}

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
