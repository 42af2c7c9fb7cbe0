import { mailedToken } from '../support/devMails.ts'
import { signInAsAdmin } from '../support/e2eOrders.ts'
import { expect, expectAccessible, test, phoneOnly } from '../support/screen.ts'

test(
  'a visitor writes, an admin answers, and the visitor reads it and writes back',
  phoneOnly,
  async ({ page, browser }, { project }) => {
    const email = `vraag-${project.name}@gloed.test`
    await page.goto('/contact')
    await page.getByLabel('Naam').fill('Robin Maas')
    await page.getByLabel('E-mailadres').fill(email)
    await page.getByLabel('Je bericht').fill('Past de kaars in de brievenbus?')
    await page.getByRole('button', { name: 'Versturen' }).click()
    await expect(page.getByText('Kies waar het over gaat.')).toBeVisible()
    await page.getByLabel('Waar gaat het over').selectOption('Een bestelling')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Versturen' }).click()
    const confirmation = page.getByRole('status').filter({ hasText: 'We hebben je bericht ontvangen' })
    const reference = await confirmation.locator('strong').innerText()
    expect(reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)

    const desk = await (await browser.newContext()).newPage()
    await signInAsAdmin(desk)
    await desk.goto('/admin/messages')
    const row = desk.getByRole('link', { name: new RegExp(reference) })
    await expect(row).toContainText('nog 5 werkdagen')
    await expectAccessible(desk)
    await row.click()
    await expect(desk.getByText('Past de kaars in de brievenbus?')).toBeVisible()
    await desk.getByLabel('Antwoord', { exact: true }).fill('Ja, die past erin.')
    await desk.getByRole('button', { name: 'Antwoord versturen' }).click()
    await expect(desk.getByText('Beantwoord', { exact: true })).toBeVisible()
    await expectAccessible(desk)

    const { origin } = new URL(page.url())
    const tokens = () => mailedToken(origin, email, '/contact/gesprek')
    await expect.poll(async () => (await tokens()) !== null).toBe(true)
    await page.goto(`/contact/gesprek#token=${(await tokens()) ?? ''}`)
    await expect(page.getByText('Ja, die past erin.')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Schrijf terug').fill('Dank je wel')
    await page.getByRole('button', { name: 'Versturen' }).click()
    await expect(page.getByRole('log').getByText('Dank je wel')).toBeVisible()
    await desk.reload()
    await expect(desk.getByText('Dank je wel')).toBeVisible()
    await expect(desk.getByText('Wacht op antwoord', { exact: true })).toBeVisible()
    await desk.context().close()
  },
)
