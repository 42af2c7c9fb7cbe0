import { expect, test } from 'vitest'
import { requiresAgeCheck, isAgeGated, selfDeclaration } from './ageVerification.ts'

test.each([
  [undefined, false],
  ['', false],
  ['gloed_age=stated', true],
  ['gloed_theme=dark; gloed_age=stated; a=b', true],
  ['a=b;gloed_age=stated', true],
  ['__Host-gloed_age=kept', true],
  ['__Host-gloed_age=; gloed_age=kept', false],
  ['gloed_age=kept', true],
  ['gloed_age=', false],
  ['gloed_age=younger', false],
  ['gloed_age=stated2', false],
  ['not_gloed_age=stated', false],
])('the cookies %j are a declaration of age: %s', (cookies, isVerified) => {
  expect(selfDeclaration.isVerified(cookies)).toBe(isVerified)
})

const visitor = { viewer: null, cookies: undefined, isSearchEngine: false }
const member = { ...visitor, viewer: { role: 'USER' } } as const
const known = { ...visitor, cookies: 'gloed_age=stated' }
const engine = { ...visitor, isSearchEngine: true }

test.each([
  ['a visitor', visitor, 'members', true],
  ['a visitor', visitor, 'public', true],
  ['who said so before', known, 'members', false],
  ['who said so before', known, 'public', false],
  ['a member', member, 'members', false],
  ['a search engine', engine, 'public', false],
  ['a search engine', engine, 'members', true],
] as const)('%s, %o, in a shop for %s gets the age gate: %s', (_, facts, storefrontAccess, isAsked) => {
  expect(requiresAgeCheck({ ...facts, shop: { storefrontAccess } })).toBe(isAsked)
})

test('only a page with skipsAgeGate is shown without the age gate', () => {
  const page = { access: 'open', module: 'src/app/pages/Any.tsx' } as const
  expect(isAgeGated(true, page)).toBe(true)
  expect(isAgeGated(true, undefined)).toBe(true)
  expect(isAgeGated(true, { ...page, skipsAgeGate: true })).toBe(false)
  expect(isAgeGated(false, page)).toBe(false)
})

test('the server renews a cookie that a script wrote, so that it lasts a year', () => {
  expect(selfDeclaration.renewal('a=b; gloed_age=stated', true)).toBe(
    '__Host-gloed_age=kept; Path=/; Max-Age=31536000; Secure; SameSite=Lax',
  )
  expect(selfDeclaration.renewal('gloed_age=stated', false)).not.toContain('Secure')
  expect(selfDeclaration.renewal('gloed_age=kept', true)).toBeUndefined()
  expect(selfDeclaration.renewal(undefined, true)).toBeUndefined()
})
