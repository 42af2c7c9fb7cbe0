import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { downloadProduct, parcelProduct, scarceProduct, soldOutProduct } from '../support/demoProducts.ts'
import { visitShop } from '../support/renderScreen.tsx'
import { idOfProduct, signUpCustomer } from '../support/screenOrders.ts'
import {
  addToCart,
  cartButtonOf,
  currentUrl,
  startOrdering,
  stepsIn,
  stepsInDialog,
  textOf,
  typeAddress,
} from '../support/screenSteps.ts'

const undo = 'Ongedaan maken'

it('products that leave the cart or the wishlist come back', async () => {
  const customer = await signUpCustomer()
  const productId = await idOfProduct(customer, parcelProduct)
  await customer.send('POST', '/api/cart', { productId, quantity: 2 })
  await customer.send('POST', '/api/wishlist', { productId })
  const user = await customer.open('/wishlist')
  const { press } = stepsIn(user)
  const onList = () => within(screen.getByRole('main')).queryAllByRole('link', { name: parcelProduct.name })
  await press(`Haal van je verlanglijst: ${parcelProduct.name}`)
  await expect.poll(() => onList().length).toBe(0)
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  await press(undo)
  await expect.poll(() => onList().length).toBeGreaterThan(0)

  await press('Winkelwagen, 2 stuks')
  const cart = await stepsInDialog(user, 'Winkelwagen')
  await cart.press(`Verwijder ${parcelProduct.name}`)
  await expect
    .poll(() => cart.in.queryAllByRole('status').map(textOf).join())
    .toContain(`${parcelProduct.name} verwijderd`)
  // The keyboard reaches it inside the drawer.
  await user.tab()
  expect(document.activeElement).toBe(cart.in.getByRole('button', { name: undo }))
  await user.keyboard('{Enter}')
  await expect
    .poll(() => textOf(cart.in.queryByRole('group', { name: `Aantal van ${parcelProduct.name}` })))
    .toContain('2')
  expect(cart.in.queryByRole('button', { name: undo })).toBeNull()
})

it('the shop shows low stock, and explains a refusal', async () => {
  const customer = await signUpCustomer()
  const user = await customer.open(`/shop?q=${encodeURIComponent(soldOutProduct.name)}`)
  const sold = await screen.findByRole('button', { name: cartButtonOf(soldOutProduct) })
  expect(sold).toHaveProperty('disabled', true)

  const shelf = await customer.open(`/shop/${scarceProduct.slug}`)
  await screen.findByText('Nog 3 op voorraad')
  const { press } = stepsIn(shelf)
  for (const pieces of ['1 stuk', '2 stuks', '3 stuks']) {
    await press(cartButtonOf(scarceProduct))
    await screen.findByRole('button', { name: `Winkelwagen, ${pieces}` })
  }
  await press(cartButtonOf(scarceProduct))
  await screen.findByText('Kon product niet toevoegen aan winkelwagen')
  await screen.findByText('Onvoldoende voorraad')
  customer.intercept(({ method, path }, goOn) =>
    method === 'POST' && path === '/api/cart' ? Promise.reject(new TypeError('away')) : goOn(),
  )
  await press(cartButtonOf(scarceProduct))
  await screen.findByText(/^Geen verbinding. Controleer je internet/)
  customer.intercept()

  await press('Winkelwagen, 3 stuks')
  const cart = await stepsInDialog(user, 'Winkelwagen')
  const more = () => cart.in.getByRole('button', { name: `Eén meer: ${scarceProduct.name}` })
  expect(more()).toHaveProperty('disabled', true)
  await cart.press(`Eén minder: ${scarceProduct.name}`)
  await expect.poll(more).toHaveProperty('disabled', false)
  await cart.press(`Verwijder ${scarceProduct.name}`)
  await cart.in.findByText('Je winkelwagen is leeg')
  await user.keyboard('{Escape}')
})

it('a digital order needs no address', async () => {
  const user = await (await signUpCustomer()).open(`/shop/${downloadProduct.slug}`)
  await addToCart(user, downloadProduct)
  const order = await startOrdering(user)
  await order.in.findByText(/Je winkelwagen bevat alleen digitale producten/)
  const steps = within(order.in.getByRole('list', { name: 'Stappen' }))
  expect(steps.getAllByRole('listitem').length).toBe(2)
  await order.press(/^Verder$/)
  await order.in.findByText(/geen herroepingsrecht/)
  await order.in.findByRole('button', { name: /^Bestellen met betalingsverplichting/ })
})

