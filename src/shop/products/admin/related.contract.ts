import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { id } from '../../../wire/fields.ts'

export const MAX_CHOSEN_RELATED = 8

export const RelatedProduct = z.object({ id, name: z.string(), isActive: z.boolean() })
export type RelatedProduct = z.output<typeof RelatedProduct>

export const readRelatedProducts = endpoint('GET /api/admin/products/:productId/related', 'admin', {
  summary:
    'The products that were chosen to show beside a product, in order, also those that are not for sale',
  input: z.object({ productId: id }),
  output: z.array(RelatedProduct),
})

export const setRelatedProducts = endpoint('PUT /api/admin/products/:productId/related', 'admin', {
  summary:
    'Choose and order the products that are shown beside a product; others of its category follow them',
  input: z.object({
    productId: id,
    relatedIds: z
      .array(z.guid())
      .max(MAX_CHOSEN_RELATED, `Kies hoogstens ${MAX_CHOSEN_RELATED} producten.`)
      .refine(ids => new Set(ids).size === ids.length, 'Kies elk product één keer.'),
  }),
  output: z.array(RelatedProduct),
})
