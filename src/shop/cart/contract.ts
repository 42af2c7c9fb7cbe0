import { z } from 'zod'
import { optionalList } from '../products/catalog/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id, optionalCents, optionalCount, quantity } from '../../wire/fields.ts'
import { MAX_LINE_QUANTITY } from '../../wire/limits.ts'

export const CartItem = z.object({
  id,
  productId: id,
  quantity: z.int(),
  product: z.object({
    name: z.string(),
    slug: z.string(),
    price: cents,
    /** While a sale runs: the lowest price of the 30 days before it, when that is above its price. */
    priorPrice: optionalCents,
    imageUrl: z.string().nullable(),
    /** Of a variant: its value of each option; its name has them too. */
    values: optionalList,
    stock: z.int(),
    shippingCost: cents,
    showShippingOptions: z.boolean(),
    showCommentsField: z.boolean(),
    /** How much is in it, where it is sold by measure. */
    contentMl: optionalCount,
    contentGrams: optionalCount,
  }),
})
export type CartItem = z.output<typeof CartItem>

export const readCart = endpoint('GET /api/cart', 'shopper', {
  summary: "The lines of one's cart, oldest first",
  output: z.array(CartItem),
})

export const addToCart = endpoint('POST /api/cart', 'shopper', {
  summary: 'Put a product in the cart; a line that is there grows',
  input: z.object({ productId: id, quantity: quantity.default(1) }),
  output: CartItem,
  problems: ['INSUFFICIENT_STOCK', 'NOT_FOUND', 'QUANTITY_LIMIT'],
})

export const setCartLine = endpoint('PUT /api/cart/:itemId', 'shopper', {
  summary: 'Set how many pieces a line has; 0 removes it and answers 204',
  input: z.object({
    itemId: id,
    quantity: z
      .int()
      .min(0, 'Kies 0 of meer stuks.')
      .max(MAX_LINE_QUANTITY, `Kies hoogstens ${MAX_LINE_QUANTITY} stuks.`),
  }),
  output: CartItem.nullable(),
  alsoAnswers: [204],
  problems: ['INSUFFICIENT_STOCK'],
})

export const removeCartLine = endpoint('DELETE /api/cart/:itemId', 'shopper', {
  summary: 'Take a line out of the cart',
  input: z.object({ itemId: id }),
  output: z.null(),
})
