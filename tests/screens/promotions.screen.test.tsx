import { screen, within } from '@testing-library/dom'
import { expect, it, onTestFinished } from 'vitest'
import { toBrusselsInput } from '../../src/shop/products/admin/prices/saleForm.rules.ts'
import { toBrusselsDay } from '../../src/wire/brusselsTime.ts'
import { address, parcelProduct } from '../support/demoProducts.ts'
import { visitShop, type Visitor } from '../support/renderScreen.tsx'
import { idOfProduct, signUpCustomer } from '../support/screenOrders.ts'
import {
  addToCart,
  euros,
  like,
  startOrdering,
  stepsIn,
  stepsInDialog,
  textOf,
  textOfRow,
  untilGone,
  untilNoDialog,
} from '../support/screenSteps.ts'

const admin = () => visitShop('admin@gloed.test')
const { price, name, slug } = parcelProduct

it('an admin makes an action, tries it, and switches it off', async () => {
  const user = await (await admin()).open('/admin/promotions')
  await screen.findByRole('heading', { level: 1, name: /^Acties/ })
  const { press, fill } = stepsIn(user)
  await press('Nieuwe actie')
  const form = await stepsInDialog(user, 'Nieuwe actie')
  await form.fill(/^Naam/, 'Zomer')
  await form.press('Opslaan')
  await form.in.findByText('Vul een percentage in van 1 tot 100.')
  await form.fill(/^Percentage/, '25')
  await form.fill(/^Code/, 'zomer25')
  await form.press('Opslaan')
  await untilNoDialog()
  await expect.poll(() => textOfRow('Zomer')).toContain('ZOMER25')

  await fill(/^Zoek een product/, name)
  await press(new RegExp(`^${name}$`))
  await fill(/^Codes/, 'zomer25')
  await press('Uitrekenen')
  await screen.findByText(euros(price - Math.round(price / 4)))

  await press('Zomer actief', 'switch')
  await expect.poll(() => textOfRow('Zomer')).toContain('Uit')
})

it('a bundle is made of two products, and put in the cart from the page of one of them', async () => {
  const [candle, tapers] = ['Geurkaars Gloed', 'Gedraaide dinerkaarsen']
  const owner = await admin()
  const user = await owner.open('/admin/promotions')
  await stepsIn(user).press('Nieuwe actie')
  const form = await stepsInDialog(user, 'Nieuwe actie')
  await form.fill(/^Naam/, 'Kaarsen')
  await form.choose(/^Soort/, 'Samen goedkoper')
  await form.fill(/^Percentage/, '20')
  const add = async (product: string) => {
    await form.fill(/^Zoek een product/, product)
    await form.press(new RegExp(`^${product}$`))
    await form.press('Opslaan')
  }
  await add(candle)
  await form.in.findByText('Kies 2 tot 4 producten.')
  await add(tapers)
  await untilNoDialog()
  const active = await screen.findByRole('switch', { name: 'Kaarsen actief' })
  expect(active.getAttribute('aria-checked')).toBe('true')

  const shopper = await (await signUpCustomer()).open('/shop/geurkaars-gloed')
  const bundles = await screen.findByRole('region', { name: 'Samen goedkoper' })
  const offer = `20 % op ${tapers} en ${candle} samen`
  await expect.poll(() => textOf(bundles)).toContain(offer)
  await stepsIn(shopper, within(bundles)).press('Samen in winkelwagen')
  await within(bundles).findByText('Ze liggen samen in je winkelwagen.')
  await stepsIn(shopper).press('Winkelwagen, 2 stuks')
  await expect.poll(() => textOf(screen.queryByRole('dialog', { name: /^Winkelwagen/ }))).toContain(offer)

  const again = await owner.open('/admin/promotions')
  await stepsIn(again).press('Kaarsen actief', 'switch')
  await expect.poll(() => textOfRow('Kaarsen')).toContain('Uit')
})

it('an admin sets a sale, which customers see with its meaning until it is ended', async () => {
  const owner = await admin()
  const id = await idOfProduct(owner, parcelProduct)
  const { fill, press } = stepsIn(await owner.open(`/admin/products/${id}`))
  await fill('Actieprijs in euro', '1')
  await press('Actie instellen')
  await screen.findByText('Kies wanneer de actie eindigt.')
  await fill(/^Tot$/, toBrusselsInput(new Date(Date.now() + 7 * 24 * 3600_000).toISOString()))
  await press('Actie instellen')
  await screen.findByText('Loopt')

  const customer = await signUpCustomer()
  const prior = `Laagste prijs van de laatste 30 dagen: ${euros(price)}`
  const shopper = await customer.open(`/shop/${slug}`)
  await screen.findByText(/Actieprijs tot/)
  expect(textOf(screen.getByRole('main'))).toContain(prior)
  await addToCart(shopper, parcelProduct)
  await stepsIn(shopper).press(/^Winkelwagen, 1 stuk$/)
  await expect.poll(() => textOf(screen.queryByRole('dialog', { name: /^Winkelwagen/ }))).toContain(prior)
  await customer.open('/shop?sort=price-low')
  const card = textOf((await screen.findAllByRole('article'))[0])
  expect(card).toContain(name)
  expect(card).toContain(prior)

  const again = await owner.open(`/admin/products/${id}`)
  await stepsIn(again).press('Nu beëindigen')
  await untilGone('Loopt')
  await customer.open(`/shop/${slug}`)
  await screen.findByRole('heading', { level: 1, name: like(name) })
  expect(screen.queryByText(/Actieprijs tot/)).toBeNull()
})

