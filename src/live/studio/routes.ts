import type { FastifyInstance } from 'fastify'
import type { SessionController } from '../sessions/engine/sessionController.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { sendFile } from '../../platform/http/download.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import {
  acceptSession,
  changeToy,
  confirmToyOff,
  confirmToys,
  declineSession,
  readPlayedMinutes,
  readStudio,
  removeToy,
  signalPlayer,
  stopToys,
} from './contract.ts'
import { addFavourite, removeFavourite } from '../menu/service.ts'
import {
  downloadEarningStatement,
  downloadEarningStatementPdf,
  readEarnings,
  readEarningsDue,
  readSessionReceipt,
} from './earnings/contract.ts'
import { loadEarningsDue } from './earnings/due.service.ts'
import { loadEarnings, loadReceipt, renderWeekStatement, writeWeekStatement } from './earnings/service.ts'
import { changeMenu, markFavourite, readMenu, unmarkFavourite } from './menu/contract.ts'
import { changeOwnMenu, findOwnMenu } from './menu/service.ts'
import { panic, readPanic } from './panic/contract.ts'
import { loadPanic, panicOf } from './panic/service.ts'
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
  acceptOwnSession,
  applyCaps,
  confirmOwnToyOff,
  declineSessions,
  sumPlayedMinutes,
  updateStudioToy,
  signalOwnSession,
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
  serve(app, readEarningsDue, (_, { userId }) => loadEarningsDue(platform, userId))
  serve(app, readEarnings, ({ page }, { userId }) => loadEarnings(platform, userId, page))
  serve(app, readSessionReceipt, ({ sessionId }, { userId }) => loadReceipt(platform, userId, sessionId))
  serveWithContext(app, downloadEarningStatement, async ({ week }, { userId }, { reply }) => {
    await sendFile(reply, await writeWeekStatement(db, userId, week))
    return null
  })
  serveWithContext(app, downloadEarningStatementPdf, async ({ week }, { userId }, { reply }) => {
    await sendFile(reply, await renderWeekStatement(platform, userId, week))
    return null
  })
  serve(app, changeToy, (change, who) => updateStudioToy(context, who, change))
  serve(app, confirmToyOff, async ({ toyId }, who) => confirmOwnToyOff(context, who, toyId))
  serve(app, removeToy, ({ toyId }, { userId }) => removeOwnToy(platform, userId, toyId))
  serve(app, confirmToys, async ({ toys }, { userId }) => {
    await confirmBridgedToys(platform, userId, toys)
    const toyIds = toys.map(({ toyId }) => toyId)
    await applyCaps(context, userId, toyIds)
  })
  serve(app, acceptSession, ({ sessionId }, who) => acceptOwnSession(context, who, sessionId))
  serve(app, declineSession, ({ sessionId }, who) => declineSessions(context, who, sessionId))
  serve(app, signalPlayer, async ({ sessionId, signal }, who) => {
    await signalOwnSession(context, who, sessionId, signal)
  })
  serve(app, stopToys, ({ sessionId }, who) => stopOwnSessions(context, who, sessionId))
  serve(app, readMenu, (_, { userId }) => findOwnMenu(db, userId))
  serve(app, changeMenu, (menu, { userId }) => changeOwnMenu(context, userId, menu))
  serve(app, markFavourite, async ({ userId }, who) => {
    await addFavourite(db, who.userId, userId, now())
  })
  serve(app, unmarkFavourite, async ({ userId }, who) => {
    await removeFavourite(db, who.userId, userId)
  })
  serve(app, panic, async (_, { userId }) => {
    const { sessionIds } = await panicOf(context, userId, userId)
    return { sessions: sessionIds.length }
  })
  serve(app, readPanic, (_, { userId }) => loadPanic(db, userId, now()))
  serve(app, listStopLinks, (_, { userId }) => findStopLinks(db, userId, now()))
  serve(app, createStopLink, (wanted, { userId }) => addStopLink(platform, userId, wanted))
  serve(app, revokeStopLink, ({ linkId }, { userId }) => deleteStopLink(db, userId, linkId))
  serveWithContext(app, stopByLink, ({ token, panic: isPanic }, _, { request }) =>
    stopToysByLink({ ...context, ...stopLinkLimits }, { token, isPanic }, request.ip),
  )
}
