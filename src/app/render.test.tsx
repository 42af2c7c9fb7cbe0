import { createStaticHandler, createStaticRouter, type StaticHandlerContext } from 'react-router'
import { expect, test, vi } from 'vitest'
import {
  adult,
  api,
  bootIn,
  page,
  publicShop,
  rose,
  user,
  visit,
  nothing,
} from '../../tests/support/renderPage.ts'
import type { ApiTransport, PageRequest } from '../wire/ssr.ts'
import { termsContent } from '../people/legal/terms.rules.ts'
import { routerOf } from './render.tsx'

test('a page is a complete document, with its files and its data', async () => {
  const { status, html } = await page('/')
  expect(status).toBe(200)
  expect(html).toMatch(/^<!DOCTYPE html><html lang="nl">/)
  expect(html).toContain('<link rel="stylesheet" href="/assets/main.css" data-precedence="default"/>')
  expect(html).toContain('["/assets/home.js"].forEach(file=>import(file)')
  expect(html).toContain('["/assets/main.js"].forEach(file=>import(file))')
  expect(html).toContain('Winkelwagen, 3 stuks')
  expect(html).toContain('Saldo: 20 min')
  expect(bootIn(html).queries.queries.map(query => query.queryKey[0])).toEqual(
    expect.arrayContaining(['user', 'cart', 'products', 'categories']),
  )
})

test('inline styles replace the style sheet', async () => {
  const { html } = await page('/', {
    assets: { scripts: [], styles: [], modules: {}, inlineStyles: '.ink{}' },
  })
  expect(html).toMatch(/<head>.*<style>\.ink\{\}<\/style>.*<\/head>/s)
  expect(html).not.toContain('rel="stylesheet"')
})

test('React’s buffers are freed, and hold nothing of the page any more', async () => {
  using freed = vi.spyOn(ArrayBuffer.prototype, 'transfer')
  const { html } = await page('/')
  const buffers = freed.mock.contexts as ArrayBuffer[]
  expect(buffers.length).toBeGreaterThan(0.5 * (html.length / 4096))
  expect(buffers.every(({ detached }) => detached)).toBe(true)
})

test('a visitor’s input cannot end the script that contains it', async () => {
  const { html } = await page('/dashboard')
  expect(html).not.toContain('<script>alert')
  const names = bootIn(html).queries.queries.map(query => (query.state.data as typeof user).displayName)
  expect(names).toContain(user.displayName)
})

test('the router of a page is made of values, and has all fields of React Router’s own', async () => {
  const handler = createStaticHandler([{ path: '/', element: 'x' }])
  const context = (await handler.query(new Request('http://own.invalid/'))) as StaticHandlerContext
  const theirs = createStaticRouter(handler.dataRoutes, context)
  const own = routerOf(theirs, context)
  expect(Object.keys(own).sort()).toEqual(Object.keys(theirs).sort())
  expect(Object.keys(own.state).sort()).toEqual(Object.keys(theirs.state).sort())
  for (const each of [own, own.state])
    for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(each)))
      expect(descriptor).toHaveProperty('value')
})

test('an admin’s page whose call fails shows the reason, in the shell', async () => {
  const { status, html } = await page('/admin/users/u-9', { viewer: { role: 'ADMIN' } })
  expect(status).toBe(404)
  expect(html).toContain('Niet gevonden')
  expect(html).toContain('Naar de inhoud')
  expect(html).not.toContain('Unexpected Application Error')
})

test('every script has the nonce', async () => {
  const { html } = await page('/')
  const scripts = html.match(/<script\b[^>]*>/g) ?? []
  expect(scripts.length).toBeGreaterThan(1)
  for (const script of scripts) expect(script).toContain('nonce="abc123"')
})

test.each([
  ['/', '/auth'],
  ['/shop?category=c-1', '/auth?next=%2Fshop%3Fcategory%3Dc-1'],
  ['/orders', '/auth?next=%2Forders'],
])('without a session %s redirects to %s, without an API call', async (url, location) => {
  const transport = vi.fn<ApiTransport>(api)
  expect(await visit(url, { viewer: null, transport })).toEqual({ status: 302, location })
  expect(transport).not.toHaveBeenCalled()
})

