import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { downloadProduct } from '../support/demoProducts.ts'
import { visitShop, type Visitor } from '../support/renderScreen.tsx'
import { idOfProduct, pay, placeOrder, placePaidOrder, signUpCustomer } from '../support/screenOrders.ts'
import { closeByEscape, currentUrl, stepsIn, stepsInDialog, textOf } from '../support/screenSteps.ts'

const payNow = () => within(screen.getByRole('main')).queryAllByRole('button', { name: /^Nu betalen/ })

async function orderDownload(customer: Visitor) {
  const items = [{ productId: await idOfProduct(customer, downloadProduct), quantity: 1 }]
  return placeOrder(customer, { items })
}

it('who comes back without having paid is told of the order', async () => {
  const customer = await signUpCustomer()
  const { orderId, number } = await placeOrder(customer)
  const { press } = stepsIn(await customer.open('/shop'))
  const notice = () =>
    screen.queryAllByRole('status').find(each => textOf(each).includes('Je bestelling wacht op betaling'))
  await expect.poll(() => textOf(notice())).toContain(number)
  await press('Bekijk en betaal', 'link')
  await expect.poll(currentUrl).toBe(`/order-confirmation/${orderId}`)
  await expect.poll(notice).toBeUndefined()

  // At the return with a result that says what there is to say.
  await customer.open(`/?payment=pending&orderId=${orderId}`)
  await screen.findByText('Je betaling is onderweg')
  expect(notice()).toBeUndefined()
})

it('the link in the mail about a failed payment opens the order while that is unpaid', async () => {
  const customer = await signUpCustomer()
  const { orderId, number, paymentUrl } = await orderDownload(customer)
  await customer.send('POST', paymentUrl, new URLSearchParams({ outcome: 'failed' }))
  const link = new RegExp(`Probeer het opnieuw: \\S+?(/order-confirmation/${orderId}\\S*)`)
  const mailed = async () => link.exec(await customer.send<string>('GET', '/dev/mails'))?.[1]
  await expect.poll(mailed).toBeTruthy()
  const owner = await visitShop('admin@gloed.test')
  await owner.send('PUT', `/api/admin/orders/${orderId}/status`, { status: 'PENDING' })
  await customer.open((await mailed()) ?? '')
  await screen.findByRole('heading', { name: new RegExp(`Bestelling ${number}`) })
  await expect.poll(() => payNow().length).toBeGreaterThan(0)
})

it('a customer cancels a paid order that nobody packs yet, and reads that the money goes back', async () => {
  const { orderId, number, customer } = await placePaidOrder()
  const user = await customer.open(`/order-confirmation/${orderId}`)
  const { press } = stepsIn(user)
  await press(/^Annuleren/)
  const dialog = await stepsInDialog(user, 'Bestelling annuleren')
  await dialog.in.findByText(/Je geld gaat vanzelf terug/)
  await dialog.press('Toch niet')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await press(/^Annuleren/)
  await (await stepsInDialog(user, 'Bestelling annuleren')).press('Bestelling annuleren')
  await screen.findByText(/Deze bestelling gaat niet door\./)
  expect(screen.queryByRole('button', { name: /^Annuleren/ })).toBeNull()
  await customer.open('/notifications')
  const told = () => textOf(screen.getByRole('main'))
  await expect.poll(told).toContain(`Bestelling ${number} is geannuleerd.`)
  expect(told()).toContain(`Je krijgt € 49,90 terug voor bestelling ${number}.`)
})

it('an order that was paid elsewhere can’t be paid again, and is reloaded', async () => {
  const customer = await signUpCustomer()
  const { paymentUrl } = await orderDownload(customer)
  const user = await customer.open('/orders')
  await expect.poll(() => payNow().length).toBeGreaterThan(0)
  await pay(customer, paymentUrl)
  await user.click(payNow()[0] as HTMLElement)
  await screen.findByText('Betaling kon niet worden gestart')
  await screen.findByText('Deze bestelling kan niet meer betaald worden.')
  await expect.poll(payNow).toEqual([])
})

