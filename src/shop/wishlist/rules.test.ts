import { expect, test } from 'vitest'
import type { Product } from '../products/catalog/contract.ts'
import type { WishlistItem } from './contract.ts'
import {
  wishlistAvailability,
  isOptimisticItem,
  isOnWishlist,
  withoutWishlistProduct,
  withWishlistItem,
  withProductAdded,
} from './rules.ts'

const product = (id: string): Product => ({
  id,
  sku: id,
  slug: id,
  name: 'Badzout',
  description: '',
  price: 1795,
  shippingCost: 439,
  imageUrl: null,
  images: [],
  categoryId: 'bad',
  stock: 4,
  isActive: true,
  showShippingOptions: true,
  showCommentsField: false,
  hygieneSealed: false,
  rating: 4.5,
  reviewCount: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
})

const wish = (productId: string, createdAt: string): WishlistItem => ({
  id: `wish-${productId}`,
  productId,
  createdAt,
  purchased: false,
  product: product(productId),
})

const older = wish('a', '2026-11-01T10:00:00.000Z')
const newer = wish('b', '2026-11-02T10:00:00.000Z')
const now = new Date('2026-11-03T10:00:00Z')

test('puts a product first, once, marked as unconfirmed', () => {
  const list = withProductAdded([newer, older], product('c'), now)
  expect(list.map(({ productId }) => productId)).toEqual(['c', 'b', 'a'])
  expect(list.map(isOptimisticItem)).toEqual([true, false, false])
  expect(withProductAdded(list, product('a'), now)).toBe(list)
  const confirmed = withWishlistItem(list, wish('c', now.toISOString()))
  expect(confirmed.map(({ id }) => id)).toEqual(['wish-c', 'wish-b', 'wish-a'])
  expect(confirmed.some(isOptimisticItem)).toBe(false)
})

test('restores a removed item to its position when removal fails', () => {
  const list = withoutWishlistProduct([newer, older], 'b')
  expect(isOnWishlist(list, 'b')).toBe(false)
  expect(withWishlistItem(list, newer)).toEqual([newer, older])
  expect(withWishlistItem(withoutWishlistProduct([newer, older], 'a'), older)).toEqual([newer, older])
})

test.each([
  [
    { isActive: true, stock: 6 },
    { canBuy: true, text: 'Op voorraad' },
  ],
  [
    { isActive: true, stock: 5 },
    { canBuy: true, text: 'Nog 5 op voorraad' },
  ],
  [
    { isActive: true, stock: 0 },
    { canBuy: false, text: 'Uitverkocht' },
  ],
  [
    { isActive: false, stock: 9 },
    { canBuy: false, text: 'Dit verkopen we niet meer' },
  ],
])('%o', (stocked, expected) => expect(wishlistAvailability(stocked)).toEqual(expected))
