import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { listToys } from '../toys/contract.ts'
import { listSessions, readControlSession, sendCommand, startControl, stopControl } from './contract.ts'
import { asControlSession, listPastSessions, type Seen } from './service.ts'
import type { Stage } from './stage.service.ts'
import { listToysFor } from './toys.service.ts'
import { checkPattern } from './wish.service.ts'

export function liveRoutes(app: FastifyInstance, { db, now }: Platform, stage: Stage): void {
  const show = (seen: Seen) => asControlSession(seen, stage.output(seen), now())

  serve(app, listToys, async (_, who) => (await listToysFor(db, [who], now()))(who))
  serve(app, listSessions, (_, { userId }) => listPastSessions(db, userId))
  serve(app, readControlSession, async (_, { userId }) => {
    const seen = await stage.heartbeat(userId)
    return seen && show(seen)
  })
  serve(app, startControl, async ({ toyDeviceId }, { userId }, { idempotencyKey }) => {
    const key = { userId, key: idempotencyKey, call: 'start', input: toyDeviceId }
    return { session: show(await stage.start(key, toyDeviceId)) }
  })
  serve(app, sendCommand, async (command, { userId }) => {
    checkPattern(command)
    return { accepted: true as const, sequence: await stage.command(userId, command) }
  })
  serve(app, stopControl, async (_, { userId }) => {
    const seen = await stage.end(userId, 'USER', 'STOPPED_BY_USER')
    return seen && { session: show(seen) }
  })
}
