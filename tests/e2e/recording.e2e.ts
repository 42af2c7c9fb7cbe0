import { desktopOnly, expect, expectAccessible, expectNoHorizontalScroll, test } from '../support/screen.ts'
import {
  expectLevel,
  levelOf,
  signIn,
  intensitySlider,
  firstToy,
  startSessionWith,
} from '../support/e2eLive.ts'

/** Frees the toy for the next test, also after a failure. */
test.afterEach(async ({ page }) => void (await page.request.post('/api/toy-control/stop')))

test('a recorded pattern loops, and is kept', desktopOnly, async ({ page }) => {
  await signIn(page)
  const toy = await firstToy(page)
  await startSessionWith(page, toy)
  await expect(intensitySlider(page)).toBeFocused()
  const record = page.getByRole('button', { name: 'Opnemen' })
  const told = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

  await record.click()
  await page.getByRole('button', { name: /^Klaar/ }).click()
  await told('Niets opgenomen')

  await record.click()
  await intensitySlider(page).press('Home')
  await expectLevel(page, toy, 1)
  // A level that lasts less than a step of 200 ms may be in none.
  await expect(page.getByRole('button', { name: /^Klaar, 00:0[1-9]/ })).toBeVisible()
  await intensitySlider(page).press('End')
  await expectLevel(page, toy, 20)
  await expect(page.getByRole('button', { name: /^Klaar, 00:0[3-9]/ })).toBeVisible()
  await page.getByRole('button', { name: /^Klaar/ }).click()
  await told('Patroon bewaard')
  const own = page.getByRole('radio', { name: 'Eigen 1' })
  await expect(own).toBeChecked()
  await told('Eigen patroon')
  const seen = new Set<number | undefined>()
  await expect
    .poll(async () => seen.add(await levelOf(page, toy)) && seen.has(20) && seen.size > 1, {
      // Its highest level may last for a short part of it only.
      intervals: [100],
      timeout: 60_000,
    })
    .toBe(true)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Alle 30' }).click()
  const all = page.getByRole('dialog', { name: 'Alle patronen' })
  await expect(all.getByRole('button', { name: 'metronome' })).toBeVisible()
  await all.getByRole('button', { name: 'metronome' }).click()
  await expect(all.getByRole('button', { name: 'metronome', pressed: true })).toBeVisible()
  await expect.poll(() => levelOf(page, toy)).toBe(12)
  await all.getByRole('button', { name: 'Sluiten' }).click()

  // A stop also ends a recording, and the toy stays stopped.
  await record.click()
  await page.keyboard.press('Escape')
  await expectLevel(page, toy, 0)
  await expect(record).toBeVisible()

  await page.reload()
  await expect(own).toBeVisible()
  const discard = page.getByRole('button', { name: 'Eigen 1 weggooien' })
  await discard.click()
  await expect(own).toBeHidden()
  await page.getByRole('button', { name: 'Ongedaan maken' }).click()
  await expect(own).toBeVisible()
  await discard.click()
  await expect(own).toBeHidden()
})
