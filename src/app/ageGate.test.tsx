import { expect, test, vi } from 'vitest'
import { adult, api, bootIn, page, publicShop, shopFacts } from '../../tests/support/renderPage.ts'
import type { ApiTransport } from '../wire/ssr.ts'

test.each([
  ['/', 'public', 200],
  ['/shop/roos?kleur=rood', 'public', 200],
  ['/auth?next=%2Fshop', 'members', 200],
  ['/bestaat/niet', 'members', 404],
] as const)('%s shows the age gate first, without any content of the page', async (url, access, status) => {
  const transport = vi.fn<ApiTransport>(api)
  const shop = { ...shopFacts, storefrontAccess: access }
  const gate = await page(url, { viewer: null, shop, transport })
  expect(gate).toMatchObject({ status, isGate: true })
  expect(gate.html).toContain('<title>Even bevestigen</title>')
  expect(gate.html).toContain('<meta name="robots" content="noindex"/>')
  expect(gate.html).toContain('Ik ben 18 of ouder')
  for (const path of ['/leeftijdsbeleid', '/melden', '/contact'])
    expect(gate.html).toContain(`href="${path}"`)
  expect(gate.html).not.toMatch(/Roos|Inloggen|Page Not Found|<img|ld\+json/)
  expect(transport).not.toHaveBeenCalled()
  const { asksAge, loaderData, queries } = bootIn(gate.html)
  expect(asksAge).toBe(true)
  expect(Object.values(loaderData).every(data => data === null)).toBe(true)
  expect(queries.queries.map(({ queryKey }) => queryKey[0])).toEqual(['user'])
})

test.each([
  '/privacy-policy',
  '/terms-of-service',
  '/herroepen',
  '/verify-email?token=a',
  '/reset-password?token=a',
  '/account-gesloten',
  '/melden',
])('%s is shown without the age gate, and the next page has it', async url => {
  const { status, html, isGate } = await page(url, { viewer: null })
  expect({ status, isGate }).toEqual({ status: 200, isGate: false })
  expect(html).toContain('id="main"')
  expect(html).not.toContain('Ik ben 18 of ouder')
  expect(bootIn(html).asksAge).toBe(true)
})

test('the age gate is skipped after the declaration and for a search engine in a public shop, but not for one in a shop for members', async () => {
  const engine = { viewer: null, isSearchEngine: true }
  for (const changes of [adult, { ...engine, shop: publicShop }]) {
    const { isGate, html } = await page('/shop/roos', changes)
    expect(isGate).toBe(false)
    expect(html).toContain('<meta property="og:image"')
    expect(bootIn(html).asksAge).toBe(false)
  }
  expect((await page('/auth', { viewer: null, cookies: adult.cookies })).isGate).toBe(false)
  expect((await page('/auth', engine)).isGate).toBe(true)
  expect((await page('/')).isGate).toBe(false)
})
