import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import { readStoredSettings } from '../service.ts'
import { changeSettings, readSettings } from './contract.ts'
import { listPaymentChoices, type OnSettingsSaved, saveSettings } from './service.ts'

export function settingsAdminRoutes(
  app: FastifyInstance,
  platform: Platform,
  onSaved: OnSettingsSaved,
): void {
  const { db, config } = platform
  const payments = listPaymentChoices(platform)
  serve(app, readSettings, async () => ({ ...(await readStoredSettings(db, config.settings)), payments }))
  serve(app, changeSettings, async (input, { userId }) => ({
    ...(await saveSettings(platform, userId, input, onSaved)),
    payments,
  }))
}
