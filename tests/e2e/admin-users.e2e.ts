import type { Page } from '@playwright/test'
import type { User } from '../../src/people/accounts/contract.ts'
import { signUpCustomer } from '../support/e2eCustomer.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  test,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

async function signInAsAdmin({ request }: Page): Promise<User> {
  const account = { email: 'admin@gloed.test', password: 'gloed-demo-2026' }
  const signedIn = await request.post('/api/login', { data: account })
  expect(signedIn.status()).toBe(200)
  return (await signedIn.json()) as User
}

test(
  'an admin finds a user, adjusts the minutes, and changes the role',
  desktopOnly,
  async ({ page }, { project }) => {
    const customer = await signUpCustomer(page, `beheerd-${project.name}`)
    await signInAsAdmin(page)
    await page.goto('/admin/users')
    await expect(page.getByRole('columnheader', { name: 'Sinds' })).toHaveAttribute('aria-sort', 'descending')
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: 'Zoek een gebruiker' }).fill(customer.email)
    await expect(page).toHaveURL(url => url.searchParams.get('q') === customer.email)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('rowheader').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(customer.email)

    await page.getByRole('button', { name: 'Minuten aanpassen' }).click()
    await expect(page.getByText('Vul een heel aantal minuten in.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Aantal minuten' }).fill('12')
    await expect(page.getByText('Het saldo wordt 12 minuten.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Reden' }).fill('Storing van gisteren')
    await page.getByRole('button', { name: 'Minuten aanpassen' }).click()
    await expect(page.getByLabel('Saldo: 12 minuten')).toBeVisible()
    await expect(page.getByRole('row', { name: /Storing van gisteren/ })).toContainText('+12')
    await page.getByText('Eraf', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Aantal minuten' }).fill('13')
    await page.getByRole('textbox', { name: 'Reden' }).fill('Te veel gegeven')
    await page.getByRole('button', { name: 'Minuten aanpassen' }).click()
    await expect(
      page.getByText('Het saldo is 12. Meer minuten kun je er niet af halen.').first(),
    ).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Reden' })).toHaveValue('Te veel gegeven')

    await page.getByRole('combobox', { name: 'Rol van dit account' }).selectOption('Creator')
    await page.getByRole('button', { name: 'Rol wijzigen' }).click()
    await expect(page.getByRole('dialog')).toContainText('wordt overal uitgelogd')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Maak Creator' }).click()
    await expect(page.getByRole('definition').getByText('Creator', { exact: true })).toBeVisible()
    await expectNoHorizontalScrollAtBothWidths(page)
    await expectAccessible(page)
  },
)

test(
  'an admin settles what a customer owes after a chargeback',
  desktopOnly,
  async ({ page }, { project }) => {
    const { email } = await signUpCustomer(page, `teruggeboekt-${project.name}`)
    const post = async (path: string, data: object) => (await page.request.post(path, { data })).json()
    const { id } = (await (await page.request.get('/api/user')).json()) as User
    const { paymentUrl } = await post('/api/purchase-minutes', {
      packageId: 'quick',
      minutes: 5,
      price: 1000,
    })
    await page.request.post(paymentUrl, { form: { outcome: 'paid' } })
    const [toy] = (await (await page.request.get('/api/toys')).json()).slice(-1)
    await post('/api/toy-control/start', { toyDeviceId: toy.id })
    const session = async () => (await (await page.request.get('/api/toy-control/session')).json()).status
    await expect.poll(session).toBe('ACTIVE')
    await page.request.post('/api/toy-control/stop')
    await page.request.post('/simulator/mollie/chargeback', { data: { id: paymentUrl.split('/').at(-1) } })
    await expect.poll(async () => (await (await page.request.get('/api/user')).json()).minutesBalance).toBe(0)

    await signInAsAdmin(page)
    await page.goto(`/admin/users/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(email)
    await expect(page.getByText(/^open sinds/)).toBeVisible()
    await expect(page.getByRole('row', { name: /Teruggeboekt/ })).toContainText('−4')
    await page.getByRole('button', { name: 'Afhandelen' }).click()
    await page.getByRole('radio', { name: /^Kwijtgescholden/ }).check()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Afhandelen' }).click()
    await expect(page.getByText(/^Kwijtgescholden op/)).toBeVisible()
  },
)

test(
  'an admin closes the account of another user, but not their own or that of the last admin',
  desktopOnly,
  async ({ page }) => {
    const customer = await signUpCustomer(page, 'verwijderd')
    const admin = await signInAsAdmin(page)
    await page.goto(`/admin/users/${admin.id}`)
    const button = page.getByRole('button', { name: 'Account verwijderen' })
    await expect(button).toBeDisabled()
    await expect(button).toHaveAccessibleDescription(/enige administrator/)
    await page.goto(`/admin/users?q=${encodeURIComponent(customer.email)}`)
    await page.getByRole('rowheader').getByRole('link').click()
    await button.click()
    await expect(page.getByRole('dialog')).toContainText('Binnen 28 dagen weg')
    await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click()
    await expect(page).toHaveURL('/admin/users')
    await page.goto(`/admin/users?q=${encodeURIComponent(customer.email)}`)
    await expect(page.getByRole('row').getByText('Gesloten')).toBeVisible()
    const { email, password } = customer
    const again = await page.request.post('/api/login', { data: { email, password } })
    expect(again.status()).toBe(403)
  },
)
