import { type APIRequestContext, type Page, request } from '@playwright/test'
import type { Screen } from './gallery.screen.ts'

const PASSWORD = 'gloed-demo-2026'
const DRESS = '/shop/slipdress-aurore'
const PARCEL = '/shop/geurkaars-gloed'
/** A card of the demo that has money on it. */
const CARD = 'DEMO-BON2-5EVR-0005'
const DAY_MS = 24 * 3_600_000

interface Product {
  id: string
  price: number
  saleEndsAt?: string
  variants?: { slug: string; values: string[] }[]
}

/** The work of an admin meanwhile. */
async function asAdmin(page: Page, act: (api: APIRequestContext) => Promise<unknown>): Promise<void> {
  const api = await request.newContext({ baseURL: new URL(page.url()).origin })
  await api.post('/api/login', { data: { email: 'admin@gloed.test', password: PASSWORD } })
  await act(api)
  await api.dispose()
}

const readProduct = async ({ request: api }: Page, path: string): Promise<Product> =>
  (await (await api.get(`/api/products/${path.split('/').at(-1)}`)).json()) as Product

/** The cart has these and nothing else. */
async function fillCart(page: Page, ...paths: string[]): Promise<void> {
  const lines = (await (await page.request.get('/api/cart')).json()) as { id: string }[]
  for (const { id } of lines) await page.request.delete(`/api/cart/${id}`)
  for (const path of paths)
    await page.request.post('/api/cart', { data: { productId: (await readProduct(page, path)).id } })
  await page.reload()
}

const openCart = async (page: Page) => {
  await page.getByRole('button', { name: /^Winkelwagen/ }).click()
  await page.getByRole('dialog', { name: 'Winkelwagen' }).waitFor()
}

const startOrdering = async (page: Page) => {
  await openCart(page)
  await page.getByRole('button', { name: 'Verder naar bestellen' }).click()
  await page.getByRole('dialog', { name: 'Bestellen' }).waitFor()
}

const goOn = (page: Page) =>
  page.getByRole('dialog', { name: 'Bestellen' }).getByRole('button', { name: 'Verder', exact: true }).click()

async function enter(page: Page, button: string, field: string, code: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('textbox', { name: field }).fill(code)
  await page.keyboard.press('Enter')
}

const cartWithCode = async (page: Page) => {
  await fillCart(page, `${DRESS}-m-wijnrood`, PARCEL)
  await openCart(page)
  await enter(page, 'Kortingscode invullen', 'Kortingscode', 'WELKOM10')
  await page.getByRole('button', { name: 'Verwijder code WELKOM10' }).waitFor()
}

/** Of a customer who never ordered, for whom the demo's code is. */
const asNewCustomer = async (page: Page) => {
  const email = `galerij-${Date.now()}@gloed.test`
  await page.request.post('/api/register', { data: { email, password: PASSWORD, displayName: 'Robin' } })
  await page.reload()
}

