import type { FastifyInstance } from 'fastify'
import { sendFile } from '../../platform/http/download.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { downloadSelfBilled, downloadSelfBilledUbl, listSelfBilled } from './contract.ts'
import { findOwnSelfBilled, makeSelfBilledFile } from './service.ts'

export function selfBillingRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, listSelfBilled, (_, { userId }) => findOwnSelfBilled(platform, userId))
  for (const endpoint of [downloadSelfBilled, downloadSelfBilledUbl])
    serveWithContext(app, endpoint, async ({ invoiceId }, who, { reply }) => {
      const format = endpoint === downloadSelfBilled ? 'pdf' : 'ubl'
      const userId = who.role === 'ADMIN' ? undefined : who.userId
      await sendFile(reply, await makeSelfBilledFile(platform, { invoiceId, userId, format }))
      return null
    })
}