it('a business gives its VAT number before it orders, and the price is without VAT', async () => {
  const user = await (await signUpCustomer()).open(`/shop/${parcelProduct.slug}`)
  await addToCart(user, parcelProduct)
  const order = await startOrdering(user)
  await typeAddress(order)
  await order.press('Adres opslaan en verder')
  await order.press(/^Verder$/)
  await order.press('Bestellen voor een bedrijf')
  await order.fill('Naam van het bedrijf', 'Sintel bv')
  await order.fill('Btw-nummer', 'NL004495446B01')
  await order.press('Toepassen')
  await order.in.findByText(/geen btw-nummer van een EU-land/)
  expect((await order.labelled('Btw-nummer')).getAttribute('aria-invalid')).toBe('true')
  await order.fill('Btw-nummer', 'nl 004495445 b01')
  await order.press('Toepassen')
  await order.in.findByText(/De prijzen zijn nu zonder btw/)
  await order.in.findByText('zonder btw')
  await order.in.findByRole('button', { name: /^Bestellen met betalingsverplichting/ })
})

it('pages of the shop are links, and an invalid address falls back to the defaults', async () => {
  const customer = await signUpCustomer()
  const all = (await customer.send<object[]>('GET', '/api/products')).length
  let user = await customer.open('/shop?min=veel&max=-4&sort=duur&page=0')
  const heading = () => textOf(screen.getByRole('heading', { level: 1 }))
  await expect.poll(heading).toContain(`${all} producten`)
  const cards = () => screen.getAllByRole('article').length
  const link = (name: string) =>
    within(screen.getByRole('navigation', { name: 'Pagina’s' })).queryByRole('link', { name })
  expect(link('Vorige pagina')).toBeNull()
  await user.click(link('Pagina 2') as HTMLElement)
  await expect.poll(currentUrl).toBe('/shop?page=2')
  await expect.poll(() => link('Pagina 2')?.getAttribute('aria-current')).toBe('page')
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByRole('heading', { level: 2, name: 'Producten' }))
  await user.click(link('Volgende pagina') as HTMLElement)
  await expect.poll(currentUrl).toBe('/shop?page=3')
  await expect.poll(cards).toBe(Math.min(9, all - 18))
  await stepsIn(user).choose('Sorteren op', 'Nieuwste eerst')
  await expect.poll(currentUrl).toBe('/shop?sort=newest')

  const last = Math.ceil(all / 9)
  await customer.open('/shop?page=99')
  await expect.poll(currentUrl).toBe(`/shop?page=${last}`)
  user = await customer.open('/shop?category=weg')
  await screen.findByText('Een categorie die je koos, bestaat niet meer.')
  await expect.poll(heading).toContain(`${all} producten`)
})

it('past orders are listed and can be tracked, and an unknown one is not found', async () => {
  const user = await (await visitShop('klant@gloed.test')).open('/orders')
  await user.click(
    (await screen.findAllByRole('link', { name: /^Bekijken van bestelling/ }))[0] as HTMLElement,
  )
  const carrier = await screen.findByRole('link', { name: /Waar is mijn pakket/ })
  expect(carrier.getAttribute('href')).toMatch(/^https:\/\/jouw\.postnl\.nl\/track-and-trace\/\w+-NL-3512AB$/)

  const other = await signUpCustomer()
  await other.open('/orders')
  await screen.findByText('Nog geen bestellingen')
  await other.open('/order-confirmation/0197a000-0000-7000-8000-000000000000')
  await screen.findByRole('heading', { name: 'Bestelling niet gevonden' })
})

it('a customer chooses a pick-up point, which is kept', async () => {
  const customer = await signUpCustomer()
  let user = await customer.open(`/shop/${parcelProduct.slug}`)
  await addToCart(user, parcelProduct)
  let order = await startOrdering(user)
  await typeAddress(order)
  await order.press('Adres opslaan en verder')
  await order.press(/Afhalen bij een punt/, 'radio')
  const points = () => within(order.in.getByRole('group', { name: 'Kies een afhaalpunt' }))
  await expect.poll(() => points().getAllByRole('radio').length).toBe(4)
  await order.press(/^Verder$/)
  await screen.findByText('Afhaalpunt vereist')
  await order.fill('Zoek in de buurt van', '12')
  await user.keyboard('{Enter}')
  await order.in.findByText(/zoals 1234 AB/)
  await order.fill('Zoek in de buurt van', '1011ab')
  await user.keyboard('{Enter}')
  await order.press(/Avondwinkel Noord/, 'radio')

  user = await customer.open(`/shop/${parcelProduct.slug}`)
  order = await startOrdering(user)
  await expect
    .poll(() => points().getByRole('radio', { name: /Avondwinkel Noord/ }))
    .toHaveProperty('checked', true)
  await order.press(/^Verder$/)
  await order.in.findByText(/Afhalen bij Avondwinkel Noord, Stationsplein/)
})
