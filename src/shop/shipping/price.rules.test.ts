import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { calculateShippingCost, packParcel, type ParcelItem } from './price.rules.ts'
import { assumedDestination, destinationCode, refuseDestination } from './destination.rules.ts'

const terms = { freeFrom: 5000, rateCents: 695 }

test.each([
  ['FREE', 100, 0],
  ['FREE_FROM', 4999, 695],
  ['FREE_FROM', 5000, 0],
  ['ZONES', 4999, 695],
  ['ZONES', 1_000_000, 695],
] as const)('standard shipping with %s and products of %i cents costs %i', (pricing, products, cost) =>
  expect(calculateShippingCost({ ...terms, pricing }, products)).toBe(cost),
)

it('costs nothing when nothing is shipped', () =>
  expect(calculateShippingCost({ ...terms, rateCents: null, pricing: 'ZONES' }, 100)).toBe(0))

const item = (change: Partial<ParcelItem> = {}): ParcelItem => ({
  quantity: 1,
  weight: 300,
  length: 20,
  width: 12,
  height: 4,
  ...change,
})

describe('a parcel', () => {
  it('stacks products on their largest sides', () => {
    expect(packParcel([item({ quantity: 3 }), item({ length: 5, width: 30, height: 10 })])).toEqual({
      weight: 1200,
      length: 30,
      width: 12,
      height: 17,
    })
  })

  it('has sides only when all are known, and weighs at least a gram', () => {
    expect(packParcel([item(), item({ height: null })])).toEqual({ weight: 600 })
    expect(packParcel([item({ weight: 0, length: null })])).toEqual({ weight: 1 })
  })

  it('weighs the same however its products are divided over lines', () => {
    const items = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 9 }), weight: fc.nat(2000) }))
    fc.assert(
      fc.property(items, all => {
        const lines = all.map(each => item(each))
        const units = lines.flatMap(each =>
          Array.from({ length: each.quantity }, () => ({ ...each, quantity: 1 })),
        )
        expect(packParcel(units)).toEqual(packParcel(lines))
      }),
    )
  })
})

test.each([
  ['België', 'BE'],
  [' nederland ', 'NL'],
  ['be', 'BE'],
  ['Narnia', null],
])('the code of %j is %j', (country, code) => expect(destinationCode(country)).toBe(code))

test('says where it does not ship to, and where it does', () => {
  expect(refuseDestination('België', ['NL', 'BE'])).toBeNull()
  expect(refuseDestination('Duitsland', ['NL', 'BE'])).toBe(
    'Naar Duitsland verzenden we niet. We verzenden naar Nederland en België.',
  )
  expect(refuseDestination('Narnia', ['BE'])).toBe('Naar Narnia verzenden we niet. We verzenden naar België.')
})

test('counts for the nearest country while none is known', () => {
  expect(assumedDestination(['BE', 'NL'])).toBe('Nederland')
  expect(assumedDestination(['DE'])).toBe('Duitsland')
})
