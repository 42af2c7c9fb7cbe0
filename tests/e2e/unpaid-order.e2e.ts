import { DESKTOP_USER_AGENT, test } from '../support/beaconRecorder.ts'
import { placeTestOrder } from '../support/e2eOrders.ts'
import { desktopOnly, expect } from '../support/screen.ts'

test.use({ cookies: 'open', userAgent: DESKTOP_USER_AGENT })

test(
  'an order that is not paid yet at the return is counted as paid once it is',
  desktopOnly,
  async ({ page, wire }, { project }) => {
    await page.addInitScript(() => {
      localStorage.setItem('cookie-consent', 'true')
      const chosen = { necessary: true, analytics: true, functional: false }
      localStorage.setItem('cookie-preferences', JSON.stringify(chosen))
    })
    const stored = () => page.evaluate(() => localStorage.getItem('gloed-unpaid-order'))
    const events = () => wire.told.flatMap(({ page: at, event }) => (event ? [{ at, ...event }] : []))
    const { orderId, paymentUrl } = await placeTestOrder(page, project.name)
    await page.goto(`/?payment=pending&orderId=${orderId}`)
    await expect(page.getByText('Je betaling is onderweg')).toBeVisible()
    await expect.poll(stored).toBe(orderId)
    expect(events()).toEqual([])

    await page.request.post(paymentUrl, { form: { outcome: 'paid' }, maxRedirects: 0 })
    const order = async () =>
      (await (await page.request.get(`/api/orders/${orderId}`)).json()) as { paidAt: string | null }
    await expect.poll(async () => (await order()).paidAt).not.toBeNull()
    await page.goto('/wishlist')
    await expect.poll(events).toEqual([{ at: '/wishlist', category: 'order', action: 'paid' }])
    expect(await stored()).toBeNull()

    const seen = wire.told.length
    await page.goto('/shop')
    await expect.poll(() => wire.told.slice(seen).map(({ type }) => type)).toContain('view')
    expect(events()).toHaveLength(1)
  },
)
