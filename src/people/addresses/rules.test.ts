import { describe, expect, test } from 'vitest'
import {
  formatAddressLines,
  selectAddress,
  parseLookupInput,
  postalCodeExample,
  normalizePostalCode,
  upsertAddressInList,
} from './rules.ts'
import { countryCode } from '../../wire/countries.ts'

test.each([
  ['Nederland', 'NL'],
  [' belgië ', 'BE'],
  ['Atlantis', null],
  ['', null],
])('reads from %j the code %j', (name, code) => {
  expect(countryCode(name)).toBe(code)
})

describe('postcodes', () => {
  test.each([
    ['Nederland', '3512ab', '3512 AB'],
    ['Nederland', ' 3512  Ab ', '3512 AB'],
    ['Nederland', '3512', '3512'],
    ['België', ' 9000 ', '9000'],
    ['Duitsland', '10115ab', '10115ab'],
  ])('in %s %j becomes %j', (country, typed, tidy) => {
    expect(normalizePostalCode(country, typed)).toBe(tidy)
  })

  test.each([
    ['Nederland', '3512ab', null],
    ['Nederland', '0512 AB', '1234 AB'],
    ['Nederland', '9000', '1234 AB'],
    ['België', '9000', null],
    ['België', '9000 AB', '1000'],
    ['Duitsland', 'x', null],
    ['Nederland', '', null],
  ])('in %s %j returns the hint %j', (country, typed, hint) => {
    expect(postalCodeExample(country, typed)).toBe(hint)
  })
})

test('formats an address as on an envelope, without empty lines', () => {
  const address = { street: 'Lindelaan', houseNumber: '12 bis', postalCode: '3512 AB', city: 'Utrecht' }
  expect(formatAddressLines({ ...address, company: null, country: 'Nederland' })).toEqual([
    'Lindelaan 12 bis',
    '3512 AB Utrecht',
    'Nederland',
  ])
  expect(formatAddressLines({ ...address, company: 'De Wit', country: 'Nederland' })[0]).toBe('De Wit')
})

test('selects the requested address, else the default, else none', () => {
  const plain = { id: 'a', isDefault: false }
  const usual = { id: 'b', isDefault: true }
  expect(selectAddress([plain, usual], 'a')).toBe(plain)
  expect(selectAddress([plain, usual], 'gone')).toBe(usual)
  expect(selectAddress([plain], null)).toBeNull()
})

test.each([
  ['Nederland', '3512ab', '12 bis', { postalCode: '3512AB', houseNumber: 12 }],
  ['Nederland', '3512 AB', ' 7', { postalCode: '3512AB', houseNumber: 7 }],
  ['Nederland', '3512', '12', null],
  ['Nederland', '3512 AB', 'boot', null],
  ['België', '3512 AB', '12', null],
])('in %s %j %j is looked up as %j', (country, postalCode, houseNumber, key) => {
  expect(parseLookupInput(country, postalCode, houseNumber)).toEqual(key)
})

test('shows a saved address in the list as the server will return it', () => {
  const one = { id: 'a', isDefault: true }
  const other = { id: 'b', isDefault: false }
  expect(upsertAddressInList([], one)).toEqual([one])
  expect(upsertAddressInList([one], other)).toEqual([one, other])
  expect(upsertAddressInList([one, other], { id: 'b', isDefault: true })).toEqual([
    { id: 'b', isDefault: true },
    { id: 'a', isDefault: false },
  ])
})
