import { expect, test } from 'vitest'
import { auditAddress, lookIn } from './look.rules.ts'
import { wordsOf } from './words.rules.ts'

test.each([
  [{}, []],
  [{ price: { from: 1000, to: 1250 } }, ['prijs: €\u00a010,00 → €\u00a012,50']],
  [{ role: { from: 'USER', to: 'MODEL' } }, ['rol: USER → MODEL']],
  [{ active: false }, ['actief: nee']],
  [{ bio: { from: null, to: 'x' } }, ['bio: leeg → x']],
  [{ names: ['displayName', 'firstName'] }, ['velden: weergavenaam, voornaam']],
  [{ amountCents: 250, restocked: true }, ['bedrag: €\u00a02,50', 'terug in voorraad: ja']],
  [{ size: { width: 3 } }, ['size: {"width":3}']],
])('%j reads as %j', (details, words) => {
  expect(wordsOf(details)).toEqual(words)
})

test('an address says what is looked for, and what it can’t mean is left out', () => {
  const look = lookIn(new URLSearchParams('action=TOY_SWITCHED&actorId=niemand&page=0&iets=anders'))
  expect(look).toEqual({ action: 'TOY_SWITCHED', page: 1 })
  const third = auditAddress(look, { page: 3 })
  expect(third).toBe('/admin/audit?action=TOY_SWITCHED&page=3')
  expect(lookIn(new URL(third, 'http://own.invalid').searchParams)).toEqual({ ...look, page: 3 })
  expect(auditAddress({ ...look, page: 3 }, { subjectId: 'a b' })).toBe(
    '/admin/audit?action=TOY_SWITCHED&subjectId=a+b',
  )
  expect(auditAddress(look, { action: undefined })).toBe('/admin/audit')
})
