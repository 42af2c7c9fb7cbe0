import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.ts'
import { timestamptz, createdAt, primaryId } from '../../platform/columns.ts'
import type { ChallengePurpose } from './passkey.contract.ts'

const userIdColumn = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** What an authenticator app and we both know. It has to be read again, so it is encrypted rather than hashed. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: userIdColumn().primaryKey(),
  secret: text().notNull(),
  /** When a first code proved that the app has it; until then it signs nobody in. */
  confirmedAt: timestamptz(),
  /** The 30-second step of the newest code that signed in: neither it nor an older one does so again. */
  lastStep: integer().notNull().default(0),
  createdAt: createdAt(),
})

/** For when the app is lost: each is there until it is used. Only a keyed hash is kept. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: userIdColumn(), codeHash: text().notNull(), createdAt: createdAt() },
  table => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Public keys whose other half stays in a person's device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: primaryId(),
    userId: userIdColumn(),
    /** As the authenticator calls it, base64url. */
    credentialId: text().notNull().unique(),
    /** COSE, base64url. */
    publicKey: text().notNull(),
    /** Signatures so far, as the authenticator counts them; 0 from one that does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    /** Kept by the account of the device's maker, and so on that person's other devices too. */
    isSynced: boolean().notNull(),
    name: text().notNull(),
    lastUsedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [index().on(table.userId), check('passkeys_counter', sql`${table.counter} >= 0`)],
)

/** What an authenticator is to sign, once, and soon. Only a hash is kept. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text().primaryKey(),
    purpose: text().$type<ChallengePurpose>().notNull(),
    /** Whose passkey is asked for; null when anyone may sign in. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz().notNull(),
  },
  table => [
    index().on(table.userId),
    index().on(table.expiresAt),
    check('passkey_challenges_purpose', sql`${table.purpose} in ('REGISTER', 'LOGIN')`),
    check('passkey_challenges_register', sql`${table.purpose} = 'LOGIN' or ${table.userId} is not null`),
  ],
)
