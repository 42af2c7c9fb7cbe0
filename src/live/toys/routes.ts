import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { Problem } from '../../wire/problem.ts'
import {
  lovenseCallback,
  pairAsAdmin,
  pairAsCreator,
  readAdminConnection,
  readCreatorConnection,
} from './contract.ts'
import type { ToyCloud } from './gateway.ts'
import { askProvider, readProvider } from './provider.contract.ts'
import { ask, providerState } from './provider.service.ts'
import { isSame, pairCreator, readConnection, takeReport } from './service.ts'

export function toyRoutes(
  app: FastifyInstance,
  platform: Platform,
  gateway: ToyCloud,
  callbackSecret: string,
): void {
  const { bus, db, now } = platform
  serve(app, pairAsCreator, (_, who) => pairCreator(db, gateway, who, now()))
  serve(app, readCreatorConnection, (_, { userId }) => readConnection(db, userId, now()))
  serve(app, pairAsAdmin, (_, who) => pairCreator(db, gateway, who, now()))
  serve(app, readAdminConnection, () => readConnection(db, null, now()))
  serve(app, readProvider, () => providerState(platform))
  serve(app, askProvider, () => ask(gateway))
  serve(app, lovenseCallback, async ({ secret, ...report }) => {
    if (!isSame(callbackSecret, secret)) throw new Problem('NOT_FOUND')
    const unreachable = await takeReport(db, report, now())
    if (!unreachable) return { result: false }
    bus.publish('toys.changed', null)
    for (const target of unreachable) bus.publish('toy.doubted', target)
    return { result: true }
  })
}
