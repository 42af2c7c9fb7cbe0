import { expect, test } from 'vitest'
import { mixFeatured, standInOf } from './rules.ts'

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
