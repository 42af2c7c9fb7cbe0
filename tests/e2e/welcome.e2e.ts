import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScrollAtBothWidths,
  phoneOnly,
  test,
} from '../support/screen.ts'

type Felt = Window & { felt: (number | number[])[] }

/** Records each call of a phone's vibration. */
const recordVibration = (page: Page) =>
  page.addInitScript(() => {
    const own = window as unknown as Felt
    own.felt = []
    navigator.vibrate = pattern => own.felt.push(pattern as number | number[]) > 0
  })
const lastFelt = (page: Page) => page.evaluate(() => (window as unknown as Felt).felt.at(-1))

test(
  'a visitor tries the pad, feels it in the phone, and is led to the login',
  phoneOnly,
  async ({ page }) => {
    await recordVibration(page)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const answer = await page.goto('/live')
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Login vereist' })).toBeVisible()
    await expect(page.getByText('5 minuten, waarvan 3 te spelen', { exact: false })).toBeVisible()
    const pad = page.getByRole('slider', { name: 'Intensiteit' })
    await pad.focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Zacht, speelt nu')).toBeVisible()
    // 6 of 20 is 30 of each 100 ms.
    await expect.poll(() => lastFelt(page)).toBe(30)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect.poll(() => lastFelt(page)).toBe(0)
    await page.keyboard.press('Shift+Tab')
    await page.getByRole('button', { name: 'Je voelt het in je telefoon' }).click()
    const before = await page.evaluate(() => (window as unknown as Felt).felt.length)
    await page.getByRole('button', { name: 'wave' }).click()
    await expect(page.getByText('Dit patroon speelt nu')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    expect(await page.evaluate(() => (window as unknown as Felt).felt.length)).toBe(before)

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(page.getByRole('button', { name: 'Voel het in je telefoon' })).toBeHidden()
    await page.getByRole('link', { name: 'Begin met 5 minuten' }).click()
    await expect(page).toHaveURL(/\/auth\?next=%2Flive$/)
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard$/)
  },
)
