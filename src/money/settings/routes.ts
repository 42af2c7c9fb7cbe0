import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { changeSettings, readSettings, readShop } from './contract.ts'
import { readShopInfo, readStoredSettings, saveSettings } from './service.ts'

export function settingsRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, config } = platform
  serve(app, readSettings, () => readStoredSettings(db, config.settings))
  serve(app, changeSettings, (input, { userId }) => saveSettings(platform, userId, input))
  serve(app, readShop, () => readShopInfo(platform))
}
