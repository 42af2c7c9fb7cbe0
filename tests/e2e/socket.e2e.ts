import type { WebSocketRoute } from '@playwright/test'
import {
  expectLevel,
  levelOf,
  signIn,
  intensitySlider,
  firstToy,
  startSessionWith,
} from '../support/e2eLive.ts'
import { expect, desktopOnly, test } from '../support/screen.ts'

test.afterEach(async ({ page }) => void (await page.request.post('/api/toy-control/stop')))

test('the socket carries control, and HTTP replaces it while it is broken', desktopOnly, async ({ page }) => {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  let reached = true
  const lines: WebSocketRoute[] = []
  await page.routeWebSocket('/api/live', line => {
    if (!reached) return void line.close()
    line.connectToServer()
    lines.push(line)
  })
  await signIn(page)
  const toy = await firstToy(page)
  await startSessionWith(page, toy)
  await expect(intensitySlider(page)).toBeFocused()
  asked.length = 0
  await page.keyboard.press('ArrowUp')
  await expectLevel(page, toy, 6)
  await expect(page.getByText('Zacht, speelt nu')).toBeVisible()
  expect(asked.filter(path => path.startsWith('/api/toy-control/'))).toEqual([])

  reached = false
  await lines.at(-1)?.close()
  await page.keyboard.press('ArrowUp')
  await expectLevel(page, toy, 7)
  await expect.poll(() => asked).toContain('/api/toy-control/command')
  await expect.poll(() => asked).toContain('/api/toy-control/session')

  reached = true
  const before = lines.length
  await expect.poll(() => lines.length).toBeGreaterThan(before)
  await expect(async () => {
    asked.length = 0
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => levelOf(page, toy), { timeout: 1000 }).toBeGreaterThan(7)
    expect(asked).not.toContain('/api/toy-control/command')
  }).toPass()
  // A stop is sent by socket and by HTTP.
  asked.length = 0
  await page.keyboard.press('Space')
  await expectLevel(page, toy, 0)
  expect(asked).toContain('/api/toy-control/command')
})
