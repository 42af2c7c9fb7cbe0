import type { Product } from '../products/catalog/contract.ts'
import { stockLabel } from '../products/catalog/productText.rules.ts'
import { isSoldOut } from '../products/catalog/rules.ts'
import type { WishlistItem } from './contract.ts'

const OPTIMISTIC_ID_PREFIX = 'expected:'

/** An optimistic item: it has no id of the server yet, so it cannot be changed. */
export const isOptimisticItem = (wish: WishlistItem): boolean => wish.id.startsWith(OPTIMISTIC_ID_PREFIX)

export const isOnWishlist = (wishes: WishlistItem[], productId: string): boolean =>
  wishes.some(wish => wish.productId === productId)

/** The optimistic list after adding a product; unchanged when it is on the list already. */
export function withProductAdded(wishes: WishlistItem[], product: Product, now: Date): WishlistItem[] {
  if (isOnWishlist(wishes, product.id)) return wishes
  const wish = {
    id: OPTIMISTIC_ID_PREFIX + product.id,
    productId: product.id,
    createdAt: now.toISOString(),
    purchased: false,
    product,
  }
  return [wish, ...wishes]
}

/** Puts an item into the list, the newest first: when it is confirmed, or when removing it failed. */
export const withWishlistItem = (wishes: WishlistItem[], wish: WishlistItem): WishlistItem[] =>
  [...withoutWishlistProduct(wishes, wish.productId), wish].toSorted((a, b) =>
    b.createdAt.localeCompare(a.createdAt),
  )

export const withoutWishlistProduct = (wishes: WishlistItem[], productId: string): WishlistItem[] =>
  wishes.filter(wish => wish.productId !== productId)

type ProductStock = Pick<Product, 'isActive' | 'stock'>

/** The notice about a wished product's availability; a product that is no longer sold stays on the list. */
export function wishlistAvailability({ isActive, stock }: ProductStock): { canBuy: boolean; text: string } {
  if (!isActive) return { canBuy: false, text: 'Dit verkopen we niet meer' }
  return { canBuy: !isSoldOut(stock), text: stockLabel(stock) }
}
