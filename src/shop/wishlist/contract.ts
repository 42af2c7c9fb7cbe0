import { z } from 'zod'
import { Product } from '../catalog/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime } from '../../wire/fields.ts'

export const WishlistItem = z.object({ id, productId: id, createdAt: dateTime, product: Product })
export type WishlistItem = z.output<typeof WishlistItem>

export const readWishlist = endpoint({
  method: 'GET',
  path: '/api/wishlist',
  summary: "One's own wishlist, the newest first",
  access: 'customer',
  output: z.array(WishlistItem),
})

export const addToWishlist = endpoint({
  method: 'POST',
  path: '/api/wishlist',
  summary: 'Put a product on the wishlist; 200 when it is there already',
  access: 'customer',
  input: z.object({ productId: id }),
  output: WishlistItem,
})

export const removeFromWishlist = endpoint({
  method: 'DELETE',
  path: '/api/wishlist/:itemId',
  summary: 'Take a product off the wishlist',
  access: 'customer',
  input: z.object({ itemId: id }),
  output: z.null(),
})