test('a public storefront shows the shop to visitors, but not the orders', async () => {
  const { status, html } = await page('/', adult)
  expect(status).toBe(200)
  expect(html).toContain('Inloggen')
  expect(await visit('/orders', adult)).toMatchObject({ status: 302 })
})

test('an admin who must set up two-step verification is redirected to its page', async () => {
  const viewer = { role: 'USER', owesTwoFactor: true } as const
  for (const url of ['/', '/orders', '/dashboard'])
    expect(await visit(url, { viewer })).toEqual({ status: 302, location: '/security' })
})

test('a signed-in user is redirected away from /auth', async () => {
  expect(await visit('/auth')).toEqual({ status: 302, location: '/' })
  expect(await visit('/auth?next=%2Forders')).toEqual({ status: 302, location: '/orders' })
  expect(await visit('/auth?next=%2F%2Felders.test')).toEqual({ status: 302, location: '/' })
})

test('a session that expires during the API calls redirects to login', async () => {
  const transport: ApiTransport = path =>
    path === '/api/orders'
      ? Promise.resolve(Response.json({ code: 'NO_SESSION', message: 'Log eerst in.' }, { status: 401 }))
      : api(path, {})
  expect(await visit('/orders', { transport })).toEqual({ status: 302, location: '/auth?next=%2Forders' })
})

test('a member’s data is asked for at once', async () => {
  const asked: string[] = []
  const { promise: everything, resolve } = Promise.withResolvers<void>()
  const transport: ApiTransport = async path => {
    asked.push(path)
    if (['/api/user', '/api/cart', '/api/wishlist'].every(one => asked.includes(one))) resolve()
    await everything
    return api(path, {})
  }
  expect(await visit('/', { transport })).toMatchObject({ status: 200 })
})

test('a product’s page has its text and its metadata', async () => {
  const { status, html } = await page('/shop/roos', adult)
  expect(status).toBe(200)
  expect(html).toContain('<link rel="canonical" href="https://gloed.example/shop/roos"/>')
  expect(html).toContain('<meta property="og:image" content="https://gloed.example/media/roos/800.webp"/>')
  expect(html).toContain('href="/auth?next=%2Fshop%2Froos"')
  expect(html).not.toContain('<script>alert')
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  expect(JSON.parse(json)).toMatchObject({ '@graph': [{ name: rose.name, offers: { price: '29.95' } }, {}] })
})

test('a product’s id redirects to its slug, and an unknown product is a 404 with a message', async () => {
  expect(await visit('/shop/p-1')).toEqual({ status: 302, location: '/shop/roos' })
  const { status, html } = await page('/shop/weg')
  expect(status).toBe(404)
  expect(html).toContain('Product niet gevonden')
})

test('the home page features the user’s favourite categories first', async () => {
  const lamp = { ...rose, id: 'p-2', slug: 'lamp', name: 'Maanlamp' }
  const own: Record<string, unknown> = {
    '/api/user': { ...user, preferredCategories: ['c-2'] },
    '/api/products/search?category=c-2&pageSize=4': { ...nothing, items: [lamp] },
    '/api/products/search?pageSize=4': { ...nothing, items: [rose, lamp] },
  }
  const transport: ApiTransport = path =>
    path in own ? Promise.resolve(Response.json(own[path])) : api(path, {})
  const featured = (html: string) =>
    [...html.matchAll(/href="\/shop\/(roos|lamp)"/g)]
      .map(([, slug]) => slug)
      .filter((slug, at, all) => all.indexOf(slug) === at)
  expect(featured((await page('/', { transport })).html)).toEqual(['lamp', 'roos'])
  own['/api/user'] = user
  expect(featured((await page('/', { transport })).html)).toEqual(['roos', 'lamp'])
})

test('a category without a picture gets a stand-in', async () => {
  const categories = [
    { id: 'c-1', name: 'Bloemen', slug: 'bloemen', imageUrl: null },
    { id: 'c-2', name: 'Lampen', slug: 'lampen', imageUrl: '/media/lampen/800.webp' },
  ]
  const transport: ApiTransport = path =>
    path === '/api/categories' ? Promise.resolve(Response.json(categories)) : api(path, {})
  const { html } = await page('/', { transport })
  const [, flowers = '', lamps = ''] = html.split('href="/shop?category=')
  expect(flowers).toContain('radialGradient')
  expect(flowers).not.toContain('<picture')
  expect(lamps.split('</a>')[0]).toContain('src="/media/lampen/800.webp"')
})

