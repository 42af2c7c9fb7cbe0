import { expect, test } from 'vitest'
import { withPendingChange } from './listNavigation.ts'

test.each([
  ['a status after a search', '/orders?status=PAID', '', '?q=jansen', '/orders?status=PAID&q=jansen'],
  ['a search after a status', '/orders?q=jansen', '', '?status=PAID', '/orders?status=PAID&q=jansen'],
  ['a filter that is cleared', '/orders', '?status=PAID', '?status=PAID&q=jansen', '/orders?q=jansen'],
  ['the last filter that is cleared', '/orders', '?status=PAID', '?status=PAID', '/orders'],
  [
    'the page that another change has left',
    '/orders?status=PAID',
    '?page=3',
    '?q=jansen',
    '/orders?status=PAID&q=jansen',
  ],
  ['a status after the link to another page', '/orders?status=PAID', '', '?page=2', '/orders?status=PAID'],
])('%s keeps both', (_, href, shown, search, expected) => {
  const sorted = (url: string) => new URL(url, 'http://shop').searchParams
  const result = withPendingChange(href, shown, { pathname: '/orders', search })
  expect(Object.fromEntries(sorted(result))).toEqual(Object.fromEntries(sorted(expected)))
})

test('a page of another path that is loading changes nothing', () => {
  const pending = { pathname: '/users', search: '?q=jansen' }
  expect(withPendingChange('/orders?status=PAID', '', pending)).toBe('/orders?status=PAID')
})
