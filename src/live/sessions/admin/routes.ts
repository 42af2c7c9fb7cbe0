import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import {
  forceStopSession,
  listActiveSessions,
  listAllToys,
  stopSessionAsAdmin,
  toggleToy,
} from './contract.ts'
import { findActiveSessions, adminForceStopSession, adminStopSession, switchToy } from './service.ts'
import { toControlSession } from '../service.ts'
import type { SessionController } from '../engine/sessionController.service.ts'
import { findAllToys } from './toyList.service.ts'

export function liveAdminRoutes(
  app: FastifyInstance,
  platform: Platform,
  sessionController: SessionController,
): void {
  const here = { ...platform, sessionController }
  const show = (seen: Parameters<typeof toControlSession>[0]) => ({
    session: toControlSession(seen, null, platform.now()),
  })
  serve(app, listActiveSessions, () => findActiveSessions(here))
  serve(app, listAllToys, () => findAllToys(platform))
  serve(app, stopSessionAsAdmin, async ({ sessionId }, who) =>
    show(await adminStopSession(here, who, sessionId)),
  )
  serve(app, forceStopSession, async ({ sessionId }, who) =>
    show(await adminForceStopSession(here, who, sessionId)),
  )
  serve(app, toggleToy, ({ toyId, active }, who) => switchToy(here, who, toyId, active))
}
