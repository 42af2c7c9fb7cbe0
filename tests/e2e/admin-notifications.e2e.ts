import type { AdminNotificationPreference } from '../../src/people/notifications/admin.contract.ts'
import {
  expect,
  expectAccessible,
  test,
  desktopOnly,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

const preferences = '/api/admin/notification-preferences'

test('an admin chooses with the keyboard how to hear of stock', desktopOnly, async ({ page }) => {
  const account = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
  expect((await page.request.post('/api/login', { data: account })).status()).toBe(200)
  const stock = async () =>
    ((await (await page.request.get(preferences)).json()) as AdminNotificationPreference[]).find(
      ({ topic }) => topic === 'STOCK',
    )
  const standard = { topic: 'STOCK', inShop: true, mail: true, push: false }
  // Both projects use the same shop.
  expect((await page.request.put(preferences, { data: standard })).status()).toBe(200)

  await page.goto('/profile?tab=settings')
  await page.getByRole('link', { name: 'Wat je als administrator hoort' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Meldingen' })).toBeVisible()
  const topic = page.getByRole('group', { name: 'Bijna op en uitverkocht' })
  const [mail, push] = [topic.getByLabel('Mail'), topic.getByLabel('Push')] as const
  await expect(mail).toBeChecked()
  await topic.getByLabel('Winkel').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(push).toBeFocused()
  await expect.poll(stock).toEqual({ ...standard, mail: false, push: true })
  await expectAccessible(page)
  await expectNoHorizontalScrollAtBothWidths(page)
  await page.reload()
  await expect(mail).not.toBeChecked()
  await expect(push).toBeChecked()
  expect((await page.request.put(preferences, { data: standard })).status()).toBe(200)
})
