import { parcelProduct } from '../support/e2eCustomer.ts'
import { placePaidOrder, signInAsAdmin } from '../support/e2eOrders.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  phoneOnly,
  test,
} from '../support/screen.ts'

test(
  'a parcel is picked on a phone, shipped, and its state is kept',
  phoneOnly,
  async ({ page }, { project }) => {
    const { orderId, number } = await placePaidOrder(page, `desk-${project.name}`)
    await signInAsAdmin(page)
    await page.goto(`/admin/orders/${orderId}`)
    await expect(page.getByRole('heading', { level: 1, name: `Bestelling ${number}` })).toBeVisible()
    const send = page.getByRole('button', { name: 'Markeer als Verzonden' })
    await expect(send).toBeDisabled()
    const box = page.getByRole('checkbox', { name: `${parcelProduct.name} Gepickt` })
    expect((await page.locator('label', { has: box }).boundingBox())?.height).toBeGreaterThanOrEqual(64)
    // The tick is still on its way when the order is sent, which waits for it.
    const sent = Promise.withResolvers<void>()
    await page.route(`/api/admin/orders/${orderId}/items/*`, route =>
      sent.promise.then(() => route.continue()),
    )
    await box.click()
    await expect(page.getByText('1 van 1 gepickt')).toBeVisible()
    await expect(box).toBeChecked()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await send.click()
    await expect(send).toHaveAttribute('aria-busy', 'true')
    // The order as it was before it was sent, asked for after the tick, arrives last.
    const shipped = page.waitForResponse(`**/api/admin/orders/${orderId}/status`)
    const late = Promise.withResolvers<void>()
    await page.route(`/api/admin/orders/${orderId}`, async route => {
      const response = await route.fetch()
      await shipped
      await route.fulfill({ response }).catch(() => undefined)
      late.resolve()
    })
    sent.resolve()
    await late.promise
    await page.unroute(`/api/admin/orders/${orderId}`)
    await expect(page.getByText('Standaard Post').first()).toBeVisible()
    await expect(box).toBeDisabled()
    await page.reload()
    await expect(box).toBeChecked()
    await expect(box).toBeDisabled()

    const editing = page.getByRole('button', { name: 'Bewerkmodus' })
    await editing.click()
    await box.click()
    await expect(page.getByText('0 van 1 gepickt')).toBeVisible()
    await box.click()
    await expect(page.getByText('1 van 1 gepickt')).toBeVisible()
    await editing.click()
    await expect(page.getByText('Bewerkmodus uitgeschakeld', { exact: true })).toBeVisible()
    await expect(page.getByText('Items zijn weer vergrendeld', { exact: true })).toBeVisible()
    await expect(box).toBeDisabled()
  },
)

test(
  'an order is found, shipped with a tracking code, and refunded in part',
  desktopOnly,
  async ({ page }, { project }) => {
    const { orderId, number, email, itemId } = await placePaidOrder(page, `desk-${project.name}`, {
      hasTracking: true,
    })
    await signInAsAdmin(page)
    const picked = { data: { picked: true } }
    expect((await page.request.put(`/api/admin/orders/${orderId}/items/${itemId}`, picked)).status()).toBe(
      200,
    )
    await page.goto('/admin/orders')
    await page.getByRole('searchbox', { name: 'Zoek een bestelling' }).fill(email)
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Betaald')
    const row = page.getByRole('row', { name: new RegExp(number) })
    await expect(row).toContainText('2,50 servicekosten')
    await expect(page.getByText('1 bestelling', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await row.getByRole('link', { name: number }).click()

    await page.getByRole('button', { name: 'Verzenden met tracking' }).click()
    await expect(page.getByText('Tracking informatie vereist', { exact: true })).toBeVisible()
    await page.getByLabel('Verzender').selectOption('PostNL')
    const code = page.getByLabel('Tracking code')
    await code.fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Verzenden met tracking' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Deze tracking code klopt niet.' })).toBeVisible()
    await expect(code).toHaveValue('javascript:alert(1)')
    await code.fill('3SGLOED1234567')
    await page.getByRole('button', { name: 'Verzenden met tracking' }).click()
    await expect(page.getByRole('link', { name: /^Volgen/ })).toHaveAttribute('href', /postnl/)

    await page.getByRole('button', { name: 'Terugbetalen' }).click()
    const refund = page.getByRole('dialog', { name: 'Terugbetalen' })
    await refund.getByRole('radio', { name: /^Per regel/ }).check()
    await refund.getByRole('button', { name: 'Eén meer' }).click()
    await refund.getByLabel('Reden').fill('Kras in de doos')
    await expectAccessible(page)
    await refund.getByRole('button', { name: /terugbetalen$/ }).click()
    await expect(refund).toBeHidden()
    await expect(page.getByText('1 terugbetaald')).toBeVisible()
    await expect(page.getByText('Terug: Kras in de doos')).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'several orders are changed at once, each with its own result',
  desktopOnly,
  async ({ page }, { project }) => {
    const sent = await placePaidOrder(page, `desk-${project.name}`)
    const left = await placePaidOrder(page, `desk-${project.name}`)
    await signInAsAdmin(page)
    const picked = { data: { picked: true } }
    const line = `/api/admin/orders/${sent.orderId}/items/${sent.itemId}`
    expect((await page.request.put(line, picked)).status()).toBe(200)
    await page.goto('/admin/orders')
    for (const { number } of [sent, left])
      await page.getByRole('checkbox', { name: `Kies bestelling ${number}` }).check()
    const slips = await page.getByRole('link', { name: /^Pakbonnen/ }).getAttribute('href')
    const file = await page.request.get(slips ?? '')
    expect(file.headers()['content-type']).toBe('application/pdf')
    await page.getByRole('button', { name: 'Markeer als Verzonden' }).click()
    await page
      .getByRole('dialog', { name: '2 bestellingen verzenden' })
      .getByRole('button', { name: 'Verzenden' })
      .click()
    const answers = page.getByRole('dialog', { name: '1 van 2 verzonden' }).getByRole('listitem')
    await expect(answers.filter({ hasText: sent.number })).toContainText('Verzonden')
    await expect(answers.filter({ hasText: left.number })).toContainText('Nog 1 regel is niet gepickt.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Klaar' }).click()
    await expect(page.getByRole('row', { name: new RegExp(sent.number) })).toContainText('Verzonden')

    await page.goto('/admin/orders/0199f0f0-0000-7000-8000-000000000000')
    await expect(page.getByRole('heading', { name: 'Bestelling niet gevonden' })).toBeVisible()
    await expect(page.getByText('De opgegeven bestelling kon niet worden gevonden.')).toBeVisible()
    await page.getByRole('link', { name: 'Terug naar Admin' }).click()
    await expect(page).toHaveURL('/admin')
  },
)
