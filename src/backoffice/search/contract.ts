import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { cents, id, role } from '../../wire/fields.ts'
import { OrderStatus } from '../../shop/orders/contract.ts'

/** The most hits of each kind. */
export const HITS_PER_KIND = 5

export const searchBackoffice = endpoint('GET /api/admin/search', 'admin', {
  summary: 'The newest orders, customers and products that match, a few of each',
  input: z.object({ q: z.string().trim().min(1, 'Typ wat je zoekt.').max(100) }),
  output: z.object({
    orders: z.array(
      z.object({ id, number: z.string(), customerName: z.string(), status: OrderStatus, total: cents }),
    ),
    customers: z.array(z.object({ id, displayName: z.string(), email: z.string(), role })),
    products: z.array(z.object({ id, name: z.string(), sku: z.string(), isActive: z.boolean() })),
  }),
})

export type BackofficeHits = z.output<typeof searchBackoffice.output>
