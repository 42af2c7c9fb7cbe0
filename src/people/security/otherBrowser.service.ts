import { eq } from 'drizzle-orm'
import type { Platform } from '../../platform/platform.ts'
import type { AuthenticatedUser } from '../../platform/http/session.ts'
import type { OnLoginEnded } from '../accounts/login/session.service.ts'
import { loginSessions } from '../accounts/table.ts'
import { queueSecurityMail } from './notices.service.ts'

/**
 * Ends a session whose token another browser sent than the one that it was made in, and mails its owner: a token does not move from
 * one to another by itself. Only the end of it helps, because whoever has it can also send the name of the right browser.
 */
export function createOtherBrowserHandler(platform: Platform, onLoginEnded: OnLoginEnded) {
  const { db, bus, log } = platform
  return async ({ userId, sessionId }: Pick<AuthenticatedUser, 'userId' | 'sessionId'>): Promise<void> => {
    bus.publish('login.ending', { userId })
    const hasEnded = await db.transaction(async tx => {
      const ended = await tx
        .delete(loginSessions)
        .where(eq(loginSessions.id, sessionId))
        .returning({ id: loginSessions.id })
      if (ended.length > 0) await queueSecurityMail(tx, platform, userId, 'OTHER_BROWSER')
      return ended.length > 0
    })
    if (!hasEnded) return
    log.warn({ sessionId }, 'a login session was used by another browser, and has ended')
    await onLoginEnded(userId)
  }
}
