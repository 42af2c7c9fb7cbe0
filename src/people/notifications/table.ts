import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { loginSessions, users } from '../accounts/table.ts'
import { timestamptz, createdAt, primaryId, reference } from '../../platform/db/columns.ts'
import type { NotificationKind, AdminTopic } from './contract.ts'

/** Notifications in the shop, written in the transaction of the events that they report. */
export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    /** The id of the subject: one notification per user, kind and subject. */
    about: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    /** The page that it links to, a path on our own site. */
    path: text().notNull(),
    /** Whether the list in the shop shows it; false for an admin who wants this kind by mail or push only. */
    inShop: boolean().notNull().default(true),
    /** Whether the admin chose to be mailed, and to get a push message, when it was written; null: its kind decides. */
    mail: boolean(),
    push: boolean(),
    createdAt: createdAt(),
    readAt: timestamptz(),
    /** When its push, mail and text jobs were queued (or it needed none); null until then. */
    dispatchedAt: timestamptz(),
    /** When a mail about unread notifications counted it. */
    mailedAt: timestamptz(),
  },
  table => [
    uniqueIndex('notifications_once').on(table.userId, table.kind, table.about),
    index('notifications_by_user').on(table.userId, table.createdAt),
    // Admins of a busy shop have a row per order: these find the unread ones and the time of the last mail without reading them
    // all.
    index('notifications_unread')
      .on(table.userId)
      .where(sql`${table.readAt} is null`),
    index('notifications_mailed')
      .on(table.userId, table.mailedAt)
      .where(sql`${table.mailedAt} is not null`),
    index('notifications_undispatched')
      .on(table.createdAt)
      .where(sql`${table.dispatchedAt} is null`),
  ],
)

/** How an admin hears of a topic; without a row, by its default channels. */
export const adminNotificationPreferences = pgTable(
  'admin_notification_preferences',
  {
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    topic: text().$type<AdminTopic>().notNull(),
    inShop: boolean().notNull(),
    mail: boolean().notNull(),
    push: boolean().notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.topic] })],
)

/** Push subscriptions of browsers; deleted with the login session that made them. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: primaryId(),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    sessionId: reference(() => loginSessions.id, { onDelete: 'cascade' }),
    /** The URL at the browser's push service. */
    endpoint: text().notNull().unique(),
    /** The keys that messages are encrypted with (RFC 8291), base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.userId), index().on(table.sessionId)],
)
