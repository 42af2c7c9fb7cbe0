import type { Browser, Page } from '@playwright/test'
import type { StoredSettings } from '../../src/money/settings/contract.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  test,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

const password = 'gloed-demo-2026'
const settings = '/api/admin/settings'

async function signIn(page: Page, email: string): Promise<void> {
  expect((await page.request.post('/api/login', { data: { email, password } })).status()).toBe(200)
}
const signInAsAdmin = (page: Page) => signIn(page, 'admin@gloed.test')
const kept = async (page: Page) => (await (await page.request.get(settings)).json()) as StoredSettings

/** Other tests use the same shop, so this restores the settings. */
async function put(page: Page, changes: Partial<StoredSettings['settings']>): Promise<void> {
  const { version, settings: now } = await kept(page)
  const answer = await page.request.put(settings, { data: { ...now, ...changes, version } })
  expect(answer.status()).toBe(200)
}

async function customerOf(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const page = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage()
  await signIn(page, 'klant@gloed.test')
  return page
}

/** Today's date in Brussels. */
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Brussels' })

test(
  'an owner fills in the company and a notice, and customers see both',
  desktopOnly,
  async ({ page, browser, baseURL }) => {
    await signInAsAdmin(page)
    const before = (await kept(page)).settings
    await page.goto('/admin/settings')
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    const save = page.getByRole('button', { name: 'Instellingen bewaren' })
    const number = page.getByLabel('Ondernemingsnummer (KBO)')
    await number.fill('0403.170.702')
    await page.getByLabel('Telefoonnummer').fill('03 765 43 21')
    await page.getByRole('switch', { name: 'Bericht tonen' }).click()
    await page.getByLabel('Bericht', { exact: true }).fill('We versturen weer op 4 januari.')
    await page.getByLabel('Eerste dag').fill(today())
    await page.getByLabel('Laatste dag').fill(today())
    await save.click()
    await expect(number).toHaveAccessibleDescription(/Dit is geen ondernemingsnummer/)
    await expect(page.getByLabel('Telefoonnummer')).toHaveValue('03 765 43 21')
    await number.fill('0403170701')
    const preview = page.getByRole('complementary', { name: 'Voorbeeld' })
    await expect(preview.getByText('We versturen weer op 4 januari.')).toBeVisible()
    await save.click()
    await expect(page.getByText('Instellingen bewaard', { exact: true })).toBeVisible()
    await expect(number).toHaveValue('0403.170.701')
    await expect(page.getByRole('contentinfo').getByText('03 765 43 21')).toBeVisible()

    const customer = await customerOf(browser, baseURL)
    await customer.goto('/shop')
    const notice = customer.getByRole('complementary', { name: 'Bericht van de winkel' })
    await expect(notice).toHaveText('We versturen weer op 4 januari.')
    await expect(customer.getByRole('contentinfo').getByText('0403.170.701')).toBeVisible()
    await expectAccessible(customer)
    await expectNoHorizontalScrollAtBothWidths(customer)
    await customer.context().close()
    await put(page, before)
  },
)

test('the second of two admins is shown what the first changed', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  const before = (await kept(page)).settings
  await page.goto('/admin/settings')
  await page.getByLabel('Prijs van track & trace in euro').fill('3,95')
  await put(page, { vatScheme: 'SMALL_ENTERPRISE', trackingCost: 300 })
  await page.getByRole('button', { name: 'Instellingen bewaren' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'Iemand anders heeft intussen gewijzigd' })
  await expect(told).toContainText('Prijs van track & trace: “3,00”. Bij jou staat “3,95”')
  await expect(told).toContainText(
    'Btw-regeling: “Belgische vrijstelling voor kleine ondernemingen”, hier overgenomen',
  )
  await expect(page.getByLabel('Prijs van track & trace in euro')).toHaveValue('3,95')
  await expect(page.getByRole('radio', { name: /Belgische vrijstelling/ })).toBeChecked()
  await page.getByRole('button', { name: 'Instellingen bewaren' }).click()
  await expect(told).toBeHidden()
  await expect
    .poll(() => kept(page))
    .toMatchObject({
      settings: { trackingCost: 395, vatScheme: 'SMALL_ENTERPRISE' },
    })
  await put(page, before)
})

test('a shipping rate is changed and tested', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/shipping')
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  const offers = page.getByRole('region', { name: 'Uitproberen' }).getByRole('listitem')
  const dhl = page.getByRole('region', { name: 'Nederland DHL' })
  await expect(offers.filter({ hasText: 'DHL' })).toContainText('€ 6,95')
  await dhl.getByRole('button', { name: 'Wijzig Pakket tot 10 kg' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tarief wijzigen' })
  await dialog.getByLabel('Prijs in euro').fill('gratis')
  await dialog.getByRole('button', { name: 'Tarief bewaren' }).click()
  await expect(dialog.getByLabel('Prijs in euro')).toHaveAccessibleDescription('Vul een bedrag in.')
  await dialog.getByLabel('Prijs in euro').fill('7,45')
  await dialog.getByLabel('Boven (gram)').fill('400')
  await dialog.getByRole('button', { name: 'Tarief bewaren' }).click()
  await expect(dialog).toBeHidden()
  await expect(offers.filter({ hasText: 'DHL' })).toContainText('€ 7,45')
  await expect(dhl.getByText('Tot 400 g is er geen tarief.')).toBeVisible()
  await dhl.getByRole('button', { name: 'Wijzig Pakket 400 g tot 10 kg' }).click()
  await dialog.getByLabel('Prijs in euro').fill('6,95')
  await dialog.getByLabel('Boven (gram)').fill('0')
  await dialog.getByRole('button', { name: 'Tarief bewaren' }).click()
  await expect(offers.filter({ hasText: 'DHL' })).toContainText('€ 6,95')
})

test('an admin reads the jobs and runs the reconciliation', desktopOnly, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin/jobs')
  await expect(page.getByRole('table', { name: 'Soorten taken en hoeveel er van elk zijn' })).toContainText(
    'Mails versturen',
  )
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.goto('/admin/books')
  await page.getByRole('button', { name: 'Nu nakijken' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/nagekeken op .* om \d\d:\d\d/)
  await expectAccessible(page)
})