/** The levels of the headings that lie more than one below the one before. */
function jumpsIn(html: string): string[] {
  const levels = [...html.slice(html.indexOf('id="main"')).matchAll(/<h([1-6])\b/g)].map(([, level]) =>
    Number(level),
  )
  return levels.flatMap((level, at) =>
    level > (levels[at - 1] ?? 0) + 1 ? [`h${levels[at - 1] ?? 0} to h${level}`] : [],
  )
}

const recall = {
  id: 'r-1',
  productName: 'Lamp',
  imageUrl: null,
  brand: 'Merk',
  model: 'L1',
  identification: null,
  startsOn: '2026-01-01',
  endsOn: '2026-03-31',
  hazard: 'Wordt heet.',
  action: 'Stuur hem terug.',
  remedies: ['REFUND'],
  remedyException: null,
  hazardFr: 'Chauffe.',
  actionFr: 'Renvoyez-la.',
  identificationFr: null,
  remedyExceptionFr: null,
  publishedAt: '2026-11-20T12:00:00.000Z',
}
const found = {
  ...nothing,
  items: [rose],
  total: 1,
  facets: {
    categories: [{ id: 'c-1', name: 'Bloemen', count: 1 }],
    price: { min: 1000, max: 9000 },
    options: [{ name: 'kleur', values: [{ value: 'rood', count: 1 }] }],
  },
}

test.each([
  ['/', {}],
  ['/shop', { '/api/products/search': found }],
  ['/shop?min=10&q=roos', { '/api/products/search?q=roos&minPrice=1000': found }],
  ['/shop?q=niets', { '/api/products/search?q=niets': nothing }],
  ['/shop/roos', {}],
  ['/terugroepacties', { '/api/recalls': [recall] }],
  ['/terms-of-service', {}],
  ['/privacy-policy', {}],
])('the headings of %s go down one level at a time', async (path, also: Record<string, unknown>) => {
  const asked: string[] = []
  const transport: ApiTransport = url => {
    asked.push(url)
    return url in also ? Promise.resolve(Response.json(also[url])) : api(url, {})
  }
  const { status, html } = await page(path, { ...adult, transport })
  expect(status).toBe(200)
  expect(asked).toEqual(expect.arrayContaining(Object.keys(also)))
  expect(html).toMatch(/<h1\b/)
  expect(jumpsIn(html)).toEqual([])
})

test.each([
  ['ZONES', 'Verzending in Nederland en België, kosten vooraf duidelijk'],
  ['FREE_FROM', 'Gratis verzending vanaf €\u00A050,00 in Nederland en België'],
  ['FREE', 'Gratis verzending in Nederland en België'],
] as const)('with %s the home page describes the shipping of the shop', async (shippingPricing, promise) => {
  const shop = { ...publicShop, shippingPricing, freeShippingFrom: 5000, shipsTo: ['NL', 'BE'] }
  const { html } = await page('/', { ...adult, shop })
  const text = html.replaceAll('<!-- -->', '')
  expect(text).toMatch(
    new RegExp(`<meta name="description" content="[^"]*\\. ${promise}, discreet verpakt\\."`),
  )
  expect(text).toContain(`${promise}. Woon je ergens anders? Bekijk wat verzenden kost.`)
  expect(text.replaceAll(promise, '')).not.toContain('Gratis verzending')
})

test('the headings of a legal text go down one level at a time, and its days are machine-readable', async () => {
  const publishedAt = '2026-11-20T12:00:00.000Z'
  const body = { ...termsContent.defaults, intro: '### Vooraf\n\nDit geldt.' }
  const text = { label: '1.1', publishedAt, body, isCurrent: true, versions: [] }
  const versions = ['1.1', '1.0'].map(label => ({ label, publishedAt }))
  const transport: ApiTransport = path =>
    path === '/api/legal/terms' ? Promise.resolve(Response.json({ ...text, versions })) : api(path, {})
  const { html } = await page('/terms-of-service', { ...adult, transport })
  const main = html.slice(html.indexOf('id="main"'))
  expect(jumpsIn(html)).toEqual([])
  expect(main).toMatch(/<h2[^>]*>Vooraf/)
  expect(main.split(`<time dateTime="${publishedAt}">20/11/2026</time>`)).toHaveLength(4)
})