const typeGuestDetails = async (page: Page, email: string) => {
  const texts = {
    Voornaam: 'Robin',
    Achternaam: 'Maas',
    Straat: 'Lindelaan',
    Huisnummer: '12',
    Postcode: '3512 AB',
    Stad: 'Utrecht',
    'E-mailadres': email,
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
  await page.getByLabel(/^Ik ben 18 jaar of ouder/).check()
}

const orderAsGuest = async (page: Page) => {
  await fillCart(page, PARCEL)
  await startOrdering(page)
  await typeGuestDetails(page, 'robin@voorbeeld.nl')
  await page.getByText('Bestellen zonder account').scrollIntoViewIfNeeded()
}

const paidGuestOrder = async (page: Page) => {
  await orderAsGuest(page)
  await goOn(page)
  await goOn(page)
  await page.getByRole('button', { name: 'Bestellen met betalingsverplichting' }).click()
  await page.getByRole('button', { name: 'Betaald' }).click()
  await page.getByRole('link', { name: 'Bekijk je bestelling' }).click()
  await page.getByText('Bewaar je bestelling in een account').waitFor()
}

const payWithCard = async (page: Page) => {
  await fillCart(page, `${DRESS}-m-wijnrood`)
  await startOrdering(page)
  const { request: api } = page
  const addresses = (await (await api.get('/api/addresses')).json()) as unknown[]
  if (addresses.length === 0) throw new Error('the demo customer has no address')
  await goOn(page)
  await goOn(page)
  await enter(page, 'Cadeaubon gebruiken', 'Code van je cadeaubon', CARD)
  await page.getByRole('list', { name: 'Cadeaubonnen' }).waitFor()
}

const buyCard = async (page: Page) => {
  const { variants = [] } = await readProduct(page, '/shop/cadeaubon')
  const card = variants.find(({ values }) => values.includes('€ 50'))
  await fillCart(page, `/shop/${card?.slug}`)
  await startOrdering(page)
  await page.getByRole('radio', { name: /Naar iemand anders/ }).check()
  await page.getByRole('textbox', { name: 'E-mailadres van de ontvanger' }).fill('robin@voorbeeld.nl')
  await page.getByRole('textbox', { name: /Bericht/ }).fill('Kies iets moois.')
  await page.getByRole('heading', { name: 'Voor wie is de cadeaubon?' }).scrollIntoViewIfNeeded()
}

const choosePickupPoint = async (page: Page) => {
  await fillCart(page, PARCEL)
  await startOrdering(page)
  await goOn(page)
  const order = page.getByRole('dialog', { name: 'Bestellen' })
  await order.getByRole('radio', { name: /Afhalen bij een punt/ }).check()
  const points = order.getByRole('group', { name: 'Kies een afhaalpunt' })
  await points.getByRole('radio').first().check()
  await order.getByRole('radio', { name: /Afhalen bij een punt/ }).evaluate(radio => radio.scrollIntoView())
}

const orderForBusiness = async (page: Page) => {
  await fillCart(page, PARCEL)
  await startOrdering(page)
  await goOn(page)
  await goOn(page)
  const order = page.getByRole('dialog', { name: 'Bestellen' })
  await order.getByRole('button', { name: 'Bestellen voor een bedrijf' }).click()
  await order.getByLabel('Naam van het bedrijf').fill('Sintel bv')
  await order.getByLabel('Btw-nummer').fill('NL004495445B01')
  await order.getByRole('button', { name: 'Toepassen' }).click()
  await order.getByText('De prijzen zijn nu zonder btw').scrollIntoViewIfNeeded()
}

/** Of three units of a product, one goes back. */
const withdrawPart = async (page: Page) => {
  const { request: api } = page
  const addresses = (await (await api.get('/api/addresses')).json()) as { id: string }[]
  const items = [{ productId: (await readProduct(page, PARCEL)).id, quantity: 3 }]
  const placed = await api.post('/api/cart/checkout', { data: { items, addressId: addresses[0]?.id } })
  const { orderId, paymentUrl } = (await placed.json()) as { orderId: string; paymentUrl: string }
  await api.post(paymentUrl, { form: { outcome: 'paid' } })
  const { number } = (await (await api.get(`/api/orders/${orderId}`)).json()) as { number: string }
  await page.goto(`/herroepen?order=${number}`)
  const lines = page.getByRole('group', { name: 'Wat stuur je terug' })
  await lines.getByRole('checkbox').first().check()
  for (const _ of [1, 2]) await lines.getByRole('button', { name: 'Eén minder' }).click()
  await lines.scrollIntoViewIfNeeded()
}

const makeLabels = async (page: Page) => {
  for (const box of (await page.getByRole('checkbox', { name: /^Kies bestelling/ }).all()).slice(0, 3))
    await box.check()
  await page.getByRole('button', { name: 'Labels' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Vervoerder' }).waitFor()
}

/** A fifth less for a week. */
const withSale = (path: string) => async (page: Page) => {
  const { id, price, saleEndsAt } = await readProduct(page, PARCEL)
  const sale = {
    salePrice: Math.round(price * 0.8),
    endsAt: new Date(Date.now() + 7 * DAY_MS).toISOString(),
  }
  if (saleEndsAt === undefined)
    await asAdmin(page, api => api.put(`/api/admin/products/${id}/sale`, { data: sale }))
  await page.goto(path)
}

const tryPromotion = async (page: Page) => {
  await page.getByRole('searchbox', { name: 'Zoek een product' }).fill('Geurkaars')
  await page.getByRole('button', { name: 'Geurkaars Gloed', exact: true }).click()
  await page.getByRole('textbox', { name: 'Codes' }).fill('WELKOM10')
  await page.getByRole('button', { name: 'Uitrekenen' }).click()
  // The result is at the lower edge.
  await page.getByText('Totaal', { exact: true }).evaluate(total => {
    total.scrollIntoView({ block: 'end' })
    window.scrollBy(0, 40)
  })
}

/** On a phone and on a desktop. */
const both = (screen: Omit<Screen, 'group' | 'device' | 'scheme'>): Screen[] =>
  (['phone', 'desktop'] as const).map(device => ({ group: 'Selling', device, scheme: 'light', ...screen }))

const inTurn =
  (...acts: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page)
  }

/** Variants, sales, promotions, gift cards and guests. */
export const sellingScreens: readonly Screen[] = [
  ...both({
    name: 'variant',
    title: 'A variant that is chosen',
    path: `${DRESS}-m-wijnrood`,
    prepare: page => page.getByRole('radio', { name: 'wijnrood' }).scrollIntoViewIfNeeded(),
  }),
  ...both({ name: 'sale', title: 'A sale', path: PARCEL, prepare: withSale(PARCEL) }),
  ...both({
    name: 'code',
    title: 'A code in the cart',
    path: '/shop',
    prepare: inTurn(asNewCustomer, cartWithCode),
  }),
  ...both({
    name: 'promotions',
    title: 'Promotions, and trying them',
    as: 'admin',
    path: '/admin/promotions',
    prepare: tryPromotion,
  }),
  ...both({ name: 'gift-card', title: 'Buying a gift card', as: 'klant', path: '/shop', prepare: buyCard }),
  ...both({
    name: 'gift-card-pays',
    title: 'A gift card pays',
    as: 'klant',
    path: '/shop',
    prepare: payWithCard,
  }),
  ...both({ name: 'guest', title: 'Ordering without an account', path: '/shop', prepare: orderAsGuest }),
  ...both({
    name: 'pickup',
    title: 'A pick-up point at checkout',
    as: 'klant',
    path: '/shop',
    prepare: choosePickupPoint,
  }),
  ...both({
    name: 'business',
    title: 'Ordering for a business',
    as: 'klant',
    path: '/shop',
    prepare: orderForBusiness,
  }),
  ...both({
    name: 'withdrawal',
    title: 'Withdrawing from a part of a line',
    as: 'klant',
    path: '/shop',
    prepare: withdrawPart,
  }),
  ...both({
    name: 'labels',
    title: 'Labels of several orders',
    as: 'admin',
    path: '/admin/orders?status=PAID',
    prepare: makeLabels,
  }),
  ...both({ name: 'guest-order', title: 'The order of a guest', path: '/shop', prepare: paidGuestOrder }),
]
