import { signUpCustomer, dialog, formatEuros, orderButton } from '../support/e2eCustomer.ts'
import type { Page } from '@playwright/test'
import { expect, expectNoHorizontalScrollAtBothWidths, phoneOnly, test } from '../support/screen.ts'

test('minutes are bought, and the balance grows', phoneOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, project.name)
  await page.goto('/dashboard')
  const offer = dialog(page, 'Minuten kopen')
  await page.getByRole('button', { name: 'Saldo: 0 min, bijkopen' }).click()
  await expect(offer.getByRole('radio')).toHaveCount(4)
  await expect(offer.getByRole('radio', { checked: true })).toHaveCount(0)

  await orderButton(page).click()
  await expect(page.getByText('Selecteer een pakket', { exact: true })).toBeVisible()
  await expect(page.getByText('Kies eerst een minutenpakket.', { exact: true })).toBeVisible()
  await offer.getByRole('radio', { name: /Extended Play/ }).check()
  await orderButton(page).click()
  await expect(offer.getByRole('checkbox')).toBeFocused()
  await expect(offer.getByText('Zet hier een vinkje om minuten te kunnen kopen.')).toBeVisible()
  await offer.getByRole('checkbox').check()
  const purchase = page.waitForRequest('**/api/purchase-minutes')
  await orderButton(page).click()
  expect((await purchase).postDataJSON()).toMatchObject({ agreesToImmediateStart: true })

  await page.getByRole('button', { name: 'Betaald' }).click()
  await expect(page).toHaveURL('/dashboard')
  const balance = page.getByRole('button', { name: 'Saldo: 15 min, bijkopen' })
  await expect(balance).toBeVisible()
  await readNews(page)
  await page.goto('/dashboard')

  // The session price holds as long as the session; the changed price is shown and not charged.
  const [toy] = (await (await page.request.get('/api/toys')).json()) as { id: string }[]
  const start = await page.request.post('/api/toy-control/start', { data: { toyDeviceId: toy?.id } })
  expect(start.status()).toBe(201)
  await balance.click()
  await expect(offer.getByText(formatEuros(2000))).toBeVisible()
  expect((await page.request.post('/api/toy-control/stop')).status()).toBe(200)
  await offer.getByRole('radio', { name: /Extended Play/ }).check()
  await offer.getByRole('checkbox').check()
  await orderButton(page).click()
  await expect(page.getByText('Aankoop mislukt', { exact: true })).toBeVisible()
  await expect(offer.getByText(formatEuros(2000))).toHaveCount(0)
  await orderButton(page).click()
  await expect(page.getByRole('button', { name: 'Betaald' })).toBeVisible()
  await expect(page.getByText(formatEuros(2500))).toBeVisible()
})

/** The account's menu opens the notifications, which link to their subject. */
async function readNews(page: Page) {
  const menu = page.getByRole('button', { name: /^Account van/ })
  await menu.click()
  await page.getByRole('link', { name: 'Meldingen 1 nieuw' }).click()
  const news = page.getByRole('link', { name: /Nieuw: Je minuten staan klaar/ })
  await expect(news).toBeVisible()
  await expectNoHorizontalScrollAtBothWidths(page)
  await news.click()
  await expect(page).toHaveURL('/live')
  await menu.click()
  await expect(page.getByRole('link', { name: 'Meldingen', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
}
