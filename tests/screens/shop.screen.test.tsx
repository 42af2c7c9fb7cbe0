import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { demoProducts } from '../../src/app/demo/catalog.ts'
import { address, downloadProduct, parcelProduct, soldOutProduct } from '../support/demoProducts.ts'
import { answers, visitShop, type Visitor } from '../support/renderScreen.tsx'
import { idOfProduct, signUpCustomer } from '../support/screenOrders.ts'
import {
  addToCart,
  cartButtonOf,
  currentUrl,
  euros,
  like,
  startOrdering,
  stepsIn,
  stepsInDialog,
  textOf,
  typeAddress,
} from '../support/screenSteps.ts'

const CALL = '/api/shipping/calculate'

async function openCalculator() {
  const customer = await signUpCustomer()
  const user = await customer.open('/')
  const opener = await screen.findByRole('button', { name: /^Bereken verzendkosten/ })
  opener.focus()
  await user.keyboard('{Enter}')
  const dialog = await stepsInDialog(user, 'Verzendkosten berekenen')
  await dialog.labelled('Gewicht in gram')
  return { customer, user, dialog, apply: () => dialog.in.getByRole('button', { name: 'Toepassen' }) }
}

it('the calculator updates during typing, and the chosen rate shows on Home', async () => {
  const { customer, user, dialog, apply } = await openCalculator()
  const asked: object[] = []
  customer.intercept(({ path, body }, goOn) => {
    if (path === CALL) asked.push(JSON.parse(body) as object)
    return goOn()
  })
  expect(apply()).toHaveProperty('disabled', true)
  const land = (await dialog.labelled('Land')) as HTMLSelectElement
  expect(land.options.length).toBe(10)
  await dialog.in.findByText(/Prijzen zijn exclusief btw/)
  await user.type(await dialog.labelled('Gewicht in gram'), '1500')
  const rates = await dialog.in.findAllByRole('radio')
  expect(rates[0]).toHaveProperty('checked', true)
  // One call for four keys: it waits until the typing pauses.
  const weighed = { weight: 1500, length: null, width: null, height: null, country: 'NL' }
  expect(asked).toEqual([weighed])
  const cheapest = await customer.send<{ price: number; priceWithVat: number }[]>('POST', CALL, weighed)
  expect(rates.length).toBe(cheapest.length)

  await dialog.fill('Gewicht in gram', '0')
  await dialog.in.findByText('Voer een geldig gewicht in (grammen)')
  expect(apply()).toHaveProperty('disabled', true)
  await dialog.fill('Gewicht in gram', '900000')
  await dialog.in.findByText(/Geen verzendopties beschikbaar/)
  expect(apply()).toHaveProperty('disabled', true)

  await dialog.fill('Gewicht in gram', '1.500')
  await expect.poll(() => dialog.in.queryAllByRole('radio').length).toBe(cheapest.length)
  await user.click(dialog.in.getAllByRole('radio')[1] as HTMLElement)
  await dialog.press('Toepassen')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByRole('button', { name: /^Bereken verzendkosten/ }))
  const chosen = screen.getAllByRole('status').map(textOf).join()
  expect(chosen).toContain(euros(cheapest[1]?.price ?? 0))
  expect(chosen).toContain(`${euros(cheapest[1]?.priceWithVat ?? 0)} met btw`)
})

it('a late answer of the calculator never replaces a newer one, and a failure can be retried', async () => {
  const { customer, dialog, apply, user } = await openCalculator()
  const held = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  const overtaken = Promise.withResolvers<void>()
  customer.intercept(async ({ path, body }, goOn) => {
    if (path !== CALL || !body.includes('"weight":500,')) return goOn()
    first.resolve()
    await held.promise
    const late = await goOn()
    overtaken.resolve()
    return late
  })
  await dialog.fill('Gewicht in gram', '500')
  await first.promise
  await dialog.fill('Gewicht in gram', '15000')
  const group = () => textOf(dialog.in.queryByRole('group', { name: 'Kies een verzendoptie' }))
  await dialog.in.findAllByRole('radio')
  const shown = group()
  held.resolve()
  await overtaken.promise
  await expect.poll(apply).toHaveProperty('disabled', false)
  expect(group()).toBe(shown)

  customer.intercept(({ path }, goOn) => (path === CALL ? answers(500, 'kapot') : goOn()))
  await dialog.fill('Gewicht in gram', '600')
  await dialog.in.findByText(/Fout bij berekenen verzendkosten/)
  customer.intercept(({ path }, goOn) => (path === CALL ? Promise.reject(new TypeError('away')) : goOn()))
  await dialog.fill('Gewicht in gram', '700')
  await dialog.in.findByText(/Netwerkfout bij berekenen/)
  expect(apply()).toHaveProperty('disabled', true)
  customer.intercept()
  await dialog.press('Probeer opnieuw')
  expect((await dialog.in.findAllByRole('radio'))[0]).toHaveProperty('checked', true)
  await user.keyboard('{Escape}')
})

