import type { NotificationKind, AdminTopic, NotificationChannel } from './contract.ts'

/** The topic of each kind for admins. */
export const topicOfKind = {
  DAY_SUMMARY: 'DAY_SUMMARY',
  NEW_ORDER: 'NEW_ORDERS',
  CANCELLED_BY_BUYER: 'NEW_ORDERS',
  LOW_STOCK: 'STOCK',
  SOLD_OUT: 'STOCK',
  WITHDRAWAL: 'WITHDRAWALS',
  CONTACT_MESSAGE: 'MESSAGES',
  REVIEW_WAITING: 'REVIEWS',
  TOY_WAITING: 'TOYS',
  CREATOR_APPLIED: 'CREATORS',
  UNSTOPPED_TOY: 'TOYS',
  CONTENT_REPORTED: 'CONTENT_REPORTS',
  CONTENT_APPEALED: 'CONTENT_REPORTS',
  CREATOR_APPEALED: 'CONTENT_REPORTS',
  CONTENT_REPORT_DUE: 'CONTENT_REPORTS',
  CONTENT_REPORT_LATE: 'CONTENT_REPORTS',
  REFUND_FAILED: 'REFUNDS',
  REFUND_BY_HAND: 'REFUNDS',
  CHARGEBACK: 'CHARGEBACKS',
  LATE_PAYMENT: 'PAYMENTS',
  LATE_GIFT: 'PAYMENTS',
  SECOND_PAYMENT: 'PAYMENTS',
  PAYMENT_MISMATCH: 'PAYMENTS',
  REFUND_OUTSIDE: 'PAYMENTS',
  BOOKS_DIFFER: 'BOOKS',
  VAT_THRESHOLD: 'BOOKS',
  VAT_NUMBER_VALID: 'BOOKS',
  PEPPOL_FAILED: 'BOOKS',
  VAT_NUMBER_INVALID: 'BOOKS',
  EARNINGS_OBJECTED: 'BOOKS',
  PAYOUTS_READY: 'BOOKS',
  JOB_GAVE_UP: 'JOBS',
  BACKUP_MISSING: 'BACKUPS',
} as const satisfies Partial<Record<NotificationKind, AdminTopic>>

/** The kinds of notification for admins. */
export type AdminNotificationKind = keyof typeof topicOfKind

export const isAdminKind = (kind: NotificationKind): kind is AdminNotificationKind => kind in topicOfKind

export type NotificationChannels = Record<NotificationChannel, boolean>

const all: NotificationChannels = { inShop: true, mail: true, push: true }
/** A notification that can wait until the admin sits at a desk does not light up a phone. */
const noPush: NotificationChannels = { inShop: true, mail: true, push: false }

/** How an admin who chose nothing hears of a topic. */
export const defaultChannels: Record<AdminTopic, NotificationChannels> = {
  DAY_SUMMARY: noPush,
  NEW_ORDERS: all,
  STOCK: noPush,
  WITHDRAWALS: all,
  MESSAGES: all,
  REVIEWS: noPush,
  CONTENT_REPORTS: all,
  TOYS: all,
  CREATORS: all,
  REFUNDS: all,
  CHARGEBACKS: all,
  PAYMENTS: all,
  BOOKS: all,
  JOBS: all,
  BACKUPS: all,
}

export const isDefault = (topic: AdminTopic, { inShop, mail, push }: NotificationChannels): boolean => {
  const given = defaultChannels[topic]
  return given.inShop === inShop && given.mail === mail && given.push === push
}
