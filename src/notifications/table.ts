import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.ts'
import { at, createdAt, primaryId } from '../platform/columns.ts'
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
    readAt: at(),
  },
  table => [
    uniqueIndex('notifications_told_once').on(table.userId, table.kind, table.about),
    index('notifications_by_user').on(table.userId, table.createdAt),
  ],
)
