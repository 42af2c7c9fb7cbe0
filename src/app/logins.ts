import type { FastifyInstance } from 'fastify'
import type { SessionController } from '../live/sessions/engine/sessionController.service.ts'
import { createLoginWatch, findLoginsToRead } from '../people/accounts/login/loginWatch.service.ts'
import { createSessionLookup } from '../people/accounts/login/sessionLookup.service.ts'
import { createOtherBrowserHandler } from '../people/security/otherBrowser.service.ts'
import type { Platform } from '../platform/platform.ts'
import { hashToken, readSessionToken } from '../platform/http/session.ts'
import { ssrContext } from '../platform/http/ssrContext.ts'

/** The user that a request comes from, by its session cookie: at once, and for as long as a socket is open. */
export function decorateWithLogins(
  app: FastifyInstance,
  platform: Platform,
  sessions: SessionController,
): void {
  const onOtherBrowser = createOtherBrowserHandler(platform, sessions.endAtSignOut)
  const findSession = createSessionLookup(platform, onOtherBrowser)
  const isSecure = () => platform.origin().startsWith('https:')
  app.decorate('identify', async request => {
    const known = ssrContext.getStore()
    if (known) return known.viewer
    const token = readSessionToken(request, isSecure())
    if (!token) return null
    const userAgent = request.headers['user-agent']
    const found = await findSession(hashToken(token), { userAgent, mayBeCached: true })
    request.work.isAdmin = found?.user.role === 'ADMIN'
    return found?.user ?? null
  })
  app.decorate('watchLogin', request => {
    const token = readSessionToken(request, isSecure())
    return createLoginWatch(findSession, token && hashToken(token), request.headers['user-agent'])
  })
  app.decorate('findLoginsToRead', logins =>
    findLoginsToRead(platform.pipelinedReads, logins, platform.now()),
  )
}
