import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'

/** What admins choose channels for: one or more kinds of notification. */
export const AdminTopic = z.enum([
  'DAY_SUMMARY',
  'NEW_ORDERS',
  'STOCK',
  'WITHDRAWALS',
  'MESSAGES',
  'REVIEWS',
  'CONTENT_REPORTS',
  'TOYS',
  'REFUNDS',
  'CHARGEBACKS',
  'PAYMENTS',
  'BOOKS',
  'JOBS',
  'BACKUPS',
])
export type AdminTopic = z.output<typeof AdminTopic>

const channels = {
  /** In the list of notifications of the shop. */
  inShop: z.boolean(),
  mail: z.boolean(),
  push: z.boolean(),
}

/** By which channels an admin hears of a topic. */
export const AdminNotificationPreference = z.object({ topic: AdminTopic, ...channels })
export type AdminNotificationPreference = z.output<typeof AdminNotificationPreference>
export type NotificationChannel = keyof typeof channels

export const listAdminNotificationPreferences = endpoint('GET /api/admin/notification-preferences', 'admin', {
  summary: 'By which channels one hears of each topic, as an admin',
  output: z.array(AdminNotificationPreference),
})

export const setAdminNotificationPreference = endpoint('PUT /api/admin/notification-preferences', 'admin', {
  summary: 'Choose by which channels one hears of a topic, as an admin; none of them is allowed',
  input: AdminNotificationPreference,
  output: z.array(AdminNotificationPreference),
})
