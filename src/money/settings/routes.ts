import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { readShop } from './contract.ts'
import { readShopInfo } from './service.ts'

export function settingsRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, readShop, () => readShopInfo(platform))
}
