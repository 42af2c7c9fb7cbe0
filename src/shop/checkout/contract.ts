import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id, quantity } from '../../wire/fields.ts'

export const checkout = endpoint('POST /api/cart/checkout', 'customer', {
  summary: 'Order: hold the stock, make a PENDING order and a payment for it',
  idempotent: true,
  input: z.object({
    items: z
      .array(z.object({ productId: id, quantity }), { error: 'Je winkelwagen is leeg.' })
      .min(1, 'Je winkelwagen is leeg.')
      .max(100, 'Je kunt hoogstens 100 verschillende producten bestellen.'),
    addressId: id.nullish(),
    hasTracking: z.boolean().default(false),
    comments: z
      .string()
      .trim()
      .max(1000, 'Een opmerking heeft hoogstens 1000 tekens.')
      .nullish()
      .transform(text => text || null),
    /** The total that the customer saw, in cents; only compared, never charged. A different total refuses the order. */
    expectedTotal: cents.nullish(),
  }),
  /** `paymentUrl` is omitted when nothing is due. */
  output: z.object({ orderId: id, paymentUrl: z.string().optional() }),
  problems: [
    'ADDRESS_REQUIRED',
    'INSUFFICIENT_STOCK',
    'NOT_FOUND',
    'ORDER_NOT_PAYABLE',
    'PRICE_CHANGED',
    'TERMS_CHANGED',
    'PROVIDER_UNAVAILABLE',
    'QUANTITY_LIMIT',
  ],
})
