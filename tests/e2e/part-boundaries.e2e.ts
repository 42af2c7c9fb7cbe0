import type { Page } from '@playwright/test'
import { endButton, expectLevel, firstToy, intensitySlider, signIn, stopButton } from '../support/e2eLive.ts'
import { phoneOnly } from '../support/screen.ts'
// Not the `test` of screens: here parts throw on purpose, which React logs.
import { expect, test } from '../support/e2e.ts'

const creator = { email: 'model@gloed.test', password: 'gloed-demo-2026' }

/** Answers a read with something that no part expects, so that it throws while it renders. */
const answerNonsense = (page: Page, path: string, body: unknown) =>
  page.route(`**${path}`, route => route.fulfill({ json: body }))

const failed = (page: Page) => page.getByText('Dit doet het even niet.')

test.afterEach(async ({ page }) => void (await page.request.post('/api/toy-control/stop')))

test(
  'a live session survives parts that fail and files that are gone',
  phoneOnly,
  async ({ page, context }) => {
    await signIn(page)
    const toy = await firstToy(page)
    await answerNonsense(page, '/api/conversations', [null])
    await page.goto('/live')
    // From here on nothing more can be loaded: the stage and its stop came with the page.
    await context.route('**/assets/**', route => route.abort())
    await page.getByRole('button', { name: `Start met ${toy.name}` }).click()
    await expect(intensitySlider(page)).toBeFocused()
    await page.keyboard.press('End')
    await expectLevel(page, toy, 20)
    await page.getByRole('button', { name: 'Minuten kopen' }).first().click()
    const offer = page.getByRole('dialog', { name: 'Minuten kopen' })
    await expect(offer.getByText('Dit kon niet laden.')).toBeVisible()
    await offer.getByRole('button', { name: 'Sluiten' }).click()
    await expect(page.getByRole('banner')).toBeVisible()
    await stopButton(page).click()
    await expectLevel(page, toy, 0)
    await expect(endButton(page)).toBeVisible()
  },
)

test('the studio keeps its stop when parts beside it fail', phoneOnly, async ({ page }) => {
  expect((await page.request.post('/api/login', { data: creator })).status()).toBe(200)
  await answerNonsense(page, '/api/studio/gifts', [null])
  await answerNonsense(page, '/api/studio/earned', { today: {} })
  await page.goto('/studio')
  await expect(failed(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Stop alles' })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.unrouteAll()
})
