import type { Page } from '@playwright/test'
import { signUpCustomer, dialog, formatEuros, orderButton } from '../support/e2eCustomer.ts'
import { expect, test, phoneOnly } from '../support/screen.ts'

/** A gift of the demo's creator that may be given more than once, so that every test can give it. */
const wish = 'Een geurkaars'

async function give(page: Page, choose: (page: Page) => Promise<void>): Promise<void> {
  await page.goto('/gifts')
  await page.getByRole('button', { name: new RegExp(`^Geven.*: ${wish}$`) }).click()
  await expect(dialog(page, wish).getByText(formatEuros(1950))).toBeVisible()
  await choose(page)
  await orderButton(page).click()
  await page.getByRole('button', { name: 'Betaald' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Bedankt voor je cadeau', { exact: true })).toBeVisible()
}

test(
  'a customer gives a gift by name and anonymously, and the creator is notified',
  phoneOnly,
  async ({ page }, { project }) => {
    await signUpCustomer(page, project.name)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: /^Account van/ }).click()
    await page.getByRole('link', { name: 'Cadeau geven' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cadeau geven' })).toBeVisible()
    const given = page.getByRole('article', { name: 'Een boek voor het slapengaan' })
    await expect(given.getByText('Al gegeven')).toBeVisible()
    await expect(given.getByRole('button', { name: /^Geven/ })).toHaveCount(0)

    const giver = `Robin ${project.name}`
    await give(page, async () => {
      await page.getByRole('textbox', { name: 'Naam' }).fill(giver)
    })
    await expect(page.getByText(/Noor krijgt er meteen bericht van: Een geurkaars/)).toBeVisible()
    await give(page, async () => {
      await page.getByRole('radio', { name: /^Anoniem/ }).check()
      await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveCount(0)
    })
    await expect(page.getByText(/Noor krijgt er meteen bericht van, zonder je naam/)).toBeVisible()

    const creator = { email: 'model@gloed.test', password: 'gloed-demo-2026' }
    expect((await page.request.post('/api/login', { data: creator })).status()).toBe(200)
    await page.goto('/notifications')
    await expect(page.getByText(`${giver} gaf je: ${wish}.`)).toBeVisible()
    await expect(page.getByText(`Iemand gaf je anoniem: ${wish}.`).first()).toBeVisible()
    await page.goto('/studio')
    const received = page.getByRole('region', { name: 'Gekregen cadeaus' })
    await expect(received.getByText(`Van ${giver}`)).toBeVisible()
    await expect(received.getByText('Anoniem').first()).toBeVisible()
  },
)
