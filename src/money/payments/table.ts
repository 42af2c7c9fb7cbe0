import { sql, type SQL } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { timestamptz, createdAt, primaryId } from '../../platform/columns.ts'
import type { RefundResolution, PaymentKind, PaymentStatus } from './contract.ts'

/** One attempt to pay for an order, a purchase of minutes or a gift. */
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
    settledAt: timestamptz(),
    /** When the reconciler asks after it: until it is settled and, when it was paid, for a while after that. */
    askAt: timestamptz().defaultNow(),
  },
  table => [
    index('payments_by_subject').on(table.subjectId, table.createdAt),
    uniqueIndex('payments_provider_id').on(table.provider, table.providerId),
    index('payments_unsettled')
      .on(table.askAt)
      .where(sql`${table.settledAt} is null and ${table.problem} is null`),
    index('payments_paid')
      .on(table.askAt)
      .where(sql`${table.status} = 'PAID' and ${table.providerId} is not null`),
    index('payments_by_settling')
      .on(table.settledAt)
      .where(sql`${table.status} = 'PAID'`),
    index('payments_odd')
      .on(table.createdAt)
      .where(sql`${table.problem} is not null`),
    check('payments_kind', sql`${table.kind} in ('ORDER', 'MINUTES', 'GIFT')`),
    check('payments_amount', sql`${table.amountCents} > 0`),
    check(
      'payments_status',
      sql`${table.status} in ('OPEN', 'PENDING', 'AUTHORIZED', 'PAID', 'FAILED', 'CANCELLED', 'EXPIRED')`,
    ),
  ],
)

/** A refund of which the money has not gone back, as far as we know; what a person or the provider is to do. */
export const isOpenRefund = (refund: Record<'byHandAt' | 'providerId' | 'failedAt', AnyPgColumn>): SQL =>
  sql`${refund.byHandAt} is null and (${refund.providerId} is null or ${refund.failedAt} is not null)`

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
    /** Made at the provider by a person, and not by us. */
    isExternal: boolean().notNull().default(false),
    /** How often it was begun anew by a person, and once: each has a key of its own at the provider. */
    attempt: integer().notNull().default(1),
    /** When the provider was last asked for it. */
    triedAt: timestamptz(),
    /** The provider refused it for good, or could not bring it home: the money is still owed, and a person is to see to it. */
    failedAt: timestamptz(),
    failure: text(),
    /** A person gave the money back outside any provider. */
    byHandAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.paymentId),
    index('refunds_by_age').on(table.createdAt),
    uniqueIndex('refunds_provider_id').on(table.paymentId, table.providerId),
    index('refunds_open').on(table.createdAt).where(isOpenRefund(table)),
    check('refunds_amount', sql`${table.amountCents} > 0`),
    check('refunds_failure', sql`(${table.failedAt} is null) = (${table.failure} is null)`),
  ],
)

/** What persons did about refunds that did not go by themselves: never changed. */
export const refundResolutions = pgTable(
  'refund_mendings',
  {
    id: primaryId(),
    refundId: uuid()
      .notNull()
      .references(() => refunds.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    how: text().$type<RefundResolution>().notNull(),
    /** What had gone wrong by then. */
    failure: text(),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.refundId),
    check('refund_mendings_how', sql`${table.how} in ('SEND_AGAIN', 'BY_HAND')`),
  ],
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
    index('charge_backs_by_age').on(table.createdAt),
    uniqueIndex('charge_backs_once').on(table.paymentId, table.totalCents),
    check('charge_backs_amount', sql`${table.amountCents} between 1 and ${table.totalCents}`),
  ],
)
