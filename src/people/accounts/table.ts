import { sql, type SQLWrapper } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz, createdAt, primaryId, reference } from '../../platform/db/columns.ts'
import type { ConfirmationMethod, TokenPurpose } from './contract.ts'
import type { Role } from '../../wire/roles.ts'

/** The display name in alphabetical order, regardless of case and accents (ICU root collation). */
export const collatedDisplayName = ({ displayName }: { displayName: SQLWrapper }) =>
  sql`(${displayName} collate "und-x-icu")`

/** Condition of the indexes for lists of users: erased ones are not listed. */
const isNotErased = (table: { erasedAt: SQLWrapper }) => sql`${table.erasedAt} is null`

/** Condition of lists of users: erased ones are left out, and guests who did not order. */
export const isListedUser = ({
  erasedAt,
  role,
  guestEmail,
}: Record<'erasedAt' | 'role' | 'guestEmail', SQLWrapper>) =>
  sql`${erasedAt} is null and (${role} <> 'GUEST' or ${guestEmail} is not null)`

export const users = pgTable(
  'users',
  {
    id: primaryId(),
    /**
     * In lower case. That of a guest is no address but `guest:` and its id, so that whoever looks for an account by its address finds no
     * guest.
     */
    email: text().notNull().unique(),
    /** The address of a guest who ordered, null for an account. Several guests, and an account, may have the same. */
    guestEmail: text(),
    /** Until when a guest is kept: for a while after the cart was used, and for long after an order. */
    guestUntil: timestamptz(),
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
    /** A mail about a cart that was left for a day. */
    cartReminders: boolean().notNull().default(false),
    smsNotifications: boolean().notNull().default(false),
    pushNotifications: boolean().notNull().default(true),
    preferredCategories: text().array().notNull().default([]),
    /** The sum of `minute_entries`, which a trigger adds up: see `money/ledger`. */
    minutesBalance: integer().notNull().default(0),
    credits: integer().notNull().default(100),
    adultStatementAt: timestamptz().notNull(),
    /** The version of the terms that was accepted last. */
    policyVersion: text().notNull(),
    /** When the address was verified; null until then. */
    emailVerifiedAt: timestamptz(),
    /** When two-factor login was turned on; null while it is off. */
    twoFactorAt: timestamptz(),
    /** Since when an admin has suspended it after a report: nobody can sign in. */
    suspendedAt: timestamptz(),
    /** Since when its profile is hidden after a report: only its owner and admins see it. */
    profileHiddenAt: timestamptz(),
    /** Set when the account is closed, which ends all access; from this time on its data is erased. */
    deleteAfter: timestamptz(),
    /** When the personal data was erased; the row stays, for the rows that refer to it. */
    erasedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    index('users_to_erase')
      .on(table.deleteAfter)
      .where(sql`${table.deleteAfter} is not null and ${table.erasedAt} is null`),
    check('users_erased_once_closed', sql`${table.erasedAt} is null or ${table.deleteAfter} is not null`),
    index('users_listed_by_age').on(table.createdAt, table.id).where(isListedUser(table)),
    // Nothing uses it since there is the one above.
    index('users_by_age').on(table.createdAt, table.id).where(isNotErased(table)),
    index('users_by_role').on(table.role, table.createdAt, table.id).where(isNotErased(table)),
    index('users_by_email').on(table.email, table.id).where(isNotErased(table)),
    index('users_by_name').on(collatedDisplayName(table), table.id).where(isNotErased(table)),
    index('users_by_minutes').on(table.minutesBalance, table.id).where(isNotErased(table)),
    index('users_email_trigrams').using('gin', sql`${table.email} gin_trgm_ops`),
    index('users_guest_email_trigrams')
      .using('gin', sql`${table.guestEmail} gin_trgm_ops`)
      .where(sql`${table.guestEmail} is not null`),
    index('users_name_trigrams').using('gin', sql`lower(${table.displayName}) gin_trgm_ops`),
    index('users_by_guest_email')
      .on(table.guestEmail)
      .where(sql`${table.guestEmail} is not null`),
    index('users_of_guests')
      .on(table.guestUntil)
      .where(sql`${table.role} = 'GUEST'`),
    check('users_role', sql`${table.role} in ('USER', 'MODEL', 'ADMIN', 'GUEST')`),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    check('users_guest_email_lower', sql`${table.guestEmail} = lower(${table.guestEmail})`),
    check(
      'users_guest',
      sql`case ${table.role} when 'GUEST' then ${table.email} = 'guest:' || ${table.id} and ${table.guestUntil} is not null
        else ${table.email} not like 'guest:%' and ${table.guestEmail} is null and ${table.guestUntil} is null end`,
    ),
    check('users_visibility', sql`${table.profileVisibility} in ('PUBLIC', 'PRIVATE')`),
    check('users_minutes_not_negative', sql`${table.minutesBalance} >= 0`),
  ],
)