const emptyHeart = (name: string) => `Zet op je verlanglijst: ${name}`
const badge = (count: string) =>
  within(screen.getByRole('banner')).findByRole('link', { name: `Verlanglijst, ${count}` })

it('a heart is filled, is kept, and leads to the list, where products are bought and removed', async () => {
  const customer = await signUpCustomer()
  // Home shows the first products.
  const [{ name }] = await customer.send<[{ name: string }]>('GET', '/api/products')
  const filled = `Staat op je verlanglijst: ${name}. Bekijk je verlanglijst`
  let user = await customer.open('/')
  await badge('0 producten')
  const heart = await screen.findByRole('button', { name: emptyHeart(name) })
  heart.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('button', { name: filled })
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe(filled)
  await badge('1 product')
  user = await customer.open('/')
  await badge('1 product')
  const { press } = stepsIn(user)
  await press(filled)
  await expect.poll(currentUrl).toBe('/wishlist')

  await press(cartButtonOf({ name }))
  await screen.findByRole('button', { name: 'Winkelwagen, 1 stuk' })
  await press(`Haal van je verlanglijst: ${name}`)
  await badge('0 producten')
  await screen.findByRole('heading', { name: 'Je verlanglijst is leeg' })
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Naar de shop' }))
  await expect.poll(currentUrl).toBe('/shop')
})

it('a heart that the server refuses is emptied again, and an error is shown', async () => {
  const customer = await signUpCustomer()
  const [{ name }] = await customer.send<[{ name: string }]>('GET', '/api/products')
  const user = await customer.open('/')
  customer.intercept(({ method, path }, goOn) =>
    method === 'POST' && path === '/api/wishlist' ? Promise.reject(new TypeError('away')) : goOn(),
  )
  await stepsIn(user).press(emptyHeart(name))
  await screen.findByText('Kon product niet toevoegen aan verlanglijst')
  expect(await screen.findByRole('button', { name: emptyHeart(name) })).toBeTruthy()
  await badge('0 producten')
})

it('a sold-out product of the wishlist says so, and a product that can’t be removed comes back', async () => {
  const customer = await signUpCustomer()
  for (const product of [downloadProduct, soldOutProduct])
    await customer.send('POST', '/api/wishlist', { productId: await idOfProduct(customer, product) })
  const user = await customer.open('/wishlist')
  const names = () => within(screen.getByRole('main')).getAllByRole('heading', { level: 2 }).map(textOf)
  const both = [soldOutProduct.name, downloadProduct.name]
  await expect.poll(names).toEqual(both)
  const sold = screen.getByRole('button', { name: new RegExp(`^Uitverkocht.*: ${soldOutProduct.name}$`) })
  expect(sold).toHaveProperty('disabled', true)
  customer.intercept(({ path }, goOn) =>
    path.startsWith('/api/wishlist/') ? Promise.reject(new TypeError('away')) : goOn(),
  )
  await stepsIn(user).press(`Haal van je verlanglijst: ${soldOutProduct.name}`)
  await screen.findByText('Kon product niet verwijderen van verlanglijst')
  await expect.poll(names).toEqual(both)
})

it('a mail is asked for what is sold out, and taken back by pressing again or at the settings', async () => {
  const customer = await signUpCustomer()
  const { press } = stepsIn(await customer.open(`/shop/${soldOutProduct.slug}`))
  const mail = 'Mail me als het er weer is'
  await press(mail)
  await screen.findByRole('button', { name: mail, pressed: true })
  await press(mail)
  await screen.findByRole('button', { name: mail, pressed: false })
  await press(mail)
  await screen.findByRole('button', { name: mail, pressed: true })
  const settings = stepsIn(await customer.open('/profile?tab=settings'))
  await settings.press('Vergeten winkelwagen', 'switch')
  await screen.findByText(/Mail als het er weer is/)
  await settings.press(`Geen mail over ${soldOutProduct.name}`)
  await expect.poll(() => screen.queryByText(/Mail als het er weer is/)).toBeNull()
})

it('a product says what 100 ml cost, when it arrives, and that there is a legal guarantee', async () => {
  const user = await (await signUpCustomer()).open('/shop/zachte-gel-op-waterbasis')
  await screen.findByRole('link', { name: 'Minstens 2 jaar wettelijke garantie' })
  const page = textOf(screen.getByRole('main'))
  expect(page).toMatch(/150 ml, € [\d,]+ per 100 ml/)
  expect(page).toMatch(/besteld: .* in huis/)
  const { press } = stepsIn(user)
  await press('Minstens 2 jaar wettelijke garantie', 'link')
  await screen.findByRole('heading', { level: 1, name: /^Wettelijke garantie/ })
  await press(/^Klachten/, 'link')
  await screen.findAllByRole('heading', { name: /Contactpunten/ })
})

