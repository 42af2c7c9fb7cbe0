import { z } from 'zod'
import { MOLLIE_WEBHOOK_PATH } from '../../money/payments/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id, quantity } from '../../wire/fields.ts'

export const checkout = endpoint({
  method: 'POST',
  path: '/api/cart/checkout',
  summary: 'Order: hold the stock, make a PENDING order and a payment for it',
  access: 'customer',
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
    /** What the customer saw as due, in cents: when it is not so any more, nothing is ordered. Never what is charged. */
    expectedTotal: cents.nullish(),
  }),
  /** `paymentUrl` is left out when nothing is due. */
  output: z.object({ orderId: id, paymentUrl: z.string().optional() }),
})

/** The provider sends the customer back here; the answer is a redirect, so the body is empty. */
export const paymentReturn = endpoint({
  method: 'GET',
  path: '/api/payments/return',
  summary: 'Settle a payment on return from the provider and redirect to where its owner goes on',
  access: 'public',
  /** Our own id. A browser lands here: what is no id is an unknown payment, and not a page of JSON. */
  input: z.object({ payment: z.guid().nullable().catch(null) }),
  output: z.null(),
  status: 302,
})

export const mollieWebhook = endpoint({
  method: 'POST',
  path: MOLLIE_WEBHOOK_PATH,
  summary: 'A payment changed: fetch it from the provider and settle it',
  access: 'machine',
  /** Read by the provider's gateway. */
  input: z.looseObject({}),
  output: z.null(),
  status: 200,
})