test('an unknown path is a 404 for everyone', async () => {
  const { status, html } = await page('/bestaat/niet', adult)
  expect(status).toBe(404)
  expect(html).toContain('Page Not Found')
})

test('another user’s order is a 404 inside the shell', async () => {
  const { status, html } = await page('/order-confirmation/vreemd')
  expect(status).toBe(404)
  expect(html).toContain('id="main"')
  expect(Object.values(bootIn(html).errors ?? {})).toEqual([{ status: 404, reason: 'Niet gevonden.' }])
})

test('an unavailable API is a 503 with a message', async () => {
  const transport: ApiTransport = path =>
    path === '/api/products/search'
      ? Promise.resolve(Response.json({ code: 'UNAVAILABLE', message: 'Even niet.' }, { status: 503 }))
      : api(path, {})
  const { status, html } = await page('/shop', { transport })
  expect(status).toBe(503)
  expect(html).toContain('Even niet.')
})

test('a page whose API failed shows the code to quote, also after hydration', async () => {
  const failure = { code: 'INTERNAL', message: 'Mislukt.', requestId: '3f9a12c477be' }
  const transport: ApiTransport = path =>
    path === '/api/products/search' ? Promise.resolve(Response.json(failure, { status: 500 })) : api(path, {})
  const { status, html } = await page('/shop', { transport })
  expect(status).toBe(500)
  expect(html).toContain('Foutcode 3f9a12c477be')
  expect(Object.values(bootIn(html).errors ?? {})).toEqual([
    { status: 500, reason: 'Mislukt.', errorCode: '3f9a12c477be' },
  ])
})

test('the payment result shows the order, and a purchase without an order does not fail the page', async () => {
  expect((await page('/?payment=success&orderId=o-1')).html).toContain('2026-000042')
  // The browser asks what it was, and whether its buyer broke it off.
  expect((await page('/?payment=failed&orderId=m-1')).status).toBe(200)
  expect((await page('/?payment=failed')).html).toContain('Je betaling is niet gelukt.')
  expect((await page('/?payment=success')).html).not.toContain('je betaling is gelukt')
  expect((await page('/?payment=success&orderId=not-mine')).html).not.toContain('je betaling is gelukt')
})

const unplayable = /De laatste 2 minuten van je saldo kun je\s+niet spelen|Bij 2 minuten stopt de toy/
const ageCheck = /leeftijdscontrole is\s+verplicht/i

test.each<[string, RegExp[], Partial<PageRequest>?]>([
  ['/', [unplayable]],
  ['/dashboard', [/Nog 18 minuten te spelen/]],
  ['/privacy-policy', [/termijn van 10 jaar/, ageCheck]],
  ['/terms-of-service', [/blijft tot 10 jaar/, ageCheck, unplayable, /href="\/profile\?tab=settings"/]],
  ['/auth', [/>Klant<.*>Creator<.*>Administrator</s], adult],
])('%s says what holds for this shop', async (url, texts, changes) => {
  const words = (await page(url, changes)).html.replaceAll('<!-- -->', '')
  for (const text of texts) expect(words).toMatch(text)
})

test.each([true, false])('text messages are offered only when they are sent (%s)', async sms => {
  const channels = Promise.resolve(Response.json({ pushKey: 'k', sms }))
  const transport: ApiTransport = path => (path.endsWith('/channels') ? channels : api(path, {}))
  const { html } = await page('/profile?tab=settings', { transport })
  expect([html.includes('Account sluiten'), />Sms</.test(html)]).toEqual([true, sms])
})

test('the chosen theme is in the rendered document', async () => {
  expect((await page('/', { cookies: 'a=b; gloed_theme=dark' })).html).toContain(
    '<html lang="nl" data-theme="dark">',
  )
  expect((await page('/', { cookies: 'gloed_theme=x' })).html).toContain('<html lang="nl">')
})
