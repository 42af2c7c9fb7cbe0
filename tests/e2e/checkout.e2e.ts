import {
  add,
  address,
  arrive,
  cartButton,
  dialog,
  digital,
  lastPieces,
  orderButton,
  parcel,
  startOrdering,
  type Stocked,
  toPayment,
} from '../support/customer.ts'
import { expect, expectAccessible, test } from '../support/screen.ts'

test('nothing typed is lost, and ordering again leads to the order that waits', async ({ page }, {
  project,
}) => {
  await arrive(page, project.name)
  await page.goto('/shop')
  await add(page, parcel, '1 stuk')
  await startOrdering(page)
  await page.getByLabel('Straat').fill('Lindelaan')
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Bestellen')).toBeHidden()
  await expect(cartButton(page, '1 stuk')).toBeFocused()
  await startOrdering(page)
  await expect(page.getByLabel('Straat')).toHaveValue('Lindelaan')
  await page.reload()
  await expect(async () => startOrdering(page)).toPass()
  await expect(page.getByLabel('Straat')).toHaveValue('Lindelaan')

  await toPayment(page)
  await orderButton(page).click()
  await expect(page.getByRole('button', { name: 'Geannuleerd' })).toBeVisible()
  const paymentUrl = page.url()
  await page.goBack()
  await expect(async () => startOrdering(page)).toPass()
  await orderButton(page).click()
  await expect(page.getByRole('button', { name: 'Geannuleerd' })).toBeVisible()
  expect(page.url()).toBe(paymentUrl)
  expect(await (await page.request.get('/api/orders')).json()).toHaveLength(1)

  await page.getByRole('button', { name: 'Geannuleerd' }).click()
  await expect(page.getByText('Je betaling is niet gelukt.')).toBeVisible()
  await expect(async () => startOrdering(page)).toPass()
  await orderButton(page).click()
  await expect(page.getByRole('button', { name: 'Betaald' })).toBeVisible()
  expect(page.url()).not.toBe(paymentUrl)
  await page.getByRole('button', { name: 'Betaald' }).click()
  await expect(cartButton(page, '0 stuks')).toBeVisible()
})

test('when someone else was first, ordering says of what there is too little', async ({
  page,
  playwright,
  baseURL,
}, { project }) => {
  await arrive(page, project.name)
  await page.goto('/shop')
  await add(page, lastPieces, '1 stuk')
  await startOrdering(page)
  await toPayment(page)

  const other = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await arrive({ request: other }, project.name)
  const answer = await other.post('/api/addresses', { data: address })
  const { id: addressId } = (await answer.json()) as { id: string }
  const products = (await (await other.get('/api/products')).json()) as Stocked[]
  const items = products
    .filter(({ name }) => name === lastPieces.name)
    .map(({ id, stock }) => ({ productId: id, quantity: stock }))
  expect((await other.post('/api/cart/checkout', { data: { items, addressId } })).status()).toBe(201)
  await other.dispose()

  await orderButton(page).click()
  await expect(page.getByText('Checkout mislukt', { exact: true })).toBeVisible()
  await expect(dialog(page, 'Bestellen').getByText(`Van ${lastPieces.name} zijn er nog 0.`)).toBeVisible()
  await expect(orderButton(page)).toBeEnabled()
})

test('what is digital needs no address', async ({ page }, { project }) => {
  await arrive(page, project.name)
  await page.goto('/shop')
  await add(page, digital, '1 stuk')
  await startOrdering(page)
  const order = dialog(page, 'Bestellen')
  await expect(order.getByText('Je winkelwagen bevat alleen digitale producten')).toBeVisible()
  await expect(order.getByRole('list', { name: 'Stappen' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await order.getByRole('button', { name: 'Verder', exact: true }).click()
  await expect(order.getByText(/geen herroepingsrecht/)).toBeVisible()
  await orderButton(page).click()
  await page.getByRole('button', { name: 'Betaald' }).click()
  await expect(page.getByText(/Bestelnummer/)).toBeVisible()
})
