import { join } from 'node:path'
import { signUpCustomer } from '../support/e2eCustomer.ts'
import { signInAsAdmin } from '../support/e2eOrders.ts'
import { desktopOnly, expect, expectAccessible, phoneOnly, test } from '../support/screen.ts'

test('pictures say how much was sent, and how many are ready', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/products')
  await page.getByRole('table').getByRole('rowheader').first().getByRole('link').click()
  const picture = join(import.meta.dirname, '../../docs/screenshots/gloed.png')
  const { promise: isShown, resolve: release } = Promise.withResolvers<void>()
  await page.route('/api/admin/pictures', async route => {
    if (route.request().method() === 'POST') await isShown
    await route.continue()
  })
  await page.getByLabel('Foto’s kiezen').setInputFiles([picture, picture])
  await expect(page.getByText(/Versturen \d+ %/).first()).toBeVisible()
  await expect(page.getByText(/^\d+ van \d+, nog 2 foto’s$/)).toBeVisible()
  release()
})

test('a copy of one’s data says how many files of it are made', phoneOnly, async ({ page }) => {
  await signUpCustomer(page, 'voortgang')
  await page.route('/api/account/export/state', route =>
    route.fulfill({
      json: {
        state: 'PREPARING',
        requestedAt: '2026-11-23T10:00:00.000Z',
        expiresAt: null,
        againAt: '2026-11-24T10:00:00.000Z',
        progress: { done: 9, total: 12 },
      },
    }),
  )
  await page.goto('/profile?tab=privacy')
  const bar = page.getByRole('progressbar', { name: 'We maken je kopie' })
  await expect(bar).toHaveAttribute('aria-valuetext', '9 van 12, nog 3')
  await expect(bar).toHaveAttribute('aria-valuenow', '75')
  await expectAccessible(page)
})
