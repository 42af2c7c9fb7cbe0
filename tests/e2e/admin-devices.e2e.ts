import type { Browser, Page } from '@playwright/test'
import type { PairingCode, Toy } from '../../src/live/toys/contract.ts'
import { expectLevel, signIn, intensitySlider, firstToy, startSessionWith } from '../support/e2eLive.ts'
import {
  browserErrorsOf,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  phoneOnly,
  test,
} from '../support/screen.ts'

const admin = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }

/** A separate browser with an admin page open. */
async function openOffice(browser: Browser, baseURL: string | undefined, path: string): Promise<Page> {
  const { viewport } = test.info().project.use
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    ...(viewport && { viewport }),
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  expect((await page.request.post('/api/login', { data: admin })).status()).toBe(200)
  await page.goto(path)
  return page
}

/** From the list to a toy that runs at its highest level. */
async function play(page: Page, toy: Toy) {
  await startSessionWith(page, toy)
  await expect(intensitySlider(page)).toBeFocused()
  await page.keyboard.press('End')
  await expectLevel(page, toy, 20)
}

test.afterEach(async ({ page }) => void (await page.request.post('/api/toy-control/stop')))

test(
  'a customer plays; the admin sees it, force-stops it, and deactivates the toy',
  phoneOnly,
  async ({ page, browser, baseURL }) => {
    await signIn(page)
    const toy = await firstToy(page)
    const office = await openOffice(browser, baseURL, '/admin/devices')
    const complaints = browserErrorsOf(office)
    await expect(office.getByRole('heading', { name: 'Niemand speelt nu' })).toBeVisible()
    await play(page, toy)
    const card = office.getByRole('article', { name: `klant@gloed.test op ${toy.name}` })
    await expect(card.getByRole('timer', { name: 'Duur' })).toBeVisible()
    await expect(card.getByRole('meter')).toHaveCount(0)
    await expectNoHorizontalScroll(office)
    await expectAccessible(office)
    await card.getByRole('button', { name: 'Geforceerd stoppen' }).click()
    await expectLevel(page, toy, 0)
    await expect(page.getByText('Een administrator heeft de sessie meteen gestopt.')).toBeVisible()
    await expect(office.getByRole('heading', { name: 'Niemand speelt nu' })).toBeVisible()

    await play(page, toy)
    await expect(card).toBeVisible()
    const active = office.getByRole('switch', { name: `${toy.name} actief` })
    await active.click()
    const asked = office.getByRole('dialog', { name: `${toy.name} uitzetten` })
    await expect(asked).toContainText('De sessie eindigt meteen')
    await expectLevel(page, toy, 20)
    await asked.getByRole('button', { name: 'Uitzetten' }).click()
    await expectLevel(page, toy, 0)
    await expect(page.getByText('Een administrator heeft deze toy uitgezet.')).toBeVisible()
    await expect(active).not.toBeChecked()
    await active.click()
    await expect(active).toBeChecked()
    expect(complaints).toEqual([])
    await office.context().close()
  },
)

test('an admin pairs an app by a code', desktopOnly, async ({ browser, baseURL }) => {
  const office = await openOffice(browser, baseURL, '/admin/devices')
  const complaints = browserErrorsOf(office)
  const answer = office.waitForResponse(/generate-qr$/)
  await office.getByRole('button', { name: 'QR-code maken' }).click()
  const { qrId } = (await (await answer).json()) as PairingCode
  await expect(office.getByRole('img', { name: /^QR-code/ })).toBeVisible()
  await expect(office.getByText('Wacht op je app.')).toBeVisible()
  const scanned = await office.request.post('/simulator/lovense/scan', { data: { qrId, types: ['hush'] } })
  expect(scanned.status()).toBe(200)
  await expect(office.getByText('Je app is verbonden.')).toBeVisible({ timeout: 15_000 })
  await office.keyboard.press('Escape')
  // New toys wait for approval at the top of the list.
  await expect(office.getByRole('row', { name: /Beheer/ }).getByRole('switch')).not.toBeChecked()
  expect(complaints).toEqual([])
  await office.context().close()
})
