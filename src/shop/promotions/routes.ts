import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import type { AutomaticPromotions } from './automatic.service.ts'
import { findBundles } from './bundles.service.ts'
import { listBundles } from './contract.ts'

export function bundleRoutes(
  app: FastifyInstance,
  platform: Platform,
  automatic: Pick<AutomaticPromotions, 'mayApply'>,
): void {
  serve(app, listBundles, ({ productId }) => findBundles(platform, automatic, productId))
}
