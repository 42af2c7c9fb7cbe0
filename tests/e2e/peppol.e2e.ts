import { placePaidOrder, signInAsAdmin } from '../support/e2eOrders.ts'
import {
  expect,
  expectAccessible,
  test,
  desktopOnly,
  expectNoHorizontalScrollAtBothWidths,
} from '../support/screen.ts'

/** By its last digits, the simulator refuses what comes for it. */
const business = { name: 'Sintel bv', vatNumber: 'BE0300049803' }

test(
  'an admin sends an invoice again that did not reach a Belgian business',
  desktopOnly,
  async ({ page }, { project }) => {
    const { number } = await placePaidOrder(page, project.name, { business })
    await signInAsAdmin(page)
    const undelivered = page.getByRole('listitem').filter({ hasText: business.vatNumber })
    await expect(async () => {
      await page.goto('/admin/reports')
      await expect(undelivered.getByText('Peppol: niet gelukt')).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(undelivered).toContainText('The receiving access point did not accept the document')
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await undelivered.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: `Bestelling ${number}` })).toBeVisible()
    await expect(page.getByText('Sintel bvBtw-nummer BE0300049803')).toBeVisible()
    const invoices = page.getByRole('list', { name: 'Facturen' })
    await expect(invoices.getByText('Peppol: niet gelukt')).toBeVisible()
    await expectAccessible(page)
    await expectNoHorizontalScrollAtBothWidths(page)
    await page.request.post('/simulator/storecove/faults', { data: { isHeld: true } })
    await invoices.getByRole('button', { name: /opnieuw versturen$/ }).click()
    const dialog = page.getByRole('dialog', { name: /opnieuw versturen$/ })
    await expect(dialog).toContainText('zou het twee keer krijgen')
    await dialog.getByRole('button', { name: 'Opnieuw versturen' }).click()
    await expect(invoices.getByText('Peppol: onderweg')).toBeVisible()
    await expect(invoices.getByRole('button', { name: /opnieuw versturen$/ })).toHaveCount(0)
    await page.request.post('/simulator/storecove/faults', { data: {} })
  },
)
