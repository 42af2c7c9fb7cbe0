import { expect, test } from 'vitest'
import { gtinOf, mixFeatured, standInOf } from './rules.ts'

const ids = (products: { id: string }[]) => products.map(({ id }) => id).join('')
const list = (names: string) => [...names].map(id => ({ id }))

test.each([
  ['ab', 'bcde', 'abcd'],
  ['abcd', 'efgh', 'abcd'],
  ['', 'abcd', 'abcd'],
  ['ca', 'abcd', 'cabd'],
])('favourites %j come before others %j', (favourites, others, featured) => {
  expect(ids(mixFeatured(list(favourites), list(others), 4))).toBe(featured)
})

test('a category without a picture always gets the same stand-in, and not all get the same', () => {
  const names = ['Kaarsen', 'Boeken', 'Zijde', 'Massage', 'Cadeaus', 'Slimme toys', 'Thee', 'Bad']
  const looks = names.map(name => JSON.stringify(standInOf(name)))
  expect(names.map(name => JSON.stringify(standInOf(name)))).toEqual(looks)
  expect(new Set(looks).size).toBeGreaterThan(4)
})

test.each(['96385074', '036000291452', '8710000000109', '18710000000106'])(
  '%s is a GTIN by its check digit, and with any other digit in one place it is none',
  code => {
    expect(gtinOf(code)).toBe(code)
    for (const [place, digit] of [...code].entries())
      for (const other of '0123456789'.replace(digit, ''))
        expect(gtinOf(code.slice(0, place) + other + code.slice(place + 1))).toBeUndefined()
  },
)

test.each([
  [null],
  [''],
  ['9638507'],
  ['871000000010'],
  ['87100000001099'],
  ['8710000000109 '],
  ['871-0000000109'],
  ['GL-001'],
  ['00000000'],
  ['0000000000000'],
])('%j is no GTIN', code => {
  expect(gtinOf(code)).toBeUndefined()
})
