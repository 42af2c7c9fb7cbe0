import { describe, expect, test } from 'vitest'
import type { CartItem } from './contract.ts'
import {
  canIncreaseQuantity,
  totalQuantity,
  exceedsStock,
  isOptimisticLine,
  cartSubtotal,
  withLineAdded,
  withLineQuantity,
} from './rules.ts'

const product = (changes: Partial<CartItem['product']> = {}) => ({
  name: 'Zijden blinddoek',
  slug: 'zijden-blinddoek',
  price: 2495,
  imageUrl: null,
  stock: 4,
  shippingCost: 439,
  showShippingOptions: true,
  showCommentsField: false,
  ...changes,
})

const line = (id: string, quantity: number, changes: Partial<CartItem['product']> = {}): CartItem => ({
  id,
  productId: `p-${id}`,
  quantity,
  product: product(changes),
})

test('counts units in the badge, and sums in cents', () => {
  const lines = [line('a', 2), line('b', 3, { price: 100 })]
  expect(totalQuantity(lines)).toBe(5)
  expect(cartSubtotal(lines)).toBe(2 * 2495 + 300)
})

test.each([
  { quantity: 3, stock: 4, grows: true, exceeds: false },
  { quantity: 4, stock: 4, grows: false, exceeds: false },
  { quantity: 5, stock: 4, grows: false, exceeds: true },
  { quantity: 1, stock: 0, grows: false, exceeds: true },
  { quantity: 99, stock: 500, grows: false, exceeds: false },
])('a line of $quantity with $stock in stock', ({ quantity, stock, grows, exceeds }) => {
  expect(canIncreaseQuantity(line('a', quantity, { stock }))).toBe(grows)
  expect(exceedsStock(line('a', quantity, { stock }))).toBe(exceeds)
})

describe('optimistic cart lines', () => {
  const lines = [line('a', 2), line('b', 1)]

  test('a new product is last, and cannot be changed until the server has confirmed it', () => {
    const grown = withLineAdded(lines, { id: 'p-new', ...product() }, 2)
    expect(grown.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      ['p-a', 2],
      ['p-b', 1],
      ['p-new', 2],
    ])
    expect(grown.map(isOptimisticLine)).toEqual([false, false, true])
  })

  test('a product already in the cart increases its line', () => {
    expect(withLineAdded(lines, { id: 'p-a', ...product() }, 1)).toEqual([line('a', 3), line('b', 1)])
  })

  test('a change that the server will refuse is not shown', () => {
    expect(withLineAdded(lines, { id: 'p-a', ...product({ stock: 4 }) }, 3)).toBe(lines)
    expect(withLineAdded(lines, { id: 'p-new', ...product({ stock: 0 }) }, 1)).toBe(lines)
  })

  test('a line gets the new quantity, and is removed at 0', () => {
    expect(withLineQuantity(lines, 'a', 5)).toEqual([line('a', 5), line('b', 1)])
    expect(withLineQuantity(lines, 'a', 0)).toEqual([line('b', 1)])
    expect(withLineQuantity(lines, 'gone', 5)).toEqual(lines)
  })
})
