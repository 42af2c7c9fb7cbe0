import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime } from '../../wire/fields.ts'

export const NotificationKind = z.enum([
  'ORDER_PAID',
  'ORDER_SHIPPED',
  'ORDER_DELIVERED',
  'ORDER_CANCELLED',
  'ORDER_REFUNDED',
  'MINUTES_CREDITED',
  'MINUTES_REFUNDED',
  'PAID_TWICE',
  'PAID_TOO_LATE',
  'GIFT',
  'GIFT_GIVEN',
  'GIFT_REFUNDED',
  'GIFT_TOO_LATE',
  'LOW_BALANCE',
  'SESSION_ENDED',
  'TOY_FREE',
  'MESSAGE',
  'LATE_PAYMENT',
  'LATE_GIFT',
  'SECOND_PAYMENT',
  'PAYMENT_MISMATCH',
  'CHARGE_BACK',
  'REFUND_FAILED',
  'REFUND_BY_HAND',
  'REFUND_OUTSIDE',
  'WITHDRAWAL',
  'BOOKS_DIFFER',
])
export type NotificationKind = z.output<typeof NotificationKind>

export const Notification = z.object({
  id,
  kind: NotificationKind,
  title: z.string(),
  text: z.string(),
  /** The page that it links to, a path on our own site. */
  path: z.string(),
  createdAt: dateTime,
  readAt: dateTime.nullable(),
})
export type Notification = z.output<typeof Notification>

export const listNotifications = endpoint('GET /api/notifications', 'customer', {
  summary: "One's own notifications, the newest first, at most a hundred",
  output: z.array(Notification),
})

export const markNotificationRead = endpoint('POST /api/notifications/:notificationId/read', 'customer', {
  summary: "Note that one of one's own notifications was read; a second time changes nothing",
  input: z.object({ notificationId: id }),
  output: Notification,
  status: 200,
})

export const markAllNotificationsRead = endpoint('POST /api/notifications/read', 'customer', {
  summary: "Note that all of one's own notifications were read",
  output: z.object({ read: z.int() }),
  status: 200,
})
