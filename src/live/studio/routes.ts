import type { FastifyInstance } from 'fastify'
import type { SessionController } from '../sessions/engine/sessionController.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import {
  changeToy,
  confirmToyOff,
  confirmToys,
  declineSession,
  readPlayedMinutes,
  readStudio,
  removeToy,
  stopToys,
} from './contract.ts'
import { confirmBridgedToys, removeOwnToy } from './ownToy.service.ts'
import { createStopLink, listStopLinks, revokeStopLink, stopByLink } from './stopLinks/contract.ts'
import {
  addStopLink,
  createStopLinkLimits,
  deleteStopLink,
  findStopLinks,
  stopToysByLink,
} from './stopLinks/service.ts'
import {
  applyCaps,
  confirmOwnToyOff,
  declineSessions,
  sumPlayedMinutes,
  updateStudioToy,
  stopOwnSessions,
  loadStudio,
} from './service.ts'

export function studioRoutes(
  app: FastifyInstance,
  platform: Platform,
  sessionController: SessionController,
): void {
  const { db, now } = platform
  const context = { ...platform, sessionController }
  const stopLinkLimits = createStopLinkLimits(platform)
  serve(app, readStudio, (_, who) => loadStudio(context, who))
  serve(app, readPlayedMinutes, (_, who) => sumPlayedMinutes(db, who, now()))
  serve(app, changeToy, (change, who) => updateStudioToy(context, who, change))
  serve(app, confirmToyOff, async ({ toyId }, who) => confirmOwnToyOff(context, who, toyId))
  serve(app, removeToy, ({ toyId }, { userId }) => removeOwnToy(platform, userId, toyId))
  serve(app, confirmToys, async ({ toys }, { userId }) => {
    await confirmBridgedToys(platform, userId, toys)
    const toyIds = toys.map(({ toyId }) => toyId)
    await applyCaps(context, userId, toyIds)
  })
  serve(app, declineSession, ({ sessionId }, who) => declineSessions(context, who, sessionId))
  serve(app, stopToys, ({ sessionId }, who) => stopOwnSessions(context, who, sessionId))
  serve(app, listStopLinks, (_, { userId }) => findStopLinks(db, userId, now()))
  serve(app, createStopLink, (wanted, { userId }) => addStopLink(platform, userId, wanted))
  serve(app, revokeStopLink, ({ linkId }, { userId }) => deleteStopLink(db, userId, linkId))
  serveWithContext(app, stopByLink, ({ token }, _, { request }) =>
    stopToysByLink({ ...context, ...stopLinkLimits }, token, request.ip),
  )
}
