import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import { addEarningShare, listCreatorEarnings, listEarningShares } from './contract.ts'
import { findCreatorEarnings, findShares, noteShare } from './service.ts'

export function earningAdminRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, listCreatorEarnings, page => findCreatorEarnings(platform, page))
  serve(app, listEarningShares, () => findShares(platform.db))
  serve(app, addEarningShare, (share, { userId }) => noteShare(platform, userId, share))
}
