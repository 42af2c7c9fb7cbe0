import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { isSameSecret } from '../../platform/signature.ts'
import { Problem } from '../../wire/problem.ts'
import {
  receiveLovenseCallback,
  pairAsAdmin,
  pairAsCreator,
  readAdminConnection,
  readCreatorConnection,
} from './contract.ts'
import type { ToyCloudGateway } from './gateway.ts'
import { testProvider, readProvider } from './provider.contract.ts'
import { runProviderTest, loadProviderState } from './provider.service.ts'
import { createPairingCode, loadProviderConnection, processAppReport } from './service.ts'

export function toyRoutes(
  app: FastifyInstance,
  platform: Platform,
  gateway: ToyCloudGateway,
  callbackSecret: string,
): void {
  const { bus, db, now } = platform
  serve(app, pairAsCreator, (_, who) => createPairingCode(db, gateway, who, now()))
  serve(app, readCreatorConnection, (_, { userId }) => loadProviderConnection(db, userId, now()))
  serve(app, pairAsAdmin, (_, who) => createPairingCode(db, gateway, who, now()))
  serve(app, readAdminConnection, () => loadProviderConnection(db, null, now()))
  serve(app, readProvider, () => loadProviderState(platform))
  serve(app, testProvider, () => runProviderTest(gateway))
  serve(app, receiveLovenseCallback, async ({ secret, ...report }) => {
    if (!isSameSecret(callbackSecret, secret)) throw new Problem('NOT_FOUND')
    const result = await processAppReport(db, report, now())
    if (!result) return { result: false }
    if (result.hasChanged) bus.publish('toys.changed', null)
    for (const target of result.doubted) bus.publish('toy.doubted', target)
    return { result: true }
  })
}
