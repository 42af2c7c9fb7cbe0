import { describe, expect, it } from 'vitest'
import { computeFacets } from './priceFacets.rules.ts'

const buckets = [
  { id: 'k', name: 'Kaarsen', optionSet: null, prices: [500, 1500] },
  { id: 'k', name: 'Kaarsen', optionSet: 1, prices: [500, 2500] },
  { id: 'z', name: 'Zijde', optionSet: 1, prices: [2500, 9000] },
]
const chosen = (choice: object) => computeFacets(buckets, { category: [], ...choice })

describe('facets', () => {
  it.each([
    [{}, 6, [4, 2]],
    [{ minPrice: 500, maxPrice: 500 }, 2, [2, 0]],
    [{ minPrice: 501 }, 4, [2, 2]],
    [{ maxPrice: 2500 }, 5, [4, 1]],
    [{ minPrice: 2500, maxPrice: 1500 }, 0, [0, 0]],
    [{ category: ['z'], maxPrice: 2500 }, 1, [4, 1]],
    [{ category: ['k', 'z', 'gone'] }, 6, [4, 2]],
  ])('%o: %i in all, by category %o', (choice, total, counts) => {
    const found = chosen(choice)
    expect(found.total).toBe(total)
    expect(found.facets.categories.map(({ count }) => count)).toEqual(counts)
  })

  it.each([
    [{}, { min: 500, max: 9000 }],
    [
      { category: ['z'], maxPrice: 2500 },
      { min: 2500, max: 9000 },
    ],
    [{ category: ['gone'] }, { min: 0, max: 0 }],
  ])('%o: prices %o, whatever range is chosen', (choice, price) =>
    expect(chosen(choice).facets.price).toEqual(price),
  )
})
