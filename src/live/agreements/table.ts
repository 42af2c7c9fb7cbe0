import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { primaryId, reference, timestamptz } from '../../platform/db/columns.ts'

/** The agreements that creators signed, as proof. A trigger lets nothing change but `withdrawnAt`, once. */
export const creatorAgreements = pgTable(
  'creator_agreements',
  {
    id: primaryId(),
    userId: reference(() => users.id),
    /** Of the text in `content_versions`; 0 for the one that the shop began with. */
    version: integer().notNull(),
    label: text().notNull(),
    /** SHA-256 of the text as it was shown, in hex. */
    textHash: text().notNull(),
    /** The signed text as a PDF, in base64. It names the account by its id. */
    pdf: text().notNull(),
    signedAt: timestamptz().notNull(),
    /** When she withdrew it; null while it holds. */
    withdrawnAt: timestamptz(),
  },
  table => [
    // Of two simultaneous signatures one is kept.
    uniqueIndex('creator_agreements_one_each')
      .on(table.userId, table.version)
      .where(sql`${table.withdrawnAt} is null`),
    index('creator_agreements_by_time').on(table.userId, table.signedAt),
    check('creator_agreements_hash', sql`${table.textHash} ~ '^[0-9a-f]{64}$'`),
  ],
)
