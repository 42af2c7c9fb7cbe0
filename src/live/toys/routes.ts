import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { isSameSecret } from '../../platform/crypto/signature.ts'
import { Problem } from '../../wire/problem.ts'
import { receiveLovenseCallback, pairAsCreator, readCreatorConnection } from './contract.ts'
import type { ToyCloudGateway } from './gateway.ts'
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
  serve(app, receiveLovenseCallback, async ({ secret, ...report }) => {
    if (!isSameSecret(callbackSecret, secret)) throw new Problem('NOT_FOUND')
    const result = await processAppReport(db, report, now())
    if (!result) return { result: false }
    if (result.hasChanged) bus.publish('toys.changed', null)
    for (const target of result.doubted) bus.publish('toy.reported', target)
    return { result: true }
  })
}