/**
 * Keyed digests of the contacts of accounts, by which creators are hidden from the people whom they listed: of the verified e-mail address and the
 * phone number, in each of its spellings.
 */
export const contactDigests = pgTable(
  'contact_digests',
  {
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    digest: text().notNull(),
  },
  table => [
    primaryKey({ columns: [table.userId, table.digest] }),
    index('contact_digests_by_digest').on(table.digest),
  ],
)

/** Which user accepted which version of the terms, and when: at registration, and when a new version asked for it. */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    version: text().notNull(),
    acceptedAt: timestamptz().notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.version] })],
)

/** Signed-in browsers. Only a hash of the token is stored, so that a leaked table gives no access. */
export const loginSessions = pgTable(
  'login_sessions',
  {
    tokenHash: text().primaryKey(),
    /** For the API, which never sends the token's hash. */
    id: uuid().notNull().unique().defaultRandom(),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    /** From the User-Agent header, such as Firefox and Windows; null when unknown. */
    browser: text(),
    system: text(),
    /** The network that the user signed in from, such as `203.0.113.0/24`; the full address is not stored. */
    place: text(),
    /** When the user last proved to be its owner, and how: by signing in, or since; null for one of before this was stored. */
    confirmedAt: timestamptz(),
    confirmedBy: text().$type<ConfirmationMethod>(),
    createdAt: createdAt(),
    /** 30 days after the last use, from which the time of that use is computed: `sessionLifetime.rules.ts`. */
    expiresAt: timestamptz().notNull(),
  },
  table => [
    index().on(table.userId),
    index().on(table.expiresAt),
    check(
      'login_sessions_confirmed',
      sql`(${table.confirmedAt} is null) = (${table.confirmedBy} is null) and ${table.confirmedBy} in ('PASSKEY', 'CODE', 'PASSWORD')`,
    ),
  ],
)

/** The tokens that a session had before, for the requests that were sent with one just then. */
export const replacedTokens = pgTable(
  'replaced_tokens',
  {
    tokenHash: text().primaryKey(),
    sessionId: reference(() => loginSessions.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz().notNull(),
  },
  table => [index().on(table.sessionId), index().on(table.expiresAt)],
)

/** Logins with a right password that still need the second factor. Only a hash of the cookie's token is stored. */
export const pendingLogins = pgTable(
  'pending_logins',
  {
    tokenHash: text().primaryKey(),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    tries: integer().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: timestamptz().notNull(),
  },
  table => [index().on(table.userId), index().on(table.expiresAt)],
)

/** Tokens of mailed links. Only a hash is stored, so that a leaked table gives no access. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    tokenHash: text().primaryKey(),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<TokenPurpose>().notNull(),
    createdAt: createdAt(),
    expiresAt: timestamptz().notNull(),
  },
  table => [
    index().on(table.userId, table.purpose),
    index().on(table.expiresAt),
    check(
      'account_tokens_purpose',
      sql`${table.purpose} in ('VERIFY_EMAIL', 'RESET_PASSWORD', 'EXPORT', 'TEST_MAIL')`,
    ),
  ],
)
