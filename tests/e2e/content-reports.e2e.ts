import { mailedToken } from '../support/devMails.ts'
import { signInAsAdmin } from '../support/e2eOrders.ts'
import {
  expect,
  expectAccessible,
  test,
  phoneOnly,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

test(
  'a visitor reports, an admin decides with reasons, and the visitor appeals',
  phoneOnly,
  async ({ page, browser }, { project }) => {
    const email = `melder-${project.name}@gloed.test`
    await page.goto('/melden')
    await page.getByRole('button', { name: 'Versturen' }).click()
    await expect(page.getByText('Kies een reden.')).toBeVisible()
    await page.getByLabel('Waar staat het').fill(`/shop/${project.name}`)
    await page.getByLabel('Waarom meld je dit').selectOption('Belediging of haat')
    await page.getByLabel('Wat is er mis mee').fill('Hier staat iets lelijks.')
    await page.getByLabel('Naam').fill('Robin Maas')
    await page.getByLabel('E-mailadres').fill(email)
    await page.getByLabel(/te goeder trouw/).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Versturen' }).click()
    const confirmation = page.getByRole('status').filter({ hasText: 'We hebben je melding ontvangen' })
    const reference = await confirmation.locator('strong').innerText()

    const desk = await (await browser.newContext()).newPage()
    await signInAsAdmin(desk)
    await desk.goto('/admin/content-reports')
    await expectAccessible(desk)
    const row = desk.getByRole('link', { name: new RegExp(reference) })
    await expect(row).toContainText('nog 7 werkdagen')
    await row.click()
    await expect(desk.getByText('Hier staat iets lelijks.')).toBeVisible()
    await desk.getByLabel('Wat gebeurt er').selectOption('Blijft staan')
    await desk.getByLabel('Waarom', { exact: true }).fill('Het is een mening.')
    await expectAccessible(desk)
    await desk.getByRole('button', { name: 'Beslissen' }).click()
    await expect(desk.getByText('Beslist', { exact: true }).first()).toBeVisible()

    const { origin } = new URL(page.url())
    const token = () => mailedToken(origin, email, '/melding')
    await expect.poll(async () => (await token()) !== null).toBe(true)
    const appealed = await token()
    await page.goto(`/melding#token=${appealed ?? ''}`)
    await expect(page.getByText('Het is een mening.')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Waarom klopt de beslissing niet').fill('Het gaat te ver.')
    await page.getByRole('button', { name: 'Bezwaar maken' }).click()
    await expect(page.getByText('We bekijken je bezwaar')).toBeVisible()
    await desk.reload()
    await expect(desk.getByText('Het gaat te ver.')).toBeVisible()
    await expect(desk.getByRole('heading', { name: 'Beslis op het bezwaar' })).toBeVisible()
    await desk.getByLabel('Wat gebeurt er').selectOption('Blijft staan')
    await desk.getByLabel('Waarom', { exact: true }).fill('Ook na lezen blijft het een mening.')
    await desk.getByRole('button', { name: 'Definitief beslissen' }).click()
    await expect(desk.getByText('Ook na lezen blijft het een mening.')).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Definitief beslissen' })).toHaveCount(0)
    await expectAccessible(desk)
    await expectNoHorizontalScrollAtBothWidths(desk)
    // The mailed link again, as the page forgets its token.
    await page.goto('/')
    await page.goto(`/melding#token=${appealed ?? ''}`)
    await expect(page.getByText('Ook na lezen blijft het een mening.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Bezwaar maken' })).toHaveCount(0)
    await expectNoHorizontalScrollAtBothWidths(page)
    await desk.context().close()
  },
)
