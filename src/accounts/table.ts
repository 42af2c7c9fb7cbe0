import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt, primaryId } from '../platform/columns.ts'
import type { Role, TokenPurpose } from './contract.ts'

export const users = pgTable(
  'users',
  {
    id: primaryId(),
    /** Lower case: addresses compare without case. */
    email: text().notNull().unique(),
    password: text().notNull(),
    role: text().$type<Role>().notNull().default('USER'),
    firstName: text(),
    lastName: text(),
    displayName: text().notNull(),
    dateOfBirth: date({ mode: 'string' }),
    phone: text(),
    avatarUrl: text(),
    bio: text(),
    profileVisibility: text().$type<'PUBLIC' | 'PRIVATE'>().notNull().default('PRIVATE'),
    showStatistics: boolean().notNull().default(false),
    emailNotifications: boolean().notNull().default(true),
    smsNotifications: boolean().notNull().default(false),
    pushNotifications: boolean().notNull().default(true),
    preferredCategories: text().array().notNull().default([]),
    minutesBalance: integer().notNull().default(0),
    credits: integer().notNull().default(100),
    adultStatementAt: at().notNull(),
    policyVersion: text().notNull(),
    /** When the address proved to be theirs; null until then. */
    emailVerifiedAt: at(),
    /** Set when the account was closed: from then on nobody signs in, and after it the person goes. */
    deleteAfter: at(),
    /** When the person went; what stays is a row that says who did what without saying who that is. */
    erasedAt: at(),
    createdAt: createdAt(),
  },
  table => [
    index('users_to_erase')
      .on(table.deleteAfter)
      .where(sql`${table.deleteAfter} is not null and ${table.erasedAt} is null`),
    check('users_erased_once_closed', sql`${table.erasedAt} is null or ${table.deleteAfter} is not null`),
    index('users_email_trigrams').using('gin', sql`${table.email} gin_trgm_ops`),
    index('users_name_trigrams').using('gin', sql`lower(${table.displayName}) gin_trgm_ops`),
    check('users_role', sql`${table.role} in ('USER', 'MODEL', 'ADMIN')`),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    check('users_visibility', sql`${table.profileVisibility} in ('PUBLIC', 'PRIVATE')`),
    check('users_minutes_not_negative', sql`${table.minutesBalance} >= 0`),
  ],
)

/** Who is signed in. Only a hash of the token is kept, so that a leaked table opens no account. */
export const loginSessions = pgTable(
  'login_sessions',
  {
    tokenHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    /** Moves along with use, 30 days ahead. */
    expiresAt: at().notNull(),
  },
  table => [index().on(table.userId), index().on(table.expiresAt)],
)

/** What a link in a mail is worth, once. Only a hash of the token is kept, so that a leaked table opens no account. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    tokenHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<TokenPurpose>().notNull(),
    createdAt: createdAt(),
    expiresAt: at().notNull(),
  },
  table => [
    index().on(table.userId, table.purpose),
    index().on(table.expiresAt),
    check('account_tokens_purpose', sql`${table.purpose} in ('VERIFY_EMAIL', 'RESET_PASSWORD')`),
  ],
)
