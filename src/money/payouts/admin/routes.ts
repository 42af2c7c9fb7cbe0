import type { FastifyInstance } from 'fastify'
import { serve, serveWithContext } from '../../../platform/http/serve.ts'
import { readUploadedFile, registerMultipart } from '../../../platform/http/upload.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createPayoutRun, filePayoutRun, type PayoutSources, returnByHand } from '../service.ts'
import { settleStatement } from '../statement.service.ts'
import * as endpoints from './contract.ts'
import { getPayoutOverview } from './service.ts'

const field = { field: 'file', largest: endpoints.MAX_STATEMENT_BYTES, missing: 'Kies een bankafschrift.' }

export async function payoutAdminRoutes(
  app: FastifyInstance,
  platform: Platform,
  sources: PayoutSources,
): Promise<void> {
  const overviewAfter = async (change?: Promise<unknown>) => {
    await change
    return getPayoutOverview(platform, sources)
  }
  serve(app, endpoints.readPayouts, () => overviewAfter())
  serve(app, endpoints.makePayoutRun, (_, { userId }) =>
    overviewAfter(createPayoutRun(platform, sources, userId)),
  )
  serve(app, endpoints.filePayoutRun, async ({ runId }, { userId }) => ({
    filename: `uitbetaling-${runId}.xml`,
    xml: await filePayoutRun(platform, userId, runId),
  }))
  serve(app, endpoints.returnPayout, (returned, { userId }) =>
    overviewAfter(returnByHand(platform, sources, userId, returned)),
  )
  await registerMultipart(app, endpoints.MAX_STATEMENT_BYTES, scope =>
    serveWithContext(scope, endpoints.readStatement, async (_, { userId }, { request }) =>
      settleStatement(platform, sources, userId, await readUploadedFile(request, field)),
    ),
  )
}
