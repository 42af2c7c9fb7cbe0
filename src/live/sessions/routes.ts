import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import {
  listToys,
  listSessions,
  readControlSession,
  resumeControl,
  sendCommand,
  startControl,
  stopControl,
} from './contract.ts'
import { toControlSession, findSessionHistory } from './service.ts'
import { runCommand } from './engine/command.service.ts'
import { returnFromPayment } from './engine/meterPauses.service.ts'
import type { SessionController } from './engine/sessionController.service.ts'
import { findToysForViewers } from './engine/toyList.service.ts'

export function liveRoutes(
  app: FastifyInstance,
  platform: Platform,
  sessionController: SessionController,
): void {
  const { db, now } = platform
  const show = (seen: Parameters<typeof toControlSession>[0]) =>
    toControlSession(seen, sessionController.getOutput(seen), now())

  serve(app, listToys, async (_, who) => (await findToysForViewers(platform, [who]))(who))
  serve(app, listSessions, (_, { userId }) => findSessionHistory(db, userId))
  serve(app, readControlSession, async (_, { userId }) => {
    const seen = await sessionController.heartbeat(userId)
    return seen && show(seen)
  })
  serveWithContext(app, startControl, async ({ toyDeviceId }, { userId }, { idempotencyKey }) => {
    const key = { userId, key: idempotencyKey, operation: 'start', input: toyDeviceId }
    return { session: show(await sessionController.startSession(key, toyDeviceId)) }
  })
  serve(app, sendCommand, async (command, { userId }) => ({
    accepted: true as const,
    ...(await runCommand(sessionController.engine, userId, command)),
  }))
  serve(app, resumeControl, async (_, { userId }) => {
    const seen = await returnFromPayment(sessionController.engine, userId)
    return seen && { session: show(seen) }
  })
  serve(app, stopControl, async ({ sessionId }, { userId }) => {
    const which = sessionId === undefined ? {} : { only: sessionId }
    const seen = await sessionController.endSession(userId, 'USER', 'STOPPED_BY_USER', which)
    return seen && { session: show(seen) }
  })
}
