import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { clearSessionCookie } from '../../platform/session.ts'
import { endOtherLoginSessions, endLoginSession, listLoginSessions } from './session.contract.ts'
import { deleteLoginSession, deleteLoginSessions, findLoginSessions } from './session.service.ts'

export function loginSessionRoutes(app: FastifyInstance, { db, now, origin }: Platform): void {
  serve(app, listLoginSessions, (_, user) => findLoginSessions(db, user, now()))
  serve(app, endLoginSession, async ({ sessionId }, user, { reply }) => {
    await deleteLoginSession(db, user.userId, sessionId)
    if (sessionId === user.sessionId) clearSessionCookie(reply, origin().startsWith('https:'))
    return null
  })
  serve(app, endOtherLoginSessions, async (_, { userId, sessionId }) => {
    await db.transaction(tx => deleteLoginSessions(tx, userId, sessionId))
    return null
  })
}
