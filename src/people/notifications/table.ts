import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { loginSessions, users } from '../accounts/table.ts'
import { timestamptz, createdAt, primaryId } from '../../platform/columns.ts'
import type { NotificationKind } from './contract.ts'

/** What someone is told in the shop itself, written with the fact that it speaks of. */
export const notifications = pgTable(
  'notifications',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    /** What it is about: the same news is told once. */
    about: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    /** Where it leads, on our own site. */
    path: text().notNull(),
    createdAt: createdAt(),
    readAt: timestamptz(),
    /** When it was passed on to what reaches people outside the shop; null: it still has to be. */
    passedOnAt: timestamptz(),
    /** When a mail said that it waits. */
    mailedAt: timestamptz(),
  },
  table => [
    uniqueIndex('notifications_told_once').on(table.userId, table.kind, table.about),
    index('notifications_by_user').on(table.userId, table.createdAt),
    index('notifications_to_pass_on')
      .on(table.createdAt)
      .where(sql`${table.passedOnAt} is null`),
  ],
)

/** A browser that wants to be told. It ends with the sign-in that it was asked from: who signs out hears no more there. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid()
      .notNull()
      .references(() => loginSessions.id, { onDelete: 'cascade' }),
    /** Where its maker takes messages for it. */
    endpoint: text().notNull().unique(),
    /** What messages are encrypted with (RFC 8291), base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.userId), index().on(table.sessionId)],
)
