import { describe, expect, test } from 'vitest'
import { checkPageAccess, loginPath, safeReturnPath } from './pageAccess.ts'

const user = { role: 'USER' } as const
const admin = { role: 'ADMIN' } as const
const owing = { role: 'USER', owesTwoFactor: true } as const

test.each([
  ['open', null, 'members', 'admitted'],
  ['welcome', null, 'members', 'admitted'],
  ['welcome', owing, 'members', 'set-up'],
  ['storefront', null, 'members', 'login'],
  ['storefront', null, 'public', 'admitted'],
  ['storefront', user, 'members', 'admitted'],
  ['members', null, 'public', 'login'],
  ['members', user, 'members', 'admitted'],
  ['admin', null, 'public', 'login'],
  ['admin', user, 'members', 'forbidden'],
  ['admin', { role: 'MODEL' }, 'public', 'forbidden'],
  ['admin', admin, 'members', 'admitted'],
  ['security', null, 'public', 'login'],
  ['security', user, 'public', 'admitted'],
  ['open', owing, 'members', 'admitted'],
  ['storefront', owing, 'public', 'set-up'],
  ['admin', owing, 'members', 'set-up'],
  ['security', owing, 'members', 'admitted'],
] as const)(
  'a page for %s, requested by %o in a shop for %s: %s',
  (access, viewer, storefront, admission) => {
    expect(checkPageAccess(access, viewer, storefront)).toBe(admission)
  },
)

describe('the page to return to after a login', () => {
  test.each([
    ['/orders?page=2#top', '/orders?page=2#top'],
    ['/a/../orders', '/orders'],
    ['/', '/'],
  ])('%s is a page of our own', (wanted, path) => expect(safeReturnPath(wanted)).toBe(path))

  test.each([
    null,
    '',
    'orders',
    'https://elders.test/',
    '//elders.test/',
    '/\\elders.test',
    '/\t/elders.test',
    '/.//elders.test',
    'javascript:alert(1)',
    '/auth?next=/auth',
    '/api/logout',
  ])('%j is not a page of our own', wanted => expect(safeReturnPath(wanted)).toBe('/'))

  test('is a parameter of the login page', () => {
    expect(loginPath('/orders?page=2')).toBe('/auth?next=%2Forders%3Fpage%3D2')
    expect(loginPath('/')).toBe('/auth')
    expect(loginPath('//elders.test')).toBe('/auth')
  })
})
