import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.ts'
import { at, createdAt, primaryId } from '../platform/columns.ts'
import type { PaymentKind, PaymentStatus } from './contract.ts'

/** One attempt to pay for an order or a purchase of minutes. */
export const payments = pgTable(
  'payments',
  {
    id: primaryId(),
    kind: text().$type<PaymentKind>().notNull(),
    /** The order's or the purchase's id. */
    subjectId: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    provider: text().notNull(),
    /** The provider's own id, null until it has answered. */
    providerId: text(),
    checkoutUrl: text(),
    amountCents: integer().notNull(),
    currency: text().notNull().default('EUR'),
    status: text().$type<PaymentStatus>().notNull().default('OPEN'),
    /** What does not add up (another amount, another currency); it waits for a person, and moves nothing. */
    problem: text(),
    createdAt: createdAt(),
    settledAt: at(),
    /** When the reconciler asks after it, unless it was settled by then. */
    askAt: at().notNull().defaultNow(),
  },
  table => [
    index('payments_by_subject').on(table.subjectId, table.createdAt),
    uniqueIndex('payments_provider_id').on(table.provider, table.providerId),
    index('payments_unsettled')
      .on(table.askAt)
      .where(sql`${table.settledAt} is null and ${table.problem} is null`),
    index('payments_odd')
      .on(table.createdAt)
      .where(sql`${table.problem} is not null`),
    check('payments_kind', sql`${table.kind} in ('ORDER', 'MINUTES')`),
    check('payments_amount', sql`${table.amountCents} > 0`),
    check(
      'payments_status',
      sql`${table.status} in ('OPEN', 'PENDING', 'AUTHORIZED', 'PAID', 'FAILED', 'CANCELLED', 'EXPIRED')`,
    ),
  ],
)

/** Money that goes back. Its row is written with the decision; a job tells the provider until it is done. */
export const refunds = pgTable(
  'refunds',
  {
    id: primaryId(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    amountCents: integer().notNull(),
    reason: text().notNull(),
    /** Of something that was billed, which a credit note takes back; else money that should not have come. */
    credits: boolean().notNull().default(false),
    /** The provider's own id, null until it has accepted. */
    providerId: text(),
    createdAt: createdAt(),
  },
  table => [index().on(table.paymentId), check('refunds_amount', sql`${table.amountCents} > 0`)],
)

/** What customers' banks took back, as the provider told of it: never deleted, and each part once. */
export const chargeBacks = pgTable(
  'charge_backs',
  {
    id: primaryId(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** This time. */
    amountCents: integer().notNull(),
    /** All times until then, this one included. */
    totalCents: integer().notNull(),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('charge_backs_once').on(table.paymentId, table.totalCents),
    check('charge_backs_amount', sql`${table.amountCents} between 1 and ${table.totalCents}`),
  ],
)
