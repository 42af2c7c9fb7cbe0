import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, encryptedText, primaryId, reference, timestamptz } from '../../platform/db/columns.ts'
import type { PayoutRunState, PayoutState } from './contract.ts'

/** Payouts that are made together, with one file for the bank. */
export const payoutRuns = pgTable(
  'payout_runs',
  {
    id: primaryId(),
    state: text().$type<PayoutRunState>().notNull().default('DRAFT'),
    /** Null for the weekly job. */
    madeBy: uuid().references(() => users.id),
    /** The day on which the bank is asked to pay. */
    executionOn: date({ mode: 'string' }).notNull(),
    /** `Debtor` as JSON, as it was when the run was made. */
    ...encryptedText(),
    filedAt: timestamptz(),
    filedBy: uuid().references(() => users.id),
    /** SHA-256 of the file, in hex: the file of a run is always the same. */
    fileHash: text(),
    createdAt: createdAt(),
  },
  table => [
    // Of two simultaneous runs one is made.
    uniqueIndex('payout_runs_one_draft')
      .on(table.state)
      .where(sql`${table.state} = 'DRAFT'`),
    index().on(table.keyId),
    check('payout_runs_filed', sql`(${table.state} = 'FILED') = (${table.filedAt} is not null)`),
    check('payout_runs_hash', sql`(${table.fileHash} is null) = (${table.filedAt} is null)`),
  ],
)

export const payouts = pgTable(
  'payouts',
  {
    id: primaryId(),
    runId: reference(() => payoutRuns.id),
    creatorId: reference(() => users.id),
    cents: integer().notNull(),
    /** `PayoutAccount` as JSON, as it was when the run was made; null once it is erased. */
    ...encryptedText(),
    endToEndId: text().notNull().unique(),
    state: text().$type<PayoutState>().notNull().default('RESERVED'),
    /** When it was put in the run's file. */
    filedAt: timestamptz(),
    paidAt: timestamptz(),
    returnedAt: timestamptz(),
    returnReason: text(),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('payouts_one_live')
      .on(table.creatorId)
      .where(sql`${table.state} in ('RESERVED', 'FILED')`),
    index('payouts_by_run').on(table.runId),
    index('payouts_by_creator').on(table.creatorId, table.createdAt),
    index().on(table.keyId),
    check('payouts_cents', sql`${table.cents} > 0`),
    check('payouts_end_to_end_id', sql`${table.endToEndId} ~ '^[A-Za-z0-9]{1,35}$'`),
    check(
      'payouts_filed',
      sql`${table.state} = 'RETURNED' or (${table.state} = 'RESERVED') = (${table.filedAt} is null)`,
    ),
    check('payouts_paid', sql`${table.state} <> 'PAID' or ${table.paidAt} is not null`),
    check('payouts_returned', sql`(${table.state} = 'RETURNED') = (${table.returnedAt} is not null)`),
  ],
)
