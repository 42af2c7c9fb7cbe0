import { expect, it } from 'vitest'
import { findContacts, normalizeContact } from './contactDigest.rules.ts'

it.each([
  [' Jan.Jansen@Example.NL ', ['jan.jansen@example.nl']],
  ['jan+winkel@example.nl', ['jan+winkel@example.nl']],
  ['Jan.Jansen+x@GoogleMail.com', ['janjansen@gmail.com']],
  ['j.a.n@gmail.com', ['jan@gmail.com']],
  ['+x@gmail.com', []],
  ['jan@localhost', []],
  ['jan @example.nl', []],
  ['06 12 34 56 78', ['+31612345678']],
  ['+31 (0)6-12345678', ['+31612345678']],
  ['0031 612345678', ['+31612345678']],
  ['+310612345678', ['+31612345678']],
  ['tel:+31612345678', ['+31612345678']],
  ['030-1234567', ['+31301234567']],
  ['0470 12 34 56', ['+31470123456', '+32470123456']],
  ['02 123 45 67', ['+3221234567']],
  ['+32 470 12 34 56', ['+32470123456']],
  ['+44 7700 900123', ['+447700900123']],
  ['112', []],
  ['Jan Jansen', []],
  ['', []],
])('an address or number is normalised: %s', (typed, spellings) => {
  expect(normalizeContact(typed)).toEqual(spellings)
})

it('a list has each contact once, and counts the parts that are none', () => {
  expect(findContacts('naam;telefoon\r\nJan,"06-12345678"\n0612345678\n<jan@example.nl>\n\n')).toEqual({
    contacts: ['+31612345678', 'jan@example.nl'],
    unreadable: 3,
  })
})
