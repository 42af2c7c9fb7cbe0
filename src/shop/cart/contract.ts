import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id, MAX_LINE_QUANTITY, quantity } from '../../wire/fields.ts'

export const CartItem = z.object({
  id,
  productId: id,
  quantity: z.int(),
  product: z.object({
    name: z.string(),
    slug: z.string(),
    price: cents,
    imageUrl: z.string().nullable(),
    stock: z.int(),
    shippingCost: cents,
    showShippingOptions: z.boolean(),
    showCommentsField: z.boolean(),
  }),
})
export type CartItem = z.output<typeof CartItem>

export const readCart = endpoint({
  method: 'GET',
  path: '/api/cart',
  summary: "The lines of one's cart, oldest first",
  access: 'customer',
  output: z.array(CartItem),
})

export const addToCart = endpoint({
  method: 'POST',
  path: '/api/cart',
  summary: 'Put a product in the cart; a line that is there grows',
  access: 'customer',
  input: z.object({ productId: id, quantity: quantity.default(1) }),
  output: CartItem,
})

export const setCartLine = endpoint({
  method: 'PUT',
  path: '/api/cart/:itemId',
  summary: 'Set how many pieces a line has; 0 removes it and answers 204',
  access: 'customer',
  input: z.object({
    itemId: id,
    quantity: z
      .int()
      .min(0, 'Kies 0 of meer stuks.')
      .max(MAX_LINE_QUANTITY, `Kies hoogstens ${MAX_LINE_QUANTITY} stuks.`),
  }),
  output: CartItem.nullable(),
  status: line => (line === null ? 204 : 200),
})

export const removeCartLine = endpoint({
  method: 'DELETE',
  path: '/api/cart/:itemId',
  summary: 'Take a line out of the cart',
  access: 'customer',
  input: z.object({ itemId: id }),
  output: z.null(),
})
