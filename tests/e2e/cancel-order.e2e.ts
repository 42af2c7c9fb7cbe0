import { test } from '../support/e2e.ts'
import { placePaidOrder } from '../support/e2eOrders.ts'
import { expect, phoneOnly } from '../support/screen.ts'

test(
  'a customer cancels a paid order that nobody packs yet, and reads that the money goes back',
  phoneOnly,
  async ({ page }, { project }) => {
    const { orderId, number } = await placePaidOrder(page, project.name)
    await page.goto(`/order-confirmation/${orderId}`)
    const open = page.getByRole('button', { name: /^Annuleren/ })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Bestelling annuleren' })
    await expect(dialog).toContainText('Je geld gaat vanzelf terug')
    await dialog.getByRole('button', { name: 'Toch niet' }).click()
    await expect(dialog).toBeHidden()
    await open.click()
    await dialog.getByRole('button', { name: 'Bestelling annuleren' }).click()
    await expect(page.getByText('Deze bestelling gaat niet door.')).toBeVisible()
    await expect(open).toBeHidden()
    await page.goto('/notifications')
    await expect(page.getByText(`Bestelling ${number} is geannuleerd.`)).toBeVisible()
    await expect(page.getByText(/Je krijgt .* terug voor bestelling/)).toBeVisible()
  },
)