const bySlug = (slug: string) => {
  const product = demoProducts.find(one => one.slug === slug)
  if (!product) throw new Error(`the demo data has no ${slug}`)
  return product
}

it('a buyer reviews a product once, and the review shows after approval', async () => {
  // The demo customer bought it.
  const bought = bySlug('zijden-slaapmasker')
  const customer = await visitShop('klant@gloed.test')
  const write = 'Schrijf een beoordeling'
  await stepsIn(await customer.open(`/shop/${parcelProduct.slug}`)).press(write)
  await screen.findByText('Je kunt alleen beoordelen wat je hier gekocht hebt.')
  expect(screen.queryByRole('button', { name: 'Versturen' })).toBeNull()

  const user = await customer.open(`/shop/${bought.slug}`)
  const { press, fill, labelled } = stepsIn(user)
  await press(write)
  await press('Versturen')
  await screen.findByText('Kies 1 tot en met 5 sterren.')
  await press(/^4 sterren$/, 'radio')
  await fill('Wat vond je ervan?', 'Ruikt heerlijk.')
  await screen.findByText('15 / 2000 tekens')
  await fill('Wat vond je ervan?', 'Zacht, en mooi verpakt.')
  customer.intercept(({ method, path }, goOn) =>
    method === 'POST' && path.endsWith('/reviews') ? Promise.reject(new TypeError('away')) : goOn(),
  )
  await press('Versturen')
  await screen.findByText(/Je beoordeling is niet verstuurd/)
  expect(await labelled('Wat vond je ervan?')).toHaveProperty('value', 'Zacht, en mooi verpakt.')
  customer.intercept()
  await press('Versturen')
  await screen.findByText(/Bedankt, je beoordeling verschijnt zodra we haar hebben bekeken\./)
  screen.getByRole('link', { name: /Nog geen beoordelingen$/ })
  await stepsIn(await customer.open(`/shop/${bought.slug}`)).press(write)
  await screen.findByText('Je hebt dit product al beoordeeld.')

  const owner = await visitShop('admin@gloed.test')
  const waiting = await owner.send<{ id: string; productName: string }[]>('GET', '/api/admin/reviews')
  const mine = waiting.find(({ productName }) => productName === bought.name)
  await owner.send('PUT', `/api/admin/reviews/${mine?.id}`, { approved: true })

  await customer.open(`/shop/${bought.slug}`)
  await screen.findByRole('link', { name: /1 beoordeling$/ })
  const list = within(screen.getByRole('region', { name: 'Beoordelingen' }))
  list.getByText('Zacht, en mooi verpakt.')
  expect(list.getAllByRole('img', { name: '4 van 5 sterren' }).length).toBeGreaterThan(0)
  const told = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}'
  expect(JSON.parse(told)).toMatchObject({
    '@graph': [{ aggregateRating: { ratingValue: 4, reviewCount: 1 } }, {}],
  })
})

it('a card and the page of a product show the same rating', async () => {
  const customer = await visitShop('klant@gloed.test')
  await customer.open('/shop')
  const card = () =>
    textOf(screen.queryAllByRole('article').find(each => textOf(each).includes(parcelProduct.name)))
  await expect.poll(card).toContain('Beoordeling:')
  const rating = /Beoordeling: (\d,\d)/.exec(card())?.[1]?.replace(',0', '')
  await customer.open(`/shop/${parcelProduct.slug}`)
  await screen.findAllByRole('img', { name: `${rating} van 5 sterren` })
})

const broken = () => answers(500, JSON.stringify({ code: 'INTERNAL', message: 'Er ging iets mis.' }))

/** The server fails at these calls of the pages of this visitor; all other calls are answered. */
const breakDown = ({ intercept }: Visitor, calls: [method: string, path: RegExp][]) =>
  intercept((call, goOn) =>
    calls.some(([method, path]) => method === call.method && path.test(call.path)) ? broken() : goOn(),
  )

