import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stockCrossing } from './notice.service.ts'

it.each([
  [{ before: 7, after: 6 }, 5, null],
  [{ before: 6, after: 5 }, 5, 'LOW_STOCK'],
  [{ before: 5, after: 4 }, 5, null],
  [{ before: 1, after: 0 }, 5, 'SOLD_OUT'],
  [{ before: 9, after: 0 }, 5, 'SOLD_OUT'],
  [{ before: 9, after: 1 }, 0, null],
  [{ before: 1, after: 0 }, 0, 'SOLD_OUT'],
])('says of %j with threshold %i: %s', (sale, threshold, crossing) => {
  expect(stockCrossing(sale, threshold)).toBe(crossing)
})

it('says each of low and sold out at most once while a stock is sold, and always that it is sold out', () => {
  const sales = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(sales, fc.nat(20), (quantities, threshold) => {
      let before = quantities.reduce((sum, quantity) => sum + quantity, 0)
      const said = quantities.flatMap(quantity => {
        const after = before - quantity
        const crossing = stockCrossing({ before, after }, threshold)
        before = after
        return crossing ?? []
      })
      expect(said.filter(each => each === 'SOLD_OUT')).toEqual(['SOLD_OUT'])
      expect(said.filter(each => each === 'LOW_STOCK').length).toBeLessThanOrEqual(1)
      expect(said.at(-1)).toBe('SOLD_OUT')
    }),
  )
})
