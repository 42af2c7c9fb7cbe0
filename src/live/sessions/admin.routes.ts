import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import {
  forceStopSession,
  listActiveSessions,
  listAllToys,
  stopAnySession,
  toggleToy,
} from './admin.contract.ts'
import { activeSessions, forceStop, stopAny, toggle } from './admin.service.ts'
import { asControlSession, type Seen } from './service.ts'
import type { Stage } from './stage.service.ts'
import { allToys } from './toys.service.ts'

export function liveAdminRoutes(app: FastifyInstance, platform: Platform, stage: Stage): void {
  const here = { ...platform, stage }
  const show = (seen: Seen) => ({
    session: asControlSession(seen, stage.output(seen), platform.now()),
  })
  serve(app, listActiveSessions, () => activeSessions(here))
  serve(app, listAllToys, () => allToys(platform.db, platform.now()))
  serve(app, stopAnySession, async ({ sessionId }, who) => show(await stopAny(here, who, sessionId)))
  serve(app, forceStopSession, async ({ sessionId }, who) => show(await forceStop(here, who, sessionId)))
  serve(app, toggleToy, ({ toyId, active }, who) => toggle(here, who, toyId, active))
}
