import { sql, type SQLWrapper } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz, createdAt, primaryId } from '../../platform/columns.ts'
import type { TokenPurpose } from './contract.ts'
import type { Role } from '../../wire/roles.ts'

/** A name where names stand in the order in which people look them up. */
export const collatedDisplayName = ({ displayName }: { displayName: SQLWrapper }) =>
  sql`(${displayName} collate "und-x-icu")`

/** Whoever is erased is looked for by nobody. */
const isNotErased = (table: { erasedAt: SQLWrapper }) => sql`${table.erasedAt} is null`

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
    adultStatementAt: timestamptz().notNull(),
    policyVersion: text().notNull(),
    /** When the address proved to be theirs; null until then. */
    emailVerifiedAt: timestamptz(),
    /** Since when signing in asks for a second step; null while a password alone will do. */
    twoFactorAt: timestamptz(),
    /** Set when the account was closed: from then on nobody signs in, and after it the person goes. */
    deleteAfter: timestamptz(),
    /** When the person went; what stays is a row that says who did what without saying who that is. */
    erasedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    index('users_to_erase')
      .on(table.deleteAfter)
      .where(sql`${table.deleteAfter} is not null and ${table.erasedAt} is null`),
    check('users_erased_once_closed', sql`${table.erasedAt} is null or ${table.deleteAfter} is not null`),
    index('users_by_age').on(table.createdAt, table.id).where(isNotErased(table)),
    index('users_by_role').on(table.role, table.createdAt, table.id).where(isNotErased(table)),
    index('users_by_email').on(table.email, table.id).where(isNotErased(table)),
    index('users_by_name').on(collatedDisplayName(table), table.id).where(isNotErased(table)),
    index('users_by_minutes').on(table.minutesBalance, table.id).where(isNotErased(table)),
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
    /** What its owner calls it by when ending it: the token's hash stays here. */
    id: uuid().notNull().unique().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What its owner knows the device by, such as Firefox and Windows; null when it did not say. */
    browser: text(),
    system: text(),
    /** The part of the network that it was opened from, `203.0.113.0/24`: never the address itself. */
    place: text(),
    createdAt: createdAt(),
    /** Moves along with use, 30 days ahead: it also says when the session was last seen. */
    expiresAt: timestamptz().notNull(),
  },
  table => [index().on(table.userId), index().on(table.expiresAt)],
)

/** Who gave the right password and owes the second step. Bound to a browser by a cookie of which only a hash is kept. */
export const pendingLogins = pgTable(
  'pending_logins',
  {
    tokenHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** How many codes were tried. */
    tries: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: timestamptz().notNull(),
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
    expiresAt: timestamptz().notNull(),
  },
  table => [
    index().on(table.userId, table.purpose),
    index().on(table.expiresAt),
    check('account_tokens_purpose', sql`${table.purpose} in ('VERIFY_EMAIL', 'RESET_PASSWORD', 'EXPORT')`),
  ],
)
