import { parcelProduct } from '../support/e2eCustomer.ts'
import { placeTestOrder, placePaidOrder, signInAsAdmin } from '../support/e2eOrders.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  test,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

test(
  'a withdrawal is decided line by line, and the customer gets a mail',
  desktopOnly,
  async ({ page }, { project }) => {
    const { number, email, itemId } = await placePaidOrder(page, `herroeping-${project.name}`)
    const said = { name: 'Robin Maas', email, orderNumber: number, itemIds: [itemId] }
    expect((await page.request.post('/api/withdrawals', { data: said })).status()).toBe(202)
    await signInAsAdmin(page)
    await page.goto(`/admin/withdrawals?q=${number}`)
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await page.getByRole('button', { name: /^Behandelen.*van Robin Maas$/ }).click()
    const form = page.getByRole('dialog', { name: `Herroeping van ${number}` })
    await form.getByLabel(`Beslissing over ${parcelProduct.name}`).selectOption('Weigeren: anders')
    await form.getByRole('button', { name: 'Beslissing versturen' }).click()
    await expect(form.getByRole('alert')).toHaveText('Zeg de klant waarom niet.')
    await form.getByLabel(`Toelichting bij ${parcelProduct.name}`).fill('Het lag in de regen.')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Beslissing versturen' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByText('Anders: Het lag in de regen.')).toBeVisible()

    await page.goto(`/admin/mails?q=${number}`)
    await expect(page.getByRole('row', { name: /Herroeping beoordeeld/ })).toContainText(email)
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
  },
)

test('a refund of a manual payment waits for an admin', desktopOnly, async ({ page }, { project }) => {
  const { orderId, number } = await placeTestOrder(page, `terug-${project.name}`)
  await signInAsAdmin(page)
  await page.goto(`/admin/orders/${orderId}`)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Betaald')
  const status = page.getByRole('dialog', { name: 'Status: Betaald' })
  await expect(status).toContainText('met de hand betaald')
  await expectAccessible(page)
  await status.getByRole('button', { name: 'Status zetten' }).click()
  await expect(page.getByText('Met de hand betaald')).toBeVisible()
  await page.getByRole('button', { name: 'Terugbetalen' }).click()
  const refund = page.getByRole('dialog', { name: 'Terugbetalen' })
  await refund.getByRole('button', { name: /terugbetalen$/ }).click()
  await expect(page.getByText('Met de hand terug te betalen')).toBeVisible()

  await page.goto('/admin/refunds')
  await expectAccessible(page)
  await page.getByRole('button', { name: new RegExp(`^Met de hand terugbetaald.*${number}$`) }).click()
  await page.getByRole('button', { name: 'Ja, het is terugbetaald' }).click()
  await expect(page.getByRole('link', { name: `Bestelling ${number}` })).toBeHidden()
})
