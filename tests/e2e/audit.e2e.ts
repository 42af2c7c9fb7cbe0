import type { Toy } from '../../src/live/toys/contract.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  test,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

test('an admin reads the audit log and filters it by subject', desktopOnly, async ({ page }) => {
  const account = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
  expect((await page.request.post('/api/login', { data: account })).status()).toBe(200)
  const [toy] = (await (await page.request.get('/api/toys')).json()) as [Toy]
  for (const active of [false, true]) {
    const answer = await page.request.post(`/api/admin/toys/${toy.id}/toggle`, { data: { active } })
    expect(answer.status()).toBe(200)
  }
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Account van/ }).click()
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overzicht' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Omzet en bestellingen per dag' })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScrollAtBothWidths(page)
  await page.getByRole('navigation', { name: 'Beheer' }).getByRole('link', { name: 'Logboek' }).click()
  const entries = page.getByRole('list', { name: /^Wat er is gedaan/ }).locator(':scope > li')
  await expect(entries.first()).toContainText('Toy aan- of uitgezet')
  await expect(entries.first()).toContainText('actief: ja')

  await page.getByRole('combobox', { name: 'Wat er is gedaan' }).selectOption('Mail opnieuw verstuurd')
  await expect(page).toHaveURL('/admin/audit?action=MAIL_SENT_AGAIN')
  await expect(page.getByText('Niets gevonden')).toBeVisible()
  await page.getByRole('combobox', { name: 'Wat er is gedaan' }).selectOption('Toy aan- of uitgezet')
  await entries.first().getByRole('link', { name: toy.id }).click()
  await expect(page).toHaveURL(`/admin/audit?action=TOY_SWITCHED&subjectId=${toy.id}`)
  await expect(entries.nth(1)).toContainText('actief: nee')
  await expectAccessible(page)
  await expectNoHorizontalScrollAtBothWidths(page)
  await page.getByRole('link', { name: `${toy.id} weglaten` }).click()
  await expect(page).toHaveURL('/admin/audit?action=TOY_SWITCHED')
})

test('the back office is closed to every other role', desktopOnly, async ({ page }) => {
  const account = { email: 'klant@gloed.test', password: 'gloed-demo-2026' }
  expect((await page.request.post('/api/login', { data: account })).status()).toBe(200)
  expect((await page.goto('/admin'))?.status()).toBe(403)
  await expect(page.getByRole('heading', { name: 'Toegang Geweigerd' })).toBeVisible()
  await expect(page.getByText('Je hebt geen toestemming om deze pagina te bekijken.')).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Hoofdmenu' }).getByRole('link', { name: 'Admin' }),
  ).toHaveCount(0)
})
