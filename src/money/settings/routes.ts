import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { changeSettings, readSettings, readShop } from './contract.ts'
import { readKept } from './memory.service.ts'
import { readFacts, saveSettings } from './service.ts'

export function settingRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, config } = platform
  serve(app, readSettings, () => readKept(db, config.settings))
  serve(app, changeSettings, (wanted, { userId }) => saveSettings(platform, userId, wanted))
  serve(app, readShop, () => readFacts(platform))
}
