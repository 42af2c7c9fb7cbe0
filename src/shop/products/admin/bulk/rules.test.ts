import { describe, expect, it } from 'vitest'
import type { Rounding } from './contract.ts'
import {
  rebasePlan,
  changesForEdit,
  changesForImport,
  planChanges,
  roundPrice,
  type ProductSnapshot,
} from './rules.ts'

const candle: ProductSnapshot = {
  name: 'Kaars',
  description: 'Een\r\nkaars ',
  categoryId: '01890000-0000-7000-8000-000000000001',
  price: 1495,
  salePrice: null,
  purchasePrice: null,
  shippingCost: 0,
  stock: 8,
  reservedStock: 3,
  isActive: true,
  showShippingOptions: true,
  showCommentsField: false,
  hygieneSealed: false,
  hasSexualContent: false,
  taxClass: 'STANDARD',
  barcode: null,
  weight: 300,
  length: null,
  width: null,
  height: null,
  contentMl: null,
  contentGrams: null,
}

describe('a calculated price', () => {
  it.each<[number, Rounding, number]>([
    [1345.5, 'CENT', 1346],
    [1344.4, 'CENT', 1344],
    [1347, 'FIVE_CENTS', 1345],
    [1348, 'FIVE_CENTS', 1350],
    [1340, 'NINETY_FIVE', 1295],
    [1345, 'NINETY_FIVE', 1395],
    [20, 'NINETY_FIVE', 95],
    [1349, 'EURO', 1300],
    [1350, 'EURO', 1400],
    [2, 'EURO', 100],
    [0, 'NINETY_FIVE', 0],
  ])('rounds %d cents %s to %d', (cents, rounding, to) =>
    expect(roundPrice(cents * 10, 10, rounding)).toBe(to),
  )
})

describe('a bulk plan', () => {
  it('is SAME when nothing changes, and gives the reason of a refusal', () => {
    const edit = (pieces: number) =>
      planChanges(
        changesForEdit({ kind: 'STOCK_AMOUNT', pieces, cause: 'COUNTED', note: null }, candle),
        candle,
      )
    expect(edit(0)).toEqual({ verdict: 'SAME', changes: {}, errors: [] })
    expect(edit(-5).verdict).toBe('CHANGE')
    expect(edit(-6)).toMatchObject({
      verdict: 'REFUSED',
      errors: [{ column: 'Voorraad', message: 'Er staan 3 stuks vast voor open bestellingen.' }],
    })
    expect(edit(-9).verdict).toBe('REFUSED')
  })

  it('of a file ignores columns that a file cannot change', () => {
    const same = { description: 'Een\nkaars', price: 1495, length: null }
    expect(planChanges(changesForImport(same, candle), candle).verdict).toBe('SAME')
  })

  it('of a file exported before a sale does not restore the sold stock', () => {
    const line = { stock: 12, stockSeen: 10 }
    expect(planChanges(changesForImport(line, candle), candle).changes).toEqual({
      stock: { from: 8, to: 10, isRelative: true },
    })
    expect(planChanges(changesForImport({ stock: 10, stockSeen: 10 }, candle), candle).verdict).toBe('SAME')
  })
})

describe('applying a plan', () => {
  const price = { price: { from: 1495, to: 1000 } }
  const stock = { stock: { from: 8, to: 6, isRelative: true } }

  it('changes a product that equals its snapshot', () => {
    expect(rebasePlan(price, candle)).toEqual({ verdict: 'DONE', changes: price, errors: [] })
  })

  it('does not overwrite another person’s change', () => {
    expect(rebasePlan(price, { ...candle, price: 1200 })).toMatchObject({
      verdict: 'MISSED',
      errors: [{ column: 'Prijs', message: expect.stringContaining('12,00') }],
    })
  })

  it('adds to the current stock, if enough is left', () => {
    const sold = { ...candle, stock: 6 }
    expect(rebasePlan(stock, sold)).toMatchObject({ verdict: 'DONE', changes: { stock: { from: 6, to: 4 } } })
    expect(rebasePlan(stock, { ...candle, stock: 4 })).toMatchObject({ verdict: 'MISSED' })
  })
})
