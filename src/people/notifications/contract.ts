import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

export const NotificationKind = z.enum([
  'ORDER_PAID',
  'ORDER_SHIPPED',
  'ORDER_DELIVERED',
  'ORDER_DIGITAL',
  'ORDERS_CLAIMED',
  'ORDER_CANCELLED',
  'ORDER_REFUNDED',
  'MINUTES_CREDITED',
  'MINUTES_REFUNDED',
  'MINUTES_CHARGED_BACK',
  'STORE_CREDIT_CHARGED_BACK',
  'PAID_TWICE',
  'PAID_TOO_LATE',
  'GIFT',
  'GIFT_GIVEN',
  'GIFT_REFUNDED',
  'GIFT_TOO_LATE',
  'LOW_BALANCE',
  'SESSION_ENDED',
  'TOY_FREE',
  'TOY_UNSTOPPED',
  'TOY_APPROVED',
  'PLAYER_STARTING',
  'PLAYER_ASKING',
  'PLAYER_STOPPED',
  'ON_AIR_ENDED',
  'CREATOR_NEWS',
  'APPLICATION_DECIDED',
  'MESSAGE',
  'FOLLOWED_ONLINE',
  'NEW_ORDER',
  'LOW_STOCK',
  'SOLD_OUT',
  'REVIEW_WAITING',
  'CONTACT_MESSAGE',
  'TOY_WAITING',
  'CREATOR_APPLIED',
  'UNSTOPPED_TOY',
  'JOB_GAVE_UP',
  'BACKUP_MISSING',
  'DAY_SUMMARY',
  'CONTACT_ANSWERED',
  'PRICE_DROP',
  'LATE_PAYMENT',
  'LATE_GIFT',
  'SECOND_PAYMENT',
  'PAYMENT_MISMATCH',
  'CHARGEBACK',
  'REFUND_FAILED',
  'REFUND_BY_HAND',
  'REFUND_OUTSIDE',
  'WITHDRAWAL',
  'CANCELLED_BY_BUYER',
  'BOOKS_DIFFER',
  'CONTENT_REPORTED',
  'CONTENT_APPEALED',
  'CREATOR_APPEALED',
  'CONTENT_REPORT_DUE',
  'CONTENT_REPORT_LATE',
  'VAT_THRESHOLD',
  'VAT_NUMBER_VALID',
  'PEPPOL_FAILED',
  'VAT_NUMBER_INVALID',
  'PAYOUTS_READY',
  'EARNINGS_OBJECTED',
])
export type NotificationKind = z.output<typeof NotificationKind>

/** An action on a notification without a page: a call of our own API. */
export const NotificationAction = z.object({
  title: z.string(),
  /** The path of a POST. */
  path: z.string(),
  body: z.record(z.string(), z.string()),
})
export type NotificationAction = z.output<typeof NotificationAction>

export const Notification = z.object({
  id,
  userId: id,
  title: z.string(),
  message: z.string(),
  type: NotificationKind,
  read: z.boolean(),
  createdAt: dateTime,
  /** The page that it links to, a path on our own site. */
  path: z.string(),
  readAt: dateTime.nullable(),
  /** None once it is too late. */
  actions: z.array(NotificationAction),
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

/** So many bytes as base64url, with or without padding. */
const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  return z.string().regex(new RegExp(`^[\\w-]{${length}}={0,2}$`))
}

const pushEndpoint = z.url({ protocol: /^https?$/ }).max(1000)

export const readChannels = endpoint('GET /api/notifications/channels', 'customer', {
  summary: 'How the shop can reach people: the key for push messages, and whether it sends text messages',
  output: z.object({
    /** The VAPID public key, base64url. */
    pushKey: z.string(),
    sms: z.boolean(),
  }),
})

export const subscribeToPush = endpoint('PUT /api/notifications/push', 'customer', {
  summary: 'Tell this browser of news as well, as long as one is signed in there',
  input: z.object({
    endpoint: pushEndpoint,
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  }),
  output: z.null(),
  status: 204,
})

export const unsubscribeFromPush = endpoint('DELETE /api/notifications/push', 'customer', {
  summary: 'Tell this browser no more',
  inBody: true,
  input: z.object({ endpoint: pushEndpoint }),
  output: z.null(),
})

/** The content of a push message, which the service worker shows. */
export interface PushMessage {
  title: string
  body: string
  /** The page that it opens, a path on our own site. */
  path: string
  /** A newer message with the same tag replaces an older one. */
  tag: string
  actions?: NotificationAction[]
}

/** Announces unread notifications; with the kinds of those for admins, but never with their contents. */
export const unreadNotificationsMail = mailTemplate(
  'news-waiting',
  z.object({
    count: z.int(),
    url: z.string(),
    shopName: z.string(),
    /** A line per kind of notification for admins; none for anyone else. */
    lines: z.array(z.string()).default([]),
  }),
)

/** A topic whose channels each admin chooses: one or more kinds of notification. */
export const AdminTopic = z.enum([
  'DAY_SUMMARY',
  'NEW_ORDERS',
  'STOCK',
  'WITHDRAWALS',
  'MESSAGES',
  'REVIEWS',
  'CONTENT_REPORTS',
  'TOYS',
  'CREATORS',
  'REFUNDS',
  'CHARGEBACKS',
  'PAYMENTS',
  'BOOKS',
  'JOBS',
  'BACKUPS',
])
export type AdminTopic = z.output<typeof AdminTopic>

export type NotificationChannel = keyof typeof channels

export const channels = {
  /** In the list of notifications of the shop. */
  inShop: z.boolean(),
  mail: z.boolean(),
  push: z.boolean(),
}
