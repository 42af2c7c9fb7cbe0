import type { Page } from '@playwright/test'
import { signUpCustomer } from '../support/e2eCustomer.ts'
import { placePaidOrder, signInAsAdmin } from '../support/e2eOrders.ts'
import {
  expect,
  expectAccessible,
  test,
  desktopOnly,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

/** Whether VIES answers, in the simulator. */
const setVies = async ({ request }: Page, isAway: boolean) =>
  expect((await request.post('/simulator/vies/faults', { data: { isAway } })).status()).toBe(204)

test(
  'an admin corrects the VAT of a business once VIES knows its number, after seeing the amounts',
  desktopOnly,
  async ({ page }, { project }) => {
    const vatNumber = 'NL004495445B08'
    const ask = () => page.request.post('/api/vat-number', { data: { vatNumber } })
    await signUpCustomer(page, `btw-nummer-${project.name}`)
    await setVies(page, true)
    expect(await (await ask()).json()).toMatchObject({ status: 'UNAVAILABLE' })
    const business = { name: 'Sintel bv', vatNumber }
    const { orderId } = await placePaidOrder(page, `btw-${project.name}`, { business })
    await setVies(page, false)
    await signInAsAdmin(page)
    const title = (text: string) => page.getByText(`${vatNumber}: ${text}`, { exact: true })
    await expect(async () => {
      await page.goto(`/admin/orders/${orderId}`)
      await expect(title('nog niet na te kijken')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)

    expect(await (await ask()).json()).toMatchObject({ status: 'VALID' })
    await page.reload()
    await expect(title('geldig')).toBeVisible()
    await page.getByRole('button', { name: 'Btw corrigeren' }).click()
    const correcting = page.getByRole('dialog', { name: 'Btw corrigeren' })
    await expect(correcting).toContainText('Dit is niet terug te draaien.')
    await expect(correcting.getByText(/^Creditnota bij factuur/)).toBeVisible()
    await expect(correcting.getByText('Nieuwe factuur, btw verlegd')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await correcting.getByRole('button', { name: /btw terugbetalen$/ }).click()
    await expect(correcting).toBeHidden()
    await expect(page.getByRole('link', { name: /Creditnota/ })).toBeVisible()
    await expect(title('geldig')).toHaveCount(0)
    await expectAccessible(page)
  },
)

test(
  'an admin gives the VAT of minutes back, at the customer',
  desktopOnly,
  async ({ page }, { project }) => {
    const vatNumber = 'NL004495445B18'
    const ask = () => page.request.post('/api/vat-number', { data: { vatNumber } })
    await signUpCustomer(page, `btw-minuten-${project.name}`)
    const { id: userId } = (await (await page.request.get('/api/user')).json()) as { id: string }
    await setVies(page, true)
    expect(await (await ask()).json()).toMatchObject({ status: 'UNAVAILABLE' })
    const bought = await page.request.post('/api/purchase-minutes', {
      data: { packageId: 'quick', minutes: 5, price: 1000, business: { name: 'Sintel bv', vatNumber } },
    })
    const { paymentUrl } = (await bought.json()) as { paymentUrl: string }
    await page.request.post(paymentUrl, { form: { outcome: 'paid' } })
    await setVies(page, false)
    expect(await (await ask()).json()).toMatchObject({ status: 'VALID' })
    await signInAsAdmin(page)
    const title = page.getByText(`5 minuten, ${vatNumber}: geldig`, { exact: true })
    await expect(async () => {
      await page.goto(`/admin/users/${userId}`)
      await expect(title).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await page.getByRole('button', { name: 'Btw corrigeren' }).click()
    const correcting = page.getByRole('dialog', { name: 'Btw corrigeren' })
    await expectAccessible(page)
    await correcting.getByRole('button', { name: /1,74 btw terugbetalen$/ }).click()
    await expect(correcting).toBeHidden()
    await expect(title).toHaveCount(0)
    // The minutes stay, and are worth so much less.
    await page.reload()
    const ledger = page.getByRole('table', { name: /Minuten erbij en eraf/ })
    await expect(ledger.getByRole('row', { name: /Btw terug/ })).toContainText('1,74')
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
  },
)
