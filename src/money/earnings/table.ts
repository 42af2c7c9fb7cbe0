import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, primaryId, reference, timestamptz } from '../../platform/db/columns.ts'
import { minuteEntries, minuteLots, minutePurchases } from '../minutes/table.ts'
import type { EarningSource, EarningType } from './contract.ts'

/** The balance of a creator, which is the sum of her entries, and the end of their chain. The trigger of the first entry adds it. */
export const earningAccounts = pgTable(
  'earning_accounts',
  {
    /** The creator. */
    id: uuid()
      .primaryKey()
      .references(() => users.id),
    balanceCents: integer().notNull().default(0),
    /** The number of her entries, and the hash of the last one; empty without any. */
    sequence: integer().notNull().default(0),
    head: text().notNull().default(''),
  },
  table => [check('earning_accounts_balance', sql`${table.balanceCents} >= 0`)],
)

/** Agreed shares, append-only: the last one that began holds, and a creator's own one before that of everyone. */
export const earningShares = pgTable(
  'earning_shares',
  {
    id: primaryId(),
    /** Null: of everyone without a share of her own. */
    creatorId: uuid().references(() => users.id),
    source: text().$type<EarningSource>().notNull(),
    /** Hundredths of a percent. */
    basisPoints: integer().notNull(),
    /** Whether the provider's fee is taken off before it is shared. */
    deductsFee: boolean().notNull(),
    /** Cents without VAT that a minute counts for which nobody paid; null for the lowest price of the packages. */
    freeMinuteCents: integer(),
    startsAt: timestamptz().notNull(),
    /** The admin who noted it. */
    byUserId: reference(() => users.id),
    createdAt: createdAt(),
  },
  table => [
    index('earning_shares_by_creator').on(table.source, table.creatorId, table.startsAt),
    check(
      'earning_shares_part',
      sql`${table.basisPoints} between 0 and 10000 and ${table.freeMinuteCents} >= 0`,
    ),
    check('earning_shares_never_backwards', sql`${table.startsAt} >= ${table.createdAt}`),
  ],
)

/** The earnings of creators: append-only, each with the hash of itself and the one before. Amounts in cents. */
export const earningEntries = pgTable(
  'earning_entries',
  {
    id: primaryId(),
    creatorId: reference(() => users.id),
    /** From 1, by creator; with `hash` set by the trigger. */
    sequence: integer().notNull().default(0),
    hash: text().notNull().default(''),
    type: text().$type<EarningType>().notNull(),
    /** Null for payouts. */
    source: text().$type<EarningSource>(),
    /** Signed: positive when the balance increases. */
    cents: integer().notNull(),
    /** The price that was paid; 0 for minutes without one. */
    grossCents: integer().notNull().default(0),
    /** Of the price: its VAT, and the fee of its payments. */
    vatCents: integer().notNull().default(0),
    feeCents: integer().notNull().default(0),
    /** The amount that was shared. */
    baseCents: integer().notNull().default(0),
    basisPoints: integer().notNull().default(0),
    minutes: integer().notNull().default(0),
    /** Of minutes: their session. No reference: sessions import this slice, and so do gifts. */
    sessionId: uuid(),
    /** The purchase of a gift. */
    giftId: uuid(),
    minuteEntryId: uuid().references(() => minuteEntries.id),
    lotId: uuid().references(() => minuteLots.id),
    purchaseId: uuid().references(() => minutePurchases.id),
    /** The entry of which it takes back, and the chargeback or refund that did. */
    reversesId: uuid(),
    causeId: uuid(),
    payoutId: uuid(),
    /** Of an adjustment. */
    reason: text(),
    /** From when it may be paid out. */
    payableAt: timestamptz().notNull(),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('earning_entries_in_order').on(table.creatorId, table.sequence),
    index('earning_entries_by_age').on(table.creatorId, table.createdAt),
    index('earning_entries_by_time_of_payout').on(table.creatorId, table.payableAt),
    index().on(table.sessionId),
    index().on(table.purchaseId),
    uniqueIndex('earning_entries_of_minutes')
      .on(table.minuteEntryId, table.lotId)
      .where(sql`${table.type} = 'EARNED'`),
    uniqueIndex('earning_entries_of_gift')
      .on(table.giftId)
      .where(sql`${table.type} = 'EARNED'`),
    uniqueIndex('earning_entries_taken_back_once').on(table.reversesId, table.causeId),
    uniqueIndex('earning_entries_of_payout').on(table.payoutId, table.type),
    check(
      'earning_entries_sign',
      sql`case ${table.type} when 'EARNED' then ${table.cents} >= 0 when 'TAKEN_BACK' then ${table.cents} < 0
        when 'PAID_OUT' then ${table.cents} < 0 when 'RETURNED' then ${table.cents} > 0 when 'ADJUSTED' then ${table.cents} <> 0
        else false end`,
    ),
    check(
      'earning_entries_cause',
      sql`(${table.type} in ('PAID_OUT', 'RETURNED')) = (${table.payoutId} is not null)
        and (${table.type} = 'TAKEN_BACK') = (${table.reversesId} is not null and ${table.causeId} is not null)
        and (${table.type} <> 'ADJUSTED' or ${table.reason} is not null)
        and (${table.type} <> 'EARNED' or (${table.minuteEntryId} is null) = (${table.giftId} is not null))`,
    ),
  ],
)
