import { expect, it } from 'vitest'
import {
  isProduct,
  normalizeLabel,
  normalizePage,
  externalReferrerHost,
  funnelStepOfPage,
  funnelStepOfEvent,
} from './page.rules.ts'

it.each([
  ['/', '/'],
  ['/shop', '/shop'],
  ['/shop/', '/shop'],
  ['/shop/zijden-blinddoek', '/shop/zijden-blinddoek'],
  ['/shop?q=iets&page=2', '/shop'],
  ['/reset-password?token=geheim#meer', '/reset-password'],
  ['/order-confirmation/0197a0f2-2c4f-7c3a-9d1e-0a1b2c3d4e5f', '/order-confirmation/:id'],
  ['/users/an@voorbeeld.nl', '/users/:id'],
  ['/users/an%40voorbeeld.nl', '/users/:id'],
  ['/bestelling/2026-000042', '/bestelling/:id'],
  ['/t/aGVlbCBnZWhlaW0gdG9rZW4gMTIz', '/t/:id'],
  ['/stop/Qk-hZ_aGVlbCBnZWhlaW0gdG9r-ZW4gbWV0IGVlbiBr', '/stop/:id'],
  [`/${'a'.repeat(81)}`, '/:id'],
  ['/a/b/c/d/e/f/g/h', '/a/b/c/d/e/f'],
  ['/admin/orders', null],
  ['/admin', null],
  ['/Admin/orders', null],
  ['/Shop/Zijden-Blinddoek', '/shop/zijden-blinddoek'],
  ['/api/products', null],
  ['/administratie', '/administratie'],
])('normalizes %s to the page %s', (path, page) => {
  expect(normalizePage(path)).toBe(page)
})

it('stores only the host name of a referrer on another site', () => {
  const from = (referrer?: string) => externalReferrerHost(referrer, 'gloed.test')
  expect(from('https://www.zoek.nl/?q=iets+persoonlijks')).toBe('zoek.nl')
  expect(from('https://an:geheim@forum.nl/draad/3')).toBe('forum.nl')
  expect(from('https://gloed.test/shop')).toBeNull()
  expect(from('javascript:alert(1)')).toBeNull()
  expect(from('android-app://een.app')).toBeNull()
  expect(from('geen adres')).toBeNull()
  expect(from(undefined)).toBeNull()
})

it('counts equal searches together and drops those that may name a person', () => {
  expect(normalizeLabel('  Zijden   Blinddoek ')).toBe('zijden blinddoek')
  expect(normalizeLabel('an@voorbeeld.nl')).toBeNull()
  expect(normalizeLabel('0612345678')).toBeNull()
  for (const number of ['06 12 34 56 78', '+32 (0)470/12.34.56', 'BE68 5390 0754 7034'])
    expect(normalizeLabel(number)).toBeNull()
  expect(normalizeLabel('Maat 38 40 42')).toBe('maat 38 40 42')
  expect(normalizeLabel('  ')).toBeNull()
  expect(normalizeLabel(undefined)).toBeNull()
  // An emoji at the length limit is kept or dropped as a whole.
  expect(normalizeLabel(`${'x'.repeat(59)}😀 en meer`)).toBe(`${'x'.repeat(59)}😀`)
  expect(normalizeLabel('x'.repeat(200))).toHaveLength(60)
})

it('returns the furthest funnel step reached', () => {
  expect(isProduct('/shop/zijden-blinddoek')).toBe(true)
  expect(isProduct('/shop')).toBe(false)
  expect([funnelStepOfPage('/'), funnelStepOfPage('/shop/iets')]).toEqual([0, 1])
  const step = (name: string) => {
    const [category = '', action = ''] = name.split('/')
    return funnelStepOfEvent({ category, action })
  }
  expect(['search/products', 'cart/add', 'checkout/start', 'checkout/order', 'order/paid'].map(step)).toEqual(
    [0, 2, 3, 3, 4],
  )
})
