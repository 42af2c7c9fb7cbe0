import type { FastifyInstance } from 'fastify'
import { assertPassword } from '../../people/accounts/passwords/passwordChange.service.ts'
import { getUserRow } from '../../people/accounts/service.ts'
import type { SessionController } from '../../live/sessions/engine/sessionController.service.ts'
import { keepLinkToken, readLinkToken } from '../../platform/http/linkCookie.ts'
import { createRateLimit } from '../../platform/http/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import { clearSessionCookie } from '../../platform/http/session.ts'
import {
  deleteAccount,
  downloadExport,
  openExport,
  readPersonalData,
  readExportState,
  requestExport,
} from './contract.ts'
import { startExport, findExportState, readExportFile } from './export.service.ts'
import { collectPersonalData } from './personalData.service.ts'
import { closeAccount } from './service.ts'

const QUARTER = 15 * 60_000
const HOUR = 60 * 60_000

export function privacyRoutes(
  app: FastifyInstance,
  platform: Platform,
  sessionController: SessionController,
): void {
  const { config, db, now, origin } = platform
  const isSecure = () => origin().startsWith('https:')
  const wrong = createRateLimit(Math.ceil(10 * config.rateLimitFactor), QUARTER, now)
  serveWithContext(app, deleteAccount, async ({ password }, { userId }, { reply }) => {
    wrong.consume(userId)
    await assertPassword(db, userId, password)
    const deleteAfter = await closeAccount(platform, sessionController, userId)
    clearSessionCookie(reply, isSecure())
    return { deleteAfter }
  })

  const reads = createRateLimit(Math.ceil(10 * config.rateLimitFactor), HOUR, now)
  serve(app, readExportState, (_, { userId }) => findExportState(db, userId, now()))
  serve(app, requestExport, (_, { userId }) => startExport(platform, userId))
  serve(app, readPersonalData, async (_, { userId }) => {
    reads.consume(userId)
    const { id, email } = await getUserRow(db, userId)
    return asJson(await collectPersonalData(platform, { id, email }))
  })
  serveWithContext(app, openExport, async ({ token }, { userId }, { reply }) => {
    await readExportFile(platform, userId, token)
    keepLinkToken(reply, 'export', token, { secure: isSecure() })
    return null
  })
  serveWithContext(app, downloadExport, async (_, { userId }, { request, reply }) => {
    const file = await readExportFile(platform, userId, readLinkToken(request, 'export', isSecure()))
    await reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="gegevens.zip"')
      .header('cache-control', 'private, no-store')
      .send(file)
    return null
  })
}

/** As it is sent: dates are ISO 8601 text. */
const asJson = (data: object): Record<string, unknown> => JSON.parse(JSON.stringify(data))
