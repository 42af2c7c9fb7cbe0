import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { AdminTopic, channels } from '../contract.ts'

/** By which channels an admin hears of a topic. */
export const AdminNotificationPreference = z.object({ topic: AdminTopic, ...channels })
export type AdminNotificationPreference = z.output<typeof AdminNotificationPreference>

export const listAdminNotificationPreferences = endpoint('GET /api/admin/notification-preferences', 'admin', {
  summary: 'By which channels one hears of each topic, as an admin',
  output: z.array(AdminNotificationPreference),
})

export const setAdminNotificationPreference = endpoint('PUT /api/admin/notification-preferences', 'admin', {
  summary: 'Choose by which channels one hears of a topic, as an admin; none of them is allowed',
  input: AdminNotificationPreference,
  output: z.array(AdminNotificationPreference),
})
