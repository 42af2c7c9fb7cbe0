import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, reference, primaryId, timestamptz } from '../../platform/columns.ts'
import type { PackageId } from './contract.ts'

export const minutePurchases = pgTable(
  'minute_purchases',
  {
    id: primaryId(),
    userId: reference(() => users.id),
    packageId: text().$type<PackageId>().notNull(),
    minutes: integer().notNull(),
    /** Cents. */
    price: integer().notNull(),
    status: text().$type<'PENDING' | 'PAID' | 'CANCELLED'>().notNull().default('PENDING'),
    createdAt: createdAt(),
    paidAt: timestamptz(),
  },
  table => [
    index().on(table.userId),
    check('minute_purchases_amounts', sql`${table.minutes} > 0 and ${table.price} >= 0`),
    check('minute_purchases_status', sql`${table.status} in ('PENDING', 'PAID', 'CANCELLED')`),
  ],
)

type MinuteEntryKind = 'PURCHASE' | 'SPEND' | 'REFUND' | 'GIFT' | 'ADJUSTMENT'

/** The append-only minute ledger: `users.minutesBalance` is the sum of its entries. */
export const minuteEntries = pgTable(
  'minute_entries',
  {
    id: primaryId(),
    userId: reference(() => users.id),
    kind: text().$type<MinuteEntryKind>().notNull(),
    /** Signed: positive when the balance increases. */
    minutes: integer().notNull(),
    /** Cents that were paid for added minutes; 0 for gifts and for deductions. */
    valueCents: integer().notNull().default(0),
    purchaseId: uuid().references(() => minutePurchases.id),
    refundId: uuid(),
    controlSessionId: uuid(),
    reason: text(),
    createdAt: createdAt(),
  },
  table => [
    index('minute_entries_by_user').on(table.userId, table.createdAt),
    uniqueIndex('minute_entries_credited_once')
      .on(table.purchaseId)
      .where(sql`${table.kind} = 'PURCHASE'`),
    uniqueIndex('minute_entries_refunded_once').on(table.refundId),
    index().on(table.controlSessionId),
    check(
      'minute_entries_refund',
      sql`(${table.kind} = 'REFUND') = (${table.refundId} is not null) and (${table.kind} <> 'REFUND' or (${table.minutes} < 0 and ${table.purchaseId} is not null))`,
    ),
    check(
      'minute_entries_sign',
      sql`${table.minutes} <> 0 and (${table.kind} <> 'SPEND' or ${table.minutes} < 0) and (${table.kind} not in ('PURCHASE', 'GIFT') or ${table.minutes} > 0)`,
    ),
  ],
)
