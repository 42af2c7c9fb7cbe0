import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  matchCategories,
  optionFacets,
  parseFilters,
  countActiveFilters,
  defaultFilters,
  formatPriceRange,
  productPath,
  toSearchQuery,
  shopPath,
  withCategory,
  withFilter,
  withOption,
  dropUnknownCategories,
} from './filters.rules.ts'

const inAddress = (address: string) => parseFilters(new URL(address, 'http://own.invalid').searchParams)

test.each([
  ['/shop', {}],
  ['/shop?q=+zijde+', { q: 'zijde' }],
  ['/shop?category=b&category=a&category=b&category=', { category: ['a', 'b'] }],
  ['/shop?option=maat:40&option=kleur:rood&option=maat:40', { option: ['kleur:rood', 'maat:40'] }],
  ['/shop?min=15&max=60', { min: 15, max: 60 }],
  ['/shop?max=0', { max: 0 }],
  ['/shop?sort=newest&page=2', { sort: 'newest', page: 2 }],
])('%s requests %o', (address, filters) => {
  expect(inAddress(address)).toEqual({ ...defaultFilters, ...filters })
})

test.each([
  'min=-5',
  'min=2.5',
  'min=1e2',
  'min=400',
  'max=301',
  'max=x',
  'min=200&max=100',
  'sort=cheapest',
  'sort=',
  'page=0',
  'page=-1',
  'page=1.5',
  'page=999999999',
  `category=${'x'.repeat(65)}`,
  'option=maat',
  'option=:38',
  'option=maat:',
  `option=maat:${'x'.repeat(200)}`,
  'other=1',
])('%s is ignored', query => {
  expect(inAddress(`/shop?${query}`)).toEqual(defaultFilters)
})

test('requests no more than the API accepts', () => {
  const many = Array.from({ length: 60 }, (_, index) => `category=${index}`).join('&')
  expect(inAddress(`/shop?${many}`).category).toHaveLength(50)
  expect(inAddress(`/shop?q=${'a'.repeat(99)}+${'b'.repeat(50)}`).q).toBe('a'.repeat(99))
})

const anyFilters = fc
  .record({
    q: fc.string({ maxLength: 100 }).map(text => text.trim()),
    category: fc.uniqueArray(fc.uuid(), { maxLength: 5 }).map(ids => ids.sort()),
    option: fc
      .uniqueArray(fc.constantFrom('maat:38', 'maat:40', 'kleur:rood', 'Kleur & glans:a:b'))
      .map(options => options.sort()),
    prices: fc.tuple(fc.nat({ max: 300 }), fc.nat({ max: 300 })),
    sort: fc.constantFrom(
      'popularity' as const,
      'price-low' as const,
      'price-high' as const,
      'newest' as const,
    ),
    page: fc.integer({ min: 1, max: 100_000 }),
  })
  .map(({ prices, ...rest }) => ({ ...rest, min: Math.min(...prices), max: Math.max(...prices) }))

test('a URL keeps all filters and parses to the same', () => {
  fc.assert(
    fc.property(anyFilters, filters => {
      expect(inAddress(shopPath(filters))).toEqual(filters)
    }),
  )
  expect(shopPath(defaultFilters)).toBe('/shop')
})

test('every change except the page returns to page one', () => {
  const third = { ...defaultFilters, page: 3 }
  expect(withFilter(third, { sort: 'newest' })).toMatchObject({ sort: 'newest', page: 1 })
  expect(withFilter(third, { page: 4 }).page).toBe(4)
  expect(withCategory(third, 'a', true)).toMatchObject({ category: ['a'], page: 1 })
  expect(withCategory({ ...third, category: ['a', 'b'] }, 'a', false).category).toEqual(['b'])
  expect(withCategory({ ...third, category: ['b'] }, 'a', true).category).toEqual(['a', 'b'])
})

test('a chosen value of an option can be taken back, also when no hit has it any more', () => {
  const third = { ...defaultFilters, page: 3 }
  const chosen = withOption(withOption(third, 'maat:38', true), 'kleur:rood', true)
  expect(chosen).toMatchObject({ option: ['kleur:rood', 'maat:38'], page: 1 })
  expect(withOption(chosen, 'kleur:rood', false).option).toEqual(['maat:38'])
  const facets = [{ name: 'maat', values: [{ value: '40', count: 2 }] }]
  expect(optionFacets(facets, chosen.option)).toEqual([
    {
      name: 'maat',
      values: [
        { value: '40', count: 2 },
        { value: '38', count: 0 },
      ],
    },
    { name: 'kleur', values: [{ value: 'rood', count: 0 }] },
  ])
  expect(optionFacets(facets, ['maat:40'])).toEqual(facets)
})

test('the end of the slider sets no maximum, and amounts are requested in cents', () => {
  expect(toSearchQuery(defaultFilters)).toEqual({})
  expect(toSearchQuery({ ...defaultFilters, min: 5, max: 300 })).toEqual({ minPrice: 500 })
  expect(toSearchQuery({ ...defaultFilters, max: 295 })).toEqual({ maxPrice: 29500 })
  expect(
    toSearchQuery({
      ...defaultFilters,
      q: 'olie',
      category: ['a'],
      option: ['maat:38'],
      sort: 'newest',
      page: 2,
    }),
  ).toEqual({
    q: 'olie',
    category: ['a'],
    option: ['maat:38'],
    sort: 'newest',
    page: 2,
  })
})

test.each([
  [{}, 0],
  [{ q: 'olie', sort: 'newest' as const, page: 2 }, 0],
  [{ category: ['a', 'b'] }, 2],
  [{ category: ['a'], min: 5 }, 2],
  [{ min: 5, max: 50 }, 1],
  [{ option: ['maat:38', 'kleur:rood'], max: 50 }, 3],
])('%o counts as %i', (change, count) => {
  expect(countActiveFilters({ ...defaultFilters, ...change })).toBe(count)
})

test('a product URL encodes any slug', () => {
  expect(productPath({ slug: 'roos' })).toBe('/shop/roos')
  expect(productPath({ slug: 'één/twee?' })).toBe('/shop/%C3%A9%C3%A9n%2Ftwee%3F')
})

test.each([
  [0, 300, 'Alle prijzen'],
  [25, 300, 'Vanaf € 25'],
  [0, 100, 'Tot € 100'],
  [25, 100, '€ 25 – € 100'],
])('%i to %i reads “%s”', (min, max, text) => {
  expect(formatPriceRange(min, max)).toBe(text)
})

test('a deleted category is dropped and reported', () => {
  const known = [{ id: 'a' }, { id: 'b' }]
  const filters = { ...defaultFilters, category: ['a', 'gone'] }
  expect(dropUnknownCategories(filters, known)).toEqual({
    filters: { ...defaultFilters, category: ['a'] },
    isGone: true,
  })
  expect(dropUnknownCategories({ ...defaultFilters, category: ['b'] }, known).isGone).toBe(false)
})

test.each([
  ['kaars', ['Kaarsen en sfeer']],
  ['KÁARS', ['Kaarsen en sfeer']],
  ['deco', ['Décor']],
  [' en ', ['Kaarsen en sfeer', 'Lezen en luisteren']],
  ['k', []],
  ['', []],
  ['.*', []],
])('“%s” matches %o', (typed, names) => {
  const categories = ['Kaarsen en sfeer', 'Lezen en luisteren', 'Décor'].map(name => ({ name }))
  expect(matchCategories(categories, typed).map(({ name }) => name)).toEqual(names)
})
