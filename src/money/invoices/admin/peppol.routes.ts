import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import type { PeppolGateway } from '../peppol/gateway.ts'
import * as adminEndpoints from './peppol.contract.ts'
import { findUndelivered } from './list.service.ts'
import { sendPeppolAgain } from './queue.service.ts'

export async function peppolAdminRoutes(
  app: FastifyInstance,
  platform: Platform,
  gateway: PeppolGateway | null,
): Promise<void> {
  serve(app, adminEndpoints.listUndelivered, async () => ({
    isConfigured: gateway !== null,
    documents: await findUndelivered(platform.db),
  }))
  serve(app, adminEndpoints.sendAgain, ({ invoiceId }, { userId }) =>
    sendPeppolAgain(platform, userId, invoiceId),
  )
}
