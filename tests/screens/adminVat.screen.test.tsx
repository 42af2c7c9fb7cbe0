import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { visitShop } from '../support/renderScreen.tsx'
import { pay, placeOrder, signUpCustomer, type Customer } from '../support/screenOrders.ts'

it('an owner enters a rate that begins later, and takes it back', async () => {
  const owner = await visitShop('admin@gloed.test')
  const user = await owner.open('/admin/vat')
  await screen.findByRole('heading', { name: /^Verkocht over de grens/ })
  await user.click(screen.getByRole('button', { name: 'Tarieven van Cyprus wijzigen' }))
  const rates = within(await screen.findByRole('dialog', { name: 'Btw in Cyprus' }))
  await user.click(rates.getByRole('button', { name: 'Tarief bewaren' }))
  await rates.findByRole('textbox', { name: 'Tarief in procent', description: /percentage/ })
  await user.type(rates.getByLabelText('Tarief in procent'), '19,5')
  await user.type(rates.getByLabelText('Eerste dag'), '2099-01-01')
  await user.click(rates.getByRole('button', { name: 'Tarief bewaren' }))
  await screen.findByText('Tarief bewaard')
  await screen.findByText('19,5% vanaf 1 januari 2099')
  await user.click(screen.getByRole('button', { name: 'Tarieven van Cyprus wijzigen' }))
  const again = within(await screen.findByRole('dialog', { name: 'Btw in Cyprus' }))
  await user.click(await again.findByRole('button', { name: /^Verwijder 19,5%/ }))
  await expect.poll(() => again.queryByRole('button', { name: /^Verwijder 19,5%/ })).toBeNull()
})

it('the settings say what each scheme means', async () => {
  const owner = await visitShop('admin@gloed.test')
  const user = await owner.open('/admin/settings')
  const scheme = within(await screen.findByRole('group', { name: 'Btw in de prijzen' }))
  expect(scheme.getByRole('radio', { name: /Btw van je eigen land/ })).toHaveProperty('checked', true)
  await user.click(scheme.getByRole('radio', { name: /vrijstelling voor kleine ondernemingen/ }))
  expect(screen.queryByRole('group', { name: /waar een klant van iets digitaals woont/ })).toBeNull()
  await user.click(scheme.getByRole('radio', { name: /land van de klant/ }))
  await screen.findByRole('radio', { name: /^Twee bewijzen van het land/ })
})

/** Buys while VIES does not answer, so that VAT was charged, and has the number checked later. */
async function buyBeforeVies(vatNumber: string, buy: (customer: Customer) => Promise<void>) {
  const customer = await signUpCustomer()
  const check = () => customer.send<{ status: string }>('POST', '/api/vat-number', { vatNumber })
  const setVies = (isAway: boolean) => customer.send('POST', '/simulator/vies/faults', { isAway })
  await setVies(true)
  expect((await check()).status).toBe('UNAVAILABLE')
  await buy(customer)
  await setVies(false)
  return { customer, check }
}

it('an admin corrects the VAT of a business once VIES knows its number, after seeing the amounts', async () => {
  const vatNumber = 'NL004495445B08'
  let orderId = ''
  const { check } = await buyBeforeVies(vatNumber, async customer => {
    const order = await placeOrder(customer, { business: { name: 'Sintel bv', vatNumber } })
    await pay(customer, order.paymentUrl)
    orderId = order.orderId
  })
  const admin = await visitShop('admin@gloed.test')
  const title = (text: string) => screen.queryByText(`${vatNumber}: ${text}`)
  await expect
    .poll(async () => {
      await admin.open(`/admin/orders/${orderId}`)
      await screen.findByRole('heading', { level: 1, name: /^Bestelling/ })
      return title('nog niet na te kijken')
    })
    .toBeTruthy()

  expect((await check()).status).toBe('VALID')
  const user = await admin.open(`/admin/orders/${orderId}`)
  await screen.findByText(`${vatNumber}: geldig`)
  await user.click(screen.getByRole('button', { name: 'Btw corrigeren' }))
  const correcting = within(await screen.findByRole('dialog', { name: 'Btw corrigeren' }))
  await correcting.findByText(/Dit is niet terug te draaien\./)
  await correcting.findByText(/^Creditnota bij factuur/)
  await correcting.findByText('Nieuwe factuur, btw verlegd')
  await user.click(correcting.getByRole('button', { name: /btw terugbetalen$/ }))
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Btw corrigeren' })).toBeNull()
  await screen.findByRole('link', { name: /Creditnota/ })
  expect(title('geldig')).toBeNull()
})

it('an admin gives the VAT of minutes back, at the customer', async () => {
  const vatNumber = 'NL004495445B18'
  const { customer, check } = await buyBeforeVies(vatNumber, async customer => {
    const business = { name: 'Sintel bv', vatNumber }
    const offer = { packageId: 'quick', minutes: 5, price: 1000, business }
    const { paymentUrl } = await customer.send<{ paymentUrl: string }>('POST', '/api/purchase-minutes', offer)
    await pay(customer, paymentUrl)
  })
  expect((await check()).status).toBe('VALID')
  const admin = await visitShop('admin@gloed.test')
  const title = () => screen.queryByText(`5 minuten, ${vatNumber}: geldig`)
  await expect
    .poll(async () => {
      await admin.open(`/admin/users/${customer.id}`)
      await screen.findByRole('button', { name: 'Minuten aanpassen' })
      return title()
    })
    .toBeTruthy()
  const user = await admin.open(`/admin/users/${customer.id}`)
  await user.click(await screen.findByRole('button', { name: 'Btw corrigeren' }))
  const correcting = within(await screen.findByRole('dialog', { name: 'Btw corrigeren' }))
  await user.click(await correcting.findByRole('button', { name: /1,74 btw terugbetalen$/ }))
  await expect.poll(title).toBeNull()
  // The minutes stay, and are worth so much less.
  await admin.open(`/admin/users/${customer.id}`)
  const ledger = within(await screen.findByRole('table', { name: /Minuten erbij en eraf/ }))
  expect(ledger.getByRole('row', { name: /Btw terug/ }).textContent).toContain('1,74')
})
