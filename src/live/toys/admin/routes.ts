import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import type { ToyCloudGateway } from '../gateway.ts'
import { testProvider, readProvider } from './provider.contract.ts'
import { runProviderTest, loadProviderState } from './provider.service.ts'
import { createPairingCode, loadProviderConnection } from '../service.ts'
import { pairAsAdmin, readAdminConnection } from './contract.ts'

export function toyAdminRoutes(app: FastifyInstance, platform: Platform, gateway: ToyCloudGateway): void {
  const { db, now } = platform
  serve(app, pairAsAdmin, (_, who) => createPairingCode(db, gateway, who, now()))
  serve(app, readAdminConnection, () => loadProviderConnection(db, null, now()))
  serve(app, readProvider, () => loadProviderState(platform))
  serve(app, testProvider, () => runProviderTest(gateway))
}
