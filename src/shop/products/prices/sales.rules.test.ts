import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dueSaleStep,
  regularPriceOf,
  saleErrors,
  withRegularPrice,
  withSale,
  withSaleEnded,
  type ProductPrices,
} from './sales.rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-27T23:00:00Z')
const plain = (price: number): ProductPrices => ({
  price,
  regularPrice: null,
  priorPrice: null,
  saleEndsAt: null,
})
const onSale = (saleCents: number, prior: number, regular = 2000) =>
  withSale(plain(regular), { saleCents, endsAt: later, prior })

describe('a sale', () => {
  it('lowers the price, and is announced against the lowest price before it', () =>
    expect(onSale(1500, 1800)).toEqual({
      price: 1500,
      regularPrice: 2000,
      priorPrice: 1800,
      saleEndsAt: later,
    }))

  it.each([1500, 1400])('strikes nothing through when it cost %i cents before', prior =>
    expect(onSale(1500, prior).priorPrice).toBeNull(),
  )

  it('leaves nothing behind', () => expect(withSaleEnded(onSale(1500, 1800))).toEqual(plain(2000)))

  it('must be for less than the regular price, and end after it begins, and after now', () => {
    const sale = { salePrice: 1500, startsAt: now, endsAt: later }
    expect(saleErrors(sale, 2000, now)).toBeUndefined()
    expect(saleErrors(sale, 1500, now)).toHaveProperty('salePrice')
    expect(saleErrors({ ...sale, startsAt: later }, 2000, now)).toHaveProperty('endsAt')
    expect(saleErrors({ ...sale, endsAt: now, startsAt: new Date(0) }, 2000, now)).toHaveProperty('endsAt')
  })
})

describe('a regular price that is set while a sale runs', () => {
  it('is for after the sale', () => {
    const changed = withRegularPrice(onSale(1500, 1800), 2500)
    expect(changed).toMatchObject({ price: 1500, regularPrice: 2500, priorPrice: 1800 })
    expect(withSaleEnded(changed)).toEqual(plain(2500))
  })

  it.each([1500, 1200])('ends the sale when it is not above its price: %i cents', regular =>
    expect(withRegularPrice(onSale(1500, 1800), regular)).toEqual(plain(regular)),
  )

  it('never makes a product on sale dearer, whatever is done in whatever order', () => {
    const cents = fc.integer({ min: 1, max: 10_000 })
    const step = fc.oneof(
      fc.record({ kind: fc.constant('sale' as const), cents, prior: cents }),
      fc.record({ kind: fc.constant('end' as const), cents }),
      fc.record({ kind: fc.constant('regular' as const), cents }),
    )
    fc.assert(
      fc.property(cents, fc.array(step), (first, steps) => {
        let prices = plain(first)
        for (const each of steps) {
          const { price } = prices
          if (each.kind === 'end') prices = withSaleEnded(prices)
          else if (each.kind === 'regular') prices = withRegularPrice(prices, each.cents)
          else if (each.cents < regularPriceOf(prices))
            prices = withSale(prices, { saleCents: each.cents, endsAt: later, prior: each.prior })
          // As the constraint of the table has it.
          const { regularPrice, priorPrice, saleEndsAt } = prices
          expect(regularPrice === null).toBe(saleEndsAt === null)
          if (regularPrice === null) expect(priorPrice).toBeNull()
          else expect(regularPrice).toBeGreaterThan(prices.price)
          if (priorPrice !== null) expect(priorPrice).toBeGreaterThan(prices.price)
          if (each.kind === 'regular' && regularPrice !== null) expect(prices.price).toBe(price)
          if (each.kind === 'regular') expect(regularPriceOf(prices)).toBe(each.cents)
        }
      }),
    )
  })
})

describe('a sale that is due', () => {
  const planned = { state: 'PLANNED', saleCents: 1500, endsAt: later }
  it.each([
    ['BEGIN', planned, 2000],
    ['CANCEL', planned, 1500],
    ['SKIP', { ...planned, endsAt: now }, 2000],
    ['END', { ...planned, state: 'RUNNING', endsAt: now }, 1500],
  ] as const)('%s', (step, sale, price) => expect(dueSaleStep(sale, plain(price), now)).toBe(step))
})
