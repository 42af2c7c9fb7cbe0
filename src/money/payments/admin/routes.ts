import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/serve.ts'
import type { PaymentEngine } from '../effects.service.ts'
import { listOpenRefunds, resolveRefund } from './contract.ts'
import { listOpenRefundCases, resolveRefundCase } from './refundResolution.service.ts'

export function paymentAdminRoutes(app: FastifyInstance, engine: PaymentEngine): void {
  serve(app, listOpenRefunds, () => listOpenRefundCases(engine))
  serve(app, resolveRefund, (input, { userId }) => resolveRefundCase(engine, { ...input, userId }))
}