it('shows the seed’s texts for errors of the cart and the wishlist', async () => {
  const customer = await signUpCustomer()
  const user = await customer.open(`/shop/${parcelProduct.slug}`)
  const { press } = stepsIn(user)
  breakDown(customer, [['POST', /^\/api\/wishlist$/]])
  const [heart] = await screen.findAllByRole('button', { name: emptyHeart(parcelProduct.name) })
  await user.click(heart as HTMLElement)
  await screen.findByText('Kon product niet toevoegen aan verlanglijst')
  await addToCart(user, parcelProduct)
  breakDown(customer, [
    ['POST', /^\/api\/cart$/],
    ['PUT', /^\/api\/cart\//],
    ['DELETE', /^\/api\/cart\//],
  ])
  const [again] = await screen.findAllByRole('button', { name: cartButtonOf(parcelProduct) })
  await user.click(again as HTMLElement)
  await screen.findByText('Kon product niet toevoegen aan winkelwagen')
  await press('Winkelwagen, 1 stuk')
  const cart = await stepsInDialog(user, 'Winkelwagen')
  await cart.press(`Eén meer: ${parcelProduct.name}`)
  await screen.findByText('Kon hoeveelheid niet bijwerken')
  await cart.press(`Verwijder ${parcelProduct.name}`)
  await screen.findByText('Kon item niet verwijderen')
  expect(textOf(cart.in.getAllByRole('definition')[0])).toBe('Gratis')
})

it('shows the seed’s texts while ordering, up to an order that costs nothing', async () => {
  const customer = await signUpCustomer()
  const productId = await idOfProduct(customer, parcelProduct)
  await customer.send('POST', '/api/cart', { productId, quantity: 1 })
  breakDown(customer, [['GET', /^\/api\/addresses$/]])
  let order = await startOrdering(await customer.open(`/shop/${parcelProduct.slug}`))
  await order.press(/^Verder$/)
  await screen.findByText('Adres vereist')
  await screen.findByText('Selecteer een verzendadres om door te gaan')

  breakDown(customer, [['POST', /^\/api\/addresses$/]])
  order = await startOrdering(await customer.open(`/shop/${parcelProduct.slug}`))
  await typeAddress(order)
  await order.press('Adres opslaan en verder')
  await screen.findByText('Er is een fout opgetreden bij het toevoegen van het adres')
  expect(await order.labelled(/^Straat/)).toHaveProperty('value', address.street)
  customer.intercept()
  await order.press('Adres opslaan en verder')
  await order.press(/^Verder$/)

  customer.intercept(({ path }, goOn) => (path === '/api/cart/checkout' ? answers(201, 'geen JSON') : goOn()))
  await order.press(/^Bestellen met betalingsverplichting/)
  await screen.findByText('Checkout mislukt')
  await screen.findByText('Er is een fout opgetreden tijdens checkout')
  const placed = JSON.stringify({ orderId: '0197a000-0000-7000-8000-000000000000' })
  customer.intercept(({ path }, goOn) => (path === '/api/cart/checkout' ? answers(201, placed) : goOn()))
  await order.press(/^Bestellen met betalingsverplichting/)
  await screen.findByText('Bestelling geplaatst')
  await expect.poll(() => screen.queryByRole('dialog', { name: like('Bestellen') })).toBeNull()
})

it('shows the seed’s texts for errors of the account', async () => {
  const visitor = await visitShop()
  breakDown(visitor, [['POST', /^\/api\/register$/]])
  const { press, fill } = stepsIn(await visitor.open('/auth'))
  await press('Registreren', 'tab')
  await fill('Weergavenaam', 'Robin')
  await fill('E-mailadres', 'woorden@gloed.test')
  await fill(/^Wachtwoord$/, 'een lang wachtwoord')
  await fill('Herhaal je wachtwoord', 'een lang wachtwoord')
  await press(/./, 'checkbox')
  await press('Account maken')
  await screen.findByText('Registration failed')

  const customer = await signUpCustomer()
  const user = await customer.open('/')
  breakDown(customer, [['POST', /^\/api\/logout$/]])
  await stepsIn(user).press('Uitloggen')
  expect(await screen.findByText('Logout failed')).toBeTruthy()
})

it('shows the seed’s text for a product that could not be added', async () => {
  const owner = await visitShop('admin@gloed.test')
  breakDown(owner, [['POST', /^\/api\/admin\/products$/]])
  const { press, fill, choose, labelled } = stepsIn(await owner.open('/admin/products/new'))
  await fill(/^Naam/, 'Wilgenkaars')
  await fill(/^SKU/, 'wilg-1')
  await choose(/^Categorie/, 'Kaarsen en sfeer')
  await fill(/^Prijs in euro/, '12.5')
  await fill(/^Voorraad/, '3')
  await press('Product toevoegen')
  await screen.findByText('Fout')
  await screen.findByText('Kon product niet aanmaken. Failed to create product')
  expect(await labelled(/^Naam/)).toHaveProperty('value', 'Wilgenkaars')
})

it('an unknown path is a page that says so', async () => {
  await (await visitShop()).open('/bestaat/niet')
  await screen.findByRole('heading', { name: 'Page Not Found' })
  expect(await screen.findByText('Did you forget to add the page to the router?')).toBeTruthy()
})
