import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { clearSessionCookie } from '../../platform/session.ts'
import { endOtherSessions, endSession, listSessions } from './session.contract.ts'
import { endOne, endSessions, sessionsOf } from './session.service.ts'

export function sessionRoutes(app: FastifyInstance, { db, now, origin }: Platform): void {
  serve(app, listSessions, (_, who) => sessionsOf(db, who, now()))
  serve(app, endSession, async ({ sessionId }, who, { reply }) => {
    await endOne(db, who.userId, sessionId)
    if (sessionId === who.sessionId) clearSessionCookie(reply, origin().startsWith('https:'))
    return null
  })
  serve(app, endOtherSessions, async (_, { userId, sessionId }) => {
    await db.transaction(tx => endSessions(tx, userId, sessionId))
    return null
  })
}
