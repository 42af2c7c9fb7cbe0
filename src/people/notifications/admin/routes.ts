import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import { listAdminNotificationPreferences, setAdminNotificationPreference } from './contract.ts'
import { findAdminPreferences, saveAdminPreference } from './preferences.service.ts'

export function notificationAdminRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, listAdminNotificationPreferences, (_, { userId }) => findAdminPreferences(db, userId))
  serve(app, setAdminNotificationPreference, (preference, { userId }) =>
    saveAdminPreference(db, userId, preference),
  )
}
