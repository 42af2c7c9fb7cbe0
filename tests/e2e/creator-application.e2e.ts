import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { signUpCustomer } from '../support/e2eCustomer.ts'
import { clearLoginCookies } from '../support/e2e.ts'
import { signInAsAdmin } from '../support/e2eOrders.ts'
import { expect, expectNoHorizontalScroll, test } from '../support/screen.ts'

const card = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="560"><rect width="100%" height="100%" fill="#dde"/><text x="40" y="90" font-size="40">DE BRUIJN</text><text x="40" y="480" font-size="40">111222333</text></svg>',
    ),
  )
    .png()
    .toBuffer()

async function tellWhoSheIs(page: Page): Promise<void> {
  await page.getByLabel('Je volledige naam').fill('Mila Peeters')
  await page.getByLabel('Geboortedatum').fill('1994-05-17')
  await page.getByLabel('Adres', { exact: true }).fill('Lindelaan 7, 9000 Gent')
  await page.getByLabel('Land').selectOption('BE')
  await page.getByLabel('Wat wil je doen?').fill('Live spelen op zaterdag.')
  await page.getByRole('button', { name: 'Opslaan en verder' }).click()
}

test('a member applies with a masked photo and at the provider, and an admin accepts her', async ({ page }, {
  project,
}) => {
  await page.goto('/creator-worden')
  await expect(page.getByRole('link', { name: 'Inloggen of registreren' })).toBeVisible()
  await signUpCustomer(page, `creator-${project.name}`)
  await page.goto('/creator-worden')
  await tellWhoSheIs(page)

  await page
    .getByLabel('Kies een foto')
    .setInputFiles({ name: 'kaart.png', mimeType: 'image/png', buffer: await card() })
  await page.getByRole('button', { name: 'Onderste strook' }).click()
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Foto versturen' }).click()
  await expect(page.getByText(/^Foto 1,/)).toBeVisible({ timeout: 30_000 })

  await page.getByRole('button', { name: /^Bewijs met/ }).click()
  await page.getByLabel('Nummer bij deze dienst').fill(`persoon-${project.name}`)
  await page.getByRole('button', { name: 'Bevestigen' }).click()
  await expect(page.getByText('Je hebt bewezen wie je bent')).toBeVisible()
  await page.getByRole('button', { name: 'Verder' }).click()
  await page.getByRole('checkbox', { name: /ik ga ermee akkoord/ }).check()
  await page.getByRole('button', { name: 'Tekenen' }).click()
  await page.getByRole('button', { name: 'Aanmelding versturen' }).click()
  await expect(page.getByRole('heading', { name: 'We kijken je aanmelding na' })).toBeVisible()
  await expectNoHorizontalScroll(page)

  await clearLoginCookies(page.context())
  await signInAsAdmin(page)
  await page.goto('/admin/creators/applications')
  await page.getByRole('list', { name: 'Aanmeldingen' }).getByRole('link').last().click()
  await page.getByLabel('Waarom bekijk je dit?').selectOption('APPLICATION')
  await page.getByRole('button', { name: 'Openen', exact: true }).click()
  await expect(page.getByAltText('Foto 1 van het document')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Goedkeuren' }).click()
  await expect(page.getByText('De aanmelding is goedgekeurd', { exact: true })).toBeVisible()
})
