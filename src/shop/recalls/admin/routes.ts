import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve, serveWithContext } from '../../../platform/http/serve.ts'
import * as endpoints from './contract.ts'
import { countBuyers, findAdminRecalls, findNotices, publish, remind } from './service.ts'

export function adminRecallRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform
  serve(app, endpoints.listAdminRecalls, () => findAdminRecalls(db))
  serve(app, endpoints.countRecallBuyers, sold => countBuyers(db, sold))
  serveWithContext(app, endpoints.publishRecall, (input, { userId }, { idempotencyKey: key }) =>
    publish(platform, { userId, key, operation: 'recall', input }, input),
  )
  serve(app, endpoints.listRecallNotices, query => findNotices(db, query))
  serve(app, endpoints.remindBuyers, ({ recallId }, { userId }) => remind(platform, userId, recallId))
}
