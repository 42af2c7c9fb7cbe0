import type { FastifyInstance } from 'fastify'
import type { PaymentGateways } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { checkout } from './contract.ts'
import { submitCheckout } from './service.ts'

export function checkoutRoutes(app: FastifyInstance, platform: Platform, gateways: PaymentGateways): void {
  serve(app, checkout, (input, { userId }, { idempotencyKey }) =>
    submitCheckout(platform, gateways, input, { userId, key: idempotencyKey, operation: 'checkout', input }),
  )
}
