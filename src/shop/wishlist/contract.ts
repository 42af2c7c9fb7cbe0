import { z } from 'zod'
import { Product } from '../products/catalog/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime } from '../../wire/fields.ts'

export const WishlistItem = z.object({
  id,
  productId: id,
  createdAt: dateTime,
  /** Whether its owner has bought and paid the product since it was put on the list. */
  purchased: z.boolean(),
  product: Product,
})
export type WishlistItem = z.output<typeof WishlistItem>

export const readWishlist = endpoint('GET /api/wishlist', 'customer', {
  summary: "One's own wishlist, the newest first",
  output: z.array(WishlistItem),
})

export const addToWishlist = endpoint('POST /api/wishlist', 'customer', {
  summary: 'Put a product on the wishlist; 200 when it is there already',
  input: z.object({ productId: id }),
  output: WishlistItem,
  alsoAnswers: [200],
  problems: ['NOT_FOUND'],
})

export const removeFromWishlist = endpoint('DELETE /api/wishlist/:itemId', 'customer', {
  summary: 'Take a product off the wishlist',
  input: z.object({ itemId: id }),
  output: z.null(),
})
