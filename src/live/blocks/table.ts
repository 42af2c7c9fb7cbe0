import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, primaryId, reference } from '../../platform/db/columns.ts'

/** The users from whom a creator is hidden, by name. */
export const blockedUsers = pgTable(
  'blocked_users',
  {
    creatorId: reference(() => users.id, { onDelete: 'cascade' }),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  table => [
    primaryKey({ columns: [table.creatorId, table.userId] }),
    index('blocked_users_by_user').on(table.userId),
    check('blocked_users_not_self', sql`${table.creatorId} <> ${table.userId}`),
  ],
)

/** The countries and regions in which a creator is hidden. */
export const blockedAreas = pgTable(
  'blocked_areas',
  {
    id: primaryId(),
    creatorId: reference(() => users.id, { onDelete: 'cascade' }),
    /** ISO 3166-1 alpha-2. */
    country: text().notNull(),
    /** The first digits of the postcodes of a region; empty for the whole country. */
    postcode: text().notNull().default(''),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('blocked_areas_once').on(table.creatorId, table.country, table.postcode),
    check('blocked_areas_country', sql`${table.country} ~ '^[A-Z]{2}$'`),
    check(
      'blocked_areas_postcode',
      sql`${table.postcode} = '' or (${table.country} in ('NL', 'BE') and ${table.postcode} ~ '^[1-9][0-9]([0-9]{2})?$')`,
    ),
  ],
)

/** Keyed digests of addresses and numbers, as in `contact_digests`: a creator is hidden from their owners. */
export const blockedContacts = pgTable(
  'blocked_contacts',
  {
    creatorId: reference(() => users.id, { onDelete: 'cascade' }),
    digest: text().notNull(),
  },
  table => [primaryKey({ columns: [table.creatorId, table.digest] })],
)

/** The decision of a creator about her page; a creator who made none has no row. */
export const blockSettings = pgTable('block_settings', {
  creatorId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Whether visitors without an account may see her page although she is hidden from some people. */
  isPublicDespiteBlocks: boolean().notNull().default(false),
})
