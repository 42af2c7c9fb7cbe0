import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.ts'
import { timestamptz, createdAt, primaryId, reference } from '../../platform/db/columns.ts'
import type { ChallengePurpose } from './contract.ts'

const userIdColumn = () => reference(() => users.id, { onDelete: 'cascade' })

/** TOTP secrets. Encrypted instead of hashed, because they must be read again. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: userIdColumn().primaryKey(),
  secret: text().notNull(),
  /** When a first code confirmed it; before that it cannot be used to sign in. */
  confirmedAt: timestamptz(),
  /** The 30-second step of the last code that was used; that code and older ones are refused. */
  lastStep: integer().notNull().default(0),
  createdAt: createdAt(),
})

/** Recovery codes that are not used yet, as keyed hashes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: userIdColumn(), codeHash: text().notNull(), createdAt: createdAt() },
  table => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** Public keys of WebAuthn credentials. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: primaryId(),
    userId: userIdColumn(),
    /** Base64url. */
    credentialId: text().notNull().unique(),
    /** COSE, base64url. */
    publicKey: text().notNull(),
    /** The authenticator's signature counter; 0 when it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull().default([]),
    /** Whether it is synced to the user's other devices. */
    isSynced: boolean().notNull(),
    name: text().notNull(),
    lastUsedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [index().on(table.userId), check('passkeys_counter', sql`${table.counter} >= 0`)],
)

/** Challenges for an authenticator to sign: single use, and short-lived. Only a hash is stored. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text().primaryKey(),
    purpose: text().$type<ChallengePurpose>().notNull(),
    /** The only user whose passkey may answer it; null for any user. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz().notNull(),
  },
  table => [
    index().on(table.userId),
    index().on(table.expiresAt),
    check('passkey_challenges_purpose', sql`${table.purpose} in ('REGISTER', 'LOGIN', 'CONFIRM')`),
    check('passkey_challenges_register', sql`${table.purpose} = 'LOGIN' or ${table.userId} is not null`),
  ],
)
