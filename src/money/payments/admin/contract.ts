import { endpoint } from '../../../wire/endpoint.ts'
import { z } from 'zod'
import { id } from '../../../wire/fields.ts'
import { RefundResolution, RefundCase } from '../contract.ts'

export const listOpenRefunds = endpoint('GET /api/admin/refunds', 'admin', {
  summary: 'Refunds that have not gone back yet: they wait for the provider, or for a person; oldest first',
  output: z.array(RefundCase),
})

export const resolveRefund = endpoint('POST /api/admin/refunds/:refundId/mend', 'admin', {
  summary: 'Send a refund that failed again, or note that its money was given back by hand',
  confirmation: 'recent',
  input: z.object({ refundId: id, how: RefundResolution }),
  output: RefundCase,
  status: 200,
})
