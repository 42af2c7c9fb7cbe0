import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import {
  createdAt,
  ENCRYPTED_PLACEHOLDER,
  encryptedText,
  primaryId,
  reference,
  timestamptz,
} from '../../platform/db/columns.ts'
import { orders } from '../orders/table.ts'
import type { ContactTopic, ConversationStatus } from './contract.ts'

/** Conversations of customers with the shop; those of customers and creators are in `messages`. */
export const supportConversations = pgTable(
  'support_conversations',
  {
    id: primaryId(),
    /** Random, such as `K7QM-2X9P`: a number in order would tell how many write. */
    reference: text().notNull().unique(),
    /** Null for a visitor. */
    userId: uuid().references(() => users.id),
    name: text(),
    email: text().notNull(),
    topic: text().$type<ContactTopic>().notNull(),
    /** Null when no order of this number belongs to the sender. */
    orderId: uuid().references(() => orders.id),
    orderNumber: text(),
    contentUrl: text(),
    status: text().$type<ConversationStatus>().notNull(),
    /** When the first message without an answer came. */
    waitingSince: timestamptz(),
    dueAt: timestamptz(),
    version: integer().notNull().default(1),
    /** A digest of the Idempotency-Key and its sender, so that sending a form twice stores it once. */
    submissionHash: text().unique(),
    createdAt: createdAt(),
    lastMessageAt: timestamptz().notNull(),
  },
  table => [
    index('support_conversations_open')
      .on(table.dueAt)
      .where(sql`${table.status} = 'OPEN'`),
    index('support_conversations_by_age').on(table.lastMessageAt, table.id),
    index().on(table.userId),
    index().on(table.email),
    index().on(table.orderId),
    check('support_conversations_status', sql`${table.status} in ('OPEN', 'ANSWERED', 'CLOSED')`),
    check('support_conversations_due', sql`(${table.status} = 'OPEN') = (${table.dueAt} is not null)`),
    check(
      'support_conversations_waiting',
      sql`${table.status} <> 'OPEN' or ${table.waitingSince} is not null`,
    ),
  ],
)

export const supportMessages = pgTable(
  'support_messages',
  {
    id: primaryId(),
    conversationId: reference(() => supportConversations.id, { onDelete: 'cascade' }),
    isFromShop: boolean().notNull(),
    /** The admin who wrote it for the shop. */
    authorId: uuid().references(() => users.id),
    /** Encrypted; here in rows of before. */
    text: text().notNull().default(ENCRYPTED_PLACEHOLDER),
    ...encryptedText(),
    /** The same, for a message that was written later. */
    submissionHash: text().unique(),
    createdAt: timestamptz().notNull(),
  },
  table => [
    index('support_messages_by_conversation').on(table.conversationId, table.createdAt, table.id),
    index('support_messages_by_key').on(table.keyId),
    check('support_messages_encrypted', sql`(${table.encrypted} is null) = (${table.keyId} is null)`),
    check('support_messages_text', sql`length(${table.text}) between 1 and 4000`),
    check('support_messages_author', sql`${table.isFromShop} or ${table.authorId} is null`),
  ],
)

/** Hashes of the tokens in mailed links, which open a conversation without signing in. */
export const supportTokens = pgTable(
  'support_tokens',
  {
    tokenHash: text().primaryKey(),
    conversationId: reference(() => supportConversations.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.conversationId), index().on(table.expiresAt)],
)
