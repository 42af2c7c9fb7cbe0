import { answerCookieBanner, expect } from '../support/e2e.ts'
import { firstToy, intensitySlider, signIn, startSessionWith } from '../support/e2eLive.ts'
import { test } from '../support/screen.ts'

test.use({ actionTimeout: 8000 })
test.afterEach(async ({ page }) => void (await page.request.post('/api/toy-control/stop')))
for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
  [844, 390],
] as const)
  test(`shots ${width}`, async ({ page, context }) => {
    const shot = (name: string) => page.screenshot({ path: `/tmp/shots/${width}-${name}.png` })
    await page.setViewportSize({ width, height })
    await answerCookieBanner(context)
    await signIn(page)
    const toy = await firstToy(page)
    await startSessionWith(page, toy)
    await shot('countdown')
    await expect(intensitySlider(page)).toBeEnabled()
    await shot('live')
    await page.getByRole('button', { name: 'Minuten kopen' }).click()
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    await shot('buy')
    await page.getByRole('dialog').getByRole('button', { name: 'Sluiten' }).click()
    await page.getByRole('button', { name: /^Berichten met/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await shot('messages')
  })
