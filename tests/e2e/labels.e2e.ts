import {
  addByButton,
  dialog,
  orderButton,
  parcelProduct,
  signUpCustomer,
  startOrdering,
  typeAddress,
} from '../support/e2eCustomer.ts'
import { placePaidOrder, signInAsAdmin } from '../support/e2eOrders.ts'
import {
  desktopOnly,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  phoneOnly,
  test,
} from '../support/screen.ts'

test('a customer has a parcel brought to a pick-up point', phoneOnly, async ({ page }, { project }) => {
  await signUpCustomer(page, `punt-${project.name}`)
  await page.goto('/shop')
  await addByButton(page, parcelProduct, '1 stuk')
  await startOrdering(page)
  const order = dialog(page, 'Bestellen')
  await typeAddress(page)
  await order.getByRole('button', { name: 'Adres opslaan en verder' }).click()
  await order.getByRole('radio', { name: /Afhalen bij een punt/ }).check()
  const points = order.getByRole('group', { name: 'Kies een afhaalpunt' })
  await expect(points.getByRole('radio')).toHaveCount(4)
  // What was opened was below the fold of the sheet.
  await expect(points.getByRole('radio').first()).toBeInViewport()
  await order.getByRole('button', { name: 'Verder', exact: true }).click()
  await expect(page.getByText('Afhaalpunt vereist', { exact: true })).toBeVisible()

  const near = order.getByLabel('Zoek in de buurt van')
  await near.fill('12')
  await near.press('Enter')
  await expect(near).toHaveAccessibleDescription(/zoals 1234 AB/)
  await near.fill('1011ab')
  await near.press('Enter')
  await points.getByRole('radio', { name: /Avondwinkel Noord/ }).check()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.reload()
  await startOrdering(page)
  await expect(points.getByRole('radio', { name: /Avondwinkel Noord/ })).toBeChecked()
  await order.getByRole('button', { name: 'Verder', exact: true }).click()
  await expect(order.getByText(/Afhalen bij Avondwinkel Noord, Stationsplein/)).toBeVisible()
  await orderButton(page).click()
  await page.getByRole('button', { name: 'Betaald' }).click()
  await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()
  await expect(page.getByRole('heading', { name: 'Afhalen bij' })).toBeVisible()
  await expect(page.getByText('Avondwinkel Noord')).toBeVisible()
})

test('an admin makes labels, for one order and for several', desktopOnly, async ({ page }, { project }) => {
  const one = await placePaidOrder(page, `label-a-${project.name}`)
  const other = await placePaidOrder(page, `label-b-${project.name}`)
  await signInAsAdmin(page)
  await page.goto(`/admin/orders/${one.orderId}`)
  await page.getByRole('button', { name: 'Label maken' }).click()
  const making = dialog(page, 'Label maken')
  await making.getByRole('radio', { name: /DHL For You/ }).check()
  await expectAccessible(page)
  await making.getByRole('button', { name: 'Label maken' }).click()
  await expect(page.getByText('Aangemeld bij de vervoerder')).toBeVisible({ timeout: 20_000 })
  const printing = page.getByRole('link', { name: /Printen op A6/ })
  const printed = await page.request.get((await printing.getAttribute('href')) ?? '')
  expect(printed.headers()['content-type']).toBe('application/pdf')
  await expectAccessible(page)

  await page.goto(`/admin/orders?q=label-`)
  for (const { number } of [one, other])
    await page.getByRole('checkbox', { name: `Kies bestelling ${number}` }).check()
  await page.getByRole('button', { name: 'Labels' }).click()
  const several = page.getByRole('dialog')
  await several.getByRole('combobox', { name: 'Vervoerder' }).selectOption('bpost')
  await several.getByRole('button', { name: 'Labels maken' }).click()
  await expect(several.getByText('Er is al een label voor deze bestelling.')).toBeVisible()
  await expect(several.getByRole('link', { name: /Printen op A4/ })).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
})
