import { answerCookieBanner, expect } from '../support/e2e.ts'
import { firstToy, intensitySlider, signIn, startSessionWith } from '../support/e2eLive.ts'
import { placePaidOrder, signInAsAdmin } from '../support/e2eOrders.ts'
import { expectNoHorizontalScroll, test } from '../support/screen.ts'
import { addByButton, parcelProduct } from '../support/e2eCustomer.ts'

test.use({ actionTimeout: 8000 })
test('shots', async ({ page, context }) => {
  test.setTimeout(200_000)
  let mode = 'forced'
  const shot = (name: string, fullPage = false) => page.screenshot({ path: `/tmp/shots/${mode}-${name}.png`, fullPage })
  await answerCookieBanner(context)
  await page.setViewportSize({ width: 390, height: 844 })
  const { orderId } = await placePaidOrder(page, 'shots')
  for (mode of ['big', 'forced']) {
    await page.emulateMedia({ forcedColors: mode === 'forced' ? 'active' : 'none', reducedMotion: 'reduce' })
    if (mode === "big") await page.addInitScript(() => document.addEventListener('DOMContentLoaded', () => { const s = document.createElement('style'); s.textContent = 'html{font-size:32px !important}'; document.head.append(s) }))
    await signIn(page)
    const check = async (name: string) => { const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth); console.log('OVER', mode, name, over); await shot(name) }
    for (const [name, path] of [['shop', '/shop'], ['product', '/shop/massageolie-amber-en-vijg'], ['profile', '/profile?tab=settings'], ['dash', '/dashboard']] as const) {
      await page.goto(path); await page.waitForTimeout(500); await check(name)
    }
    await page.goto('/shop'); await page.getByRole('button', { name: /^Winkelwagen/ }).click(); await page.waitForTimeout(500); await check('cart')
    await page.keyboard.press('Escape')
    const toy = await firstToy(page)
    await startSessionWith(page, toy)
    await check('countdown')
    await expect(intensitySlider(page)).toBeEnabled()
    await page.waitForTimeout(300)
    await check('live')
    await page.request.post('/api/toy-control/stop')
    await page.request.post('/api/login', { data: { email: 'model@gloed.test', password: 'gloed-demo-2026' } })
    await page.goto('/studio'); await page.waitForTimeout(500); await check('studio')
    await signInAsAdmin(page)
    await page.goto('/admin'); await page.waitForTimeout(900); await check('admin')
  }
  mode = 'print'
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print', forcedColors: 'none' })
  await signInAsAdmin(page)
  for (const [name, path] of [['adminorder', `/admin/orders/${orderId}`], ['adminorders', '/admin/orders']] as const) { await page.goto(path); await page.waitForTimeout(500); await shot(name) }
  await page.request.post('/api/login', { data: { email: 'model@gloed.test', password: 'gloed-demo-2026' } })
  await page.goto('/studio'); await page.waitForTimeout(500); await shot('studio')
  await signIn(page)
  const [mine] = await (await page.request.get('/api/orders')).json()
  for (const [name, path] of [['order', `/order-confirmation/${mine.id}`], ['orders', '/orders'], ['sessions', '/sessions']] as const) { await page.goto(path); await page.waitForTimeout(500); await shot(name) }
})
