import { arrive, dialog, euros, orderButton } from '../support/customer.ts'
import { expect, expectAccessible, test } from '../support/screen.ts'

test('minutes are bought, and the balance grows', async ({ page }, { project }) => {
  await arrive(page, project.name)
  await page.goto('/dashboard')
  const offer = dialog(page, 'Minuten kopen')
  await page.getByRole('button', { name: 'Saldo: 0 minuten, bijkopen' }).click()
  await expect(offer.getByRole('radio')).toHaveCount(4)
  await expect(offer.getByRole('radio', { checked: true })).toHaveCount(0)
  await expectAccessible(page)

  await orderButton(page).click()
  await expect(page.getByText('Selecteer een pakket', { exact: true })).toBeVisible()
  await expect(page.getByText('Kies eerst een minutenpakket.', { exact: true })).toBeVisible()
  await offer.getByRole('radio', { name: /Extended Play/ }).check()
  await orderButton(page).click()
  await expect(offer.getByRole('checkbox')).toBeFocused()
  await expect(offer.getByText('Zet hier een vinkje om minuten te kunnen kopen.')).toBeVisible()
  await expectAccessible(page)
  await offer.getByRole('checkbox').check()
  await orderButton(page).click()

  await page.getByRole('button', { name: 'Betaald' }).click()
  await expect(page).toHaveURL('/dashboard')
  const balance = page.getByRole('button', { name: 'Saldo: 15 minuten, bijkopen' })
  await expect(balance).toBeVisible()

  // The session's price holds as long as the session does; what it has become is shown, not charged.
  const [toy] = (await (await page.request.get('/api/toys')).json()) as { id: string }[]
  const start = await page.request.post('/api/toy-control/start', { data: { toyDeviceId: toy?.id } })
  expect(start.status()).toBe(201)
  await balance.click()
  await expect(offer.getByText(euros(2000))).toBeVisible()
  expect((await page.request.post('/api/toy-control/stop')).status()).toBe(200)
  await offer.getByRole('radio', { name: /Extended Play/ }).check()
  await offer.getByRole('checkbox').check()
  await orderButton(page).click()
  await expect(page.getByText('Aankoop mislukt', { exact: true })).toBeVisible()
  await expect(offer.getByText(euros(2000))).toHaveCount(0)
  await orderButton(page).click()
  await expect(page.getByRole('button', { name: 'Betaald' })).toBeVisible()
  await expect(page.getByText(euros(2500))).toBeVisible()
})