it('a rate of VAT that the owner corrected decides what a business pays', async () => {
  const owner = await admin()
  // Another test may have closed an earlier quarter.
  const validFrom = toBrusselsDay(new Date())
  const user = await owner.open('/admin/vat')
  await stepsIn(user).press('Tarieven van België wijzigen')
  const rates = await stepsInDialog(user, 'Btw in België')
  await rates.fill('Tarief in procent', '25')
  await rates.fill('Eerste dag', validFrom)
  await rates.press('Tarief bewaren')
  onTestFinished(() => owner.send('DELETE', `/api/admin/vat/rates/BE/STANDARD/${validFrom}`))
  await screen.findByText('Tarief bewaard')

  const { order } = await startOrderOf(await signUpCustomer())
  await order.press('Bestellen voor een bedrijf')
  await order.fill('Naam van het bedrijf', 'Sintel bv')
  await order.fill('Btw-nummer', 'NL004495445B01')
  await order.press('Toepassen')
  await order.in.findByText(/^De prijzen zijn nu zonder btw/)
  // Of 1.25 parts in the price, 0.25 is VAT.
  const withoutVat = await order.in.findAllByText(euros(price - Math.round(price / 5)))
  expect(withoutVat.length).toBeGreaterThan(0)
})

/** Comes to the last step of an order of one unit. */
async function startOrderOf(customer: Visitor) {
  const productId = await idOfProduct(customer, parcelProduct)
  await customer.send('POST', '/api/addresses', address)
  await customer.send('POST', '/api/cart', { productId, quantity: 1 })
  const user = await customer.open('/shop')
  const order = await startOrdering(user)
  await order.press(/^Verder$/)
  await order.press(/^Verder$/)
  return { user, order }
}

it('the legal guarantee stands beside the order button, and the registrations as a producer under every page', async () => {
  const { order } = await startOrderOf(await signUpCustomer())
  await order.in.findByRole('button', { name: /Bestellen met betalingsverplichting/ })
  const guarantee = order.in.getByRole('link', { name: /wettelijke garantie/ })
  expect(guarantee.getAttribute('href')).toBe('/wettelijke-garantie')
  expect(textOf(document.querySelector('footer'))).toContain('Recupel 12345, Bebat 6789')
})

it('a business buys minutes without VAT', async () => {
  const user = await (await signUpCustomer()).open('/dashboard')
  await stepsIn(user).press('Saldo: 0 min, bijkopen')
  const offer = await stepsInDialog(user, 'Minuten kopen')
  await offer.press(/Extended Play/, 'radio')
  await offer.in.findByText('incl. btw')
  await offer.press('Bestellen voor een bedrijf')
  await offer.fill('Naam van het bedrijf', 'Sintel bv')
  await offer.fill('Btw-nummer', 'NL004495445B01')
  await offer.press('Toepassen')
  await offer.in.findByText(/^De prijzen zijn nu zonder btw/)
  // 25.00 − 25.00 × 21/121.
  expect(offer.in.getAllByText(euros(2066)).length).toBe(2)
  offer.in.getByText('zonder btw')
})

it('store credit is given with a reason, seen, and used for an order that changes meanwhile', async () => {
  const customer = await signUpCustomer()
  const owner = await admin()
  const desk = await owner.open(`/admin/users/${customer.id}`)
  const group = within(await screen.findByRole('group', { name: 'Tegoed aanpassen' }))
  const form = stepsIn(desk, group)
  await form.press('Tegoed aanpassen')
  expect((await group.findAllByRole('alert')).length).toBeGreaterThan(0)
  await form.fill(/^Bedrag in euro/, '10')
  await form.fill(/^Waarom/, 'Voor de vertraging')
  await form.press('Tegoed aanpassen')
  await screen.findAllByText(`Het tegoed is nu ${euros(1000)}.`)

  await customer.open('/tegoed')
  await screen.findByText(/Voor de vertraging/)
  const { order } = await startOrderOf(customer)
  await order.press(/^Gebruik mijn tegoed/, 'switch')
  const pay = (cents: number) => like(`Bestellen en ${euros(cents)} betalen`)
  await order.in.findByRole('button', { name: pay(price - 1000) })

  // Half of it is spent elsewhere meanwhile: said calmly, and nothing is ordered.
  const spent = { amount: -400, reason: 'Anders besteed' }
  const key = { 'idempotency-key': `credit-${customer.id}` }
  await owner.send('POST', `/api/admin/users/${customer.id}/store-credit`, spent, key)
  await order.press(pay(price - 1000))
  await order.in.findByText(/Wat je nog moet betalen, is veranderd/)
  await order.in.findByText(`Nog te betalen is nu ${euros(price - 600)}.`)
  expect(await customer.send('GET', '/api/orders')).toEqual([])
  await order.in.findByRole('button', { name: pay(price - 600) })
})

it('an order that leads to another country than those that are shipped to says so', async () => {
  const customer = await signUpCustomer()
  const abroad = { ...address, country: 'Duitsland', postalCode: '10115', city: 'Berlijn' }
  await customer.send('POST', '/api/addresses', abroad)
  const productId = await idOfProduct(customer, parcelProduct)
  await customer.send('POST', '/api/cart', { productId, quantity: 1 })
  const order = await startOrdering(await customer.open('/shop'))
  await order.in.findByText('Naar Duitsland verzenden we niet. We verzenden naar Nederland en België.')
  await order.press(/^Verder$/)
  await order.in.findByRole('radio', { name: /Robin Maas/ })
  await order.press('Nieuw adres toevoegen')
  const land = (await order.labelled(/^Land/)) as HTMLSelectElement
  expect([...land.options].map(({ text }) => text)).toEqual(['Nederland', 'België'])
})
