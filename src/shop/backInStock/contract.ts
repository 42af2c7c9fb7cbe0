import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

export const BackInStockRequest = z.object({
  productId: id,
  name: z.string(),
  slug: z.string(),
  createdAt: dateTime,
})
export type BackInStockRequest = z.output<typeof BackInStockRequest>

export const listBackInStockRequests = endpoint('GET /api/back-in-stock', 'customer', {
  summary: 'The sold-out products of which one wants a mail when they are there again, the newest first',
  output: z.array(BackInStockRequest),
})

export const requestBackInStock = endpoint('PUT /api/back-in-stock/:productId', 'customer', {
  summary: 'Have a mail when a sold-out product is there again, once; a second time changes nothing',
  input: z.object({ productId: id }),
  output: z.null(),
  status: 204,
  problems: ['IN_STOCK', 'NOT_FOUND'],
})

export const cancelBackInStock = endpoint('DELETE /api/back-in-stock/:productId', 'customer', {
  summary: 'Have no such mail any more; also when there was none to come',
  input: z.object({ productId: id }),
  output: z.null(),
})

/** Says that a product is there again; its name is behind the link. */
export const backInStockMail = mailTemplate(
  'back-in-stock',
  z.object({ url: z.string(), shopName: z.string() }),
)