it('the page of an unpaid order shows by itself that it was paid', async () => {
  const customer = await signUpCustomer()
  const { orderId, paymentUrl } = await orderDownload(customer)
  await customer.open(`/order-confirmation/${orderId}`)
  await expect.poll(() => payNow().length).toBeGreaterThan(0)
  await pay(customer, paymentUrl)
  await within(screen.getByRole('main')).findByText('Geleverd')
  expect(payNow()).toEqual([])
})

it('the dashboard summarizes everything, and links to the history of sessions', async () => {
  const customer = await signUpCustomer()
  await customer.open('/sessions')
  await screen.findByRole('heading', { name: 'Nog geen sessies' })
  within(screen.getByRole('main')).getByRole('link', { name: /^Naar Live Control/ })

  const quick = { packageId: 'quick', minutes: 5, price: 1000 }
  const { paymentUrl } = await customer.send<{ paymentUrl: string }>('POST', '/api/purchase-minutes', quick)
  await pay(customer, paymentUrl)
  const toys = await customer.send<{ id: string }[]>('GET', '/api/toys')
  await customer.send('POST', '/api/toy-control/start', { toyDeviceId: toys.at(-1)?.id })
  await expect
    .poll(() => customer.send('GET', '/api/toy-control/session'))
    .toMatchObject({ status: 'ACTIVE' })
  await customer.send('POST', '/api/toy-control/stop')
  const [wished] = await customer.send<[{ id: string; name: string }]>('GET', '/api/products')
  await customer.send('POST', '/api/wishlist', { productId: wished.id })
  const user = await customer.open('/dashboard')
  const main = () => within(screen.getByRole('main'))
  const figures = () => [...document.querySelectorAll('main dl')].map(textOf)
  await expect
    .poll(() => figures()[0])
    .toBe('Saldo4 minutenNog 2 minuten te spelenBestellingen0Live sessies1')
  await main().findByText(wished.name)
  main().getByText('Lid sinds')
  await user.click(main().getByRole('link', { name: /^Alles bekijken van je sessies$/ }))
  await expect.poll(currentUrl).toBe('/sessions')
  await expect.poll(() => figures().at(-1)).toMatch(/^Live sessies1Gespeeld1 minuutKosten€ 2,00$/)
  await user.click(main().getByRole('link', { name: /^Terug naar dashboard/ }))
  await expect.poll(currentUrl).toBe('/dashboard')
  // The focus moves to the page on arrival.
  await expect.poll(() => document.activeElement?.tagName).toBe('MAIN')
  const account = within(screen.getByRole('group', { name: 'Account' }))
  for (const name of ['Mijn Profiel', 'Dashboard', 'Verlanglijst', 'Mijn Bestellingen'])
    account.getByRole('link', { name: new RegExp(`^${name}`) })
  account.getByRole('button', { name: 'Uitloggen' })
})

it('the mail about a failed payment links to the cart, once', async () => {
  const customer = await signUpCustomer()
  const line = { productId: await idOfProduct(customer, downloadProduct), quantity: 1 }
  await customer.send('POST', '/api/cart', line)
  const { orderId, paymentUrl } = await placeOrder(customer, { items: [line] })
  await customer.send('POST', paymentUrl, new URLSearchParams({ outcome: 'failed' }))
  const link = new RegExp(`Probeer het opnieuw: \\S+?(/order-confirmation/${orderId}\\S*)`)
  const mailed = async () => link.exec(await customer.send<string>('GET', '/dev/mails'))?.[1]
  await expect.poll(mailed).toBeTruthy()
  let user = await customer.open((await mailed()) ?? '')
  const cart = await stepsInDialog(user, 'Winkelwagen')
  await cart.in.findByText(downloadProduct.name)
  expect(currentUrl()).toBe('/shop')
  await closeByEscape(user)
  user = await customer.open(currentUrl())
  expect(screen.queryByRole('dialog')).toBeNull()

  user = await customer.open((await mailed()) ?? '')
  await (await stepsInDialog(user, 'Winkelwagen')).press('Verder naar bestellen')
  const order = await stepsInDialog(user, 'Bestellen')
  await order.press(/^Verder$/)
  await order.in.findByRole('button', { name: /^Bestellen met betalingsverplichting/ })
})
