import { signUpCustomer, dialog } from '../support/e2eCustomer.ts'
import { expect, test, desktopOnly, expectNoHorizontalScrollAtBothWidths } from '../support/screen.ts'

test('a customer exports their data and closes their account', desktopOnly, async ({ page }, { project }) => {
  const { email, password } = await signUpCustomer(page, project.name)
  await page.goto('/profile?tab=privacy')
  await page.getByRole('button', { name: 'Kopie aanvragen' }).click()
  await expect(page.getByText('Je kopie staat klaar')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Kopie aanvragen' })).toBeDisabled()
  await expectNoHorizontalScrollAtBothWidths(page)

  const link = /https?:\/\/\S+\/export#token=[\w-]+/
  const mailed = async () => {
    const mails = await (await page.request.get('/dev/mails')).text()
    const own = mails.split('<article>').find(mail => mail.includes(email) && mail.includes('/export#'))
    return link.exec(own ?? '')?.[0] ?? ''
  }
  await expect.poll(mailed, { timeout: 30_000 }).not.toBe('')
  await page.goto(await mailed())
  await expect(page.getByRole('heading', { name: 'Je gegevens staan klaar' })).toBeVisible()
  await expect(page).toHaveURL('/export')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download de kopie' }).click()
  expect((await downloading).suggestedFilename()).toBe('gegevens.zip')

  // The terms name the place.
  await page.goto('/terms-of-service')
  await page.getByRole('link', { name: 'instellingen van je profiel' }).click()
  await page.getByRole('button', { name: 'Account sluiten' }).click()
  const closing = dialog(page, 'Je account sluiten')
  await closing.getByLabel('Wachtwoord', { exact: true }).fill('niet-dit-wachtwoord')
  await closing.getByRole('button', { name: 'Account sluiten' }).click()
  await expect(closing.getByText('Dit wachtwoord klopt niet.')).toBeVisible()
  await expectNoHorizontalScrollAtBothWidths(page)
  await closing.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await closing.getByRole('button', { name: 'Account sluiten' }).click()
  await expect(page.getByRole('heading', { name: 'Je account is gesloten' })).toBeVisible()
  await expect(page.getByText(/^Je bent overal uitgelogd\. Op \d+ \w+ \d{4} wissen we/)).toBeVisible()
  await page.goto('/profile')
  await expect(page).toHaveURL('/auth?next=%2Fprofile')
})
