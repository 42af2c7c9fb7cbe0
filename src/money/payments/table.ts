import { sql, type SQL } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, reference, primaryId, timestamptz } from '../../platform/db/columns.ts'
import type { ClassCents } from '../../wire/vat.ts'
import type { PaymentMethod } from '../../wire/paymentSettings.ts'
import type {
  PaymentKind,
  PaymentStatus,
  ProviderPostback,
  RefundDestination,
  RefundResolution,
} from './contract.ts'

/** One payment attempt of an order, a minute purchase or a gift purchase. */
export const payments = pgTable(
  'payments',
  {
    id: primaryId(),
    kind: text().$type<PaymentKind>().notNull(),
    /** The id of the order, minute purchase or gift purchase. */
    subjectId: uuid().notNull(),
    userId: reference(() => users.id),
    provider: text().notNull(),
    /** The provider's id, null until its response is stored. */
    providerId: text(),
    checkoutUrl: text(),
    amountCents: integer().notNull(),
    currency: text().notNull().default('EUR'),
    /** ISO 3166-1: of the card or account that paid, as far as the provider says it; evidence for the VAT of digital services. */
    country: text(),
    /** Null until it is paid, and where no provider has it. */
    method: text().$type<PaymentMethod>(),
    /** Cents of its fee by the table that applied when it was paid; settlements of the provider do not change it. */
    feeCents: integer(),
    /** The number of the sale on the provider's own pages, where it is not `providerId`. */
    saleNumber: text(),
    status: text().$type<PaymentStatus>().notNull().default('OPEN'),
    /** A mismatch with the provider (amount, currency); an admin has to act, and the status stays. */
    problem: text(),
    createdAt: createdAt(),
    settledAt: timestamptz(),
    /** When payment polling fetches it next: until it is settled and, when it was paid, for 90 days after that. */
    pollAt: timestamptz().defaultNow(),
  },
  table => [
    index('payments_by_subject').on(table.subjectId, table.createdAt),
    uniqueIndex('payments_provider_id').on(table.provider, table.providerId),
    index('payments_unsettled')
      .on(table.pollAt)
      .where(sql`${table.settledAt} is null and ${table.problem} is null`),
    index('payments_paid')
      .on(table.pollAt)
      .where(sql`${table.status} = 'PAID' and ${table.providerId} is not null`),
    index('payments_by_settling')
      .on(table.settledAt)
      .where(sql`${table.status} = 'PAID'`),
    index('payments_with_problem')
      .on(table.createdAt)
      .where(sql`${table.problem} is not null`),
    index('payments_silent')
      .on(table.pollAt)
      .where(sql`${table.status} = 'EXPIRED' and ${table.pollAt} is not null`),
    check('payments_kind', sql`${table.kind} in ('ORDER', 'MINUTES', 'GIFT')`),
    check('payments_amount', sql`${table.amountCents} > 0`),
    check(
      'payments_status',
      sql`${table.status} in ('OPEN', 'PENDING', 'AUTHORIZED', 'PAID', 'FAILED', 'CANCELLED', 'EXPIRED')`,
    ),
  ],
)

/** Signed reports of providers, each once and append-only, without anything about the buyer. */
export const paymentPostbacks = pgTable(
  'payment_postbacks',
  {
    id: primaryId(),
    provider: text().notNull(),
    /** The provider's id of the payment; it need not be ours. */
    providerId: text().notNull(),
    event: text().$type<ProviderPostback['event']>().notNull(),
    saleNumber: text().notNull(),
    transactionId: text().notNull(),
    parentId: text(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('payment_postbacks_once').on(table.provider, table.transactionId, table.event),
    index('payment_postbacks_by_payment').on(table.provider, table.providerId),
    check('payment_postbacks_event', sql`${table.event} in ('SALE', 'CREDIT', 'CHARGEBACK', 'OTHER')`),
  ],
)

/** A refund that no admin has paid back, and that the provider does not have or that failed there. */
export const isOpenRefund = (refund: Record<'byHandAt' | 'providerId' | 'failedAt', AnyPgColumn>): SQL =>
  sql`${refund.byHandAt} is null and (${refund.providerId} is null or ${refund.failedAt} is not null)`

/** A refund. Its row is written with the decision; a job sends it to the provider until that accepts it. */
export const refunds = pgTable(
  'refunds',
  {
    id: primaryId(),
    paymentId: reference(() => payments.id),
    amountCents: integer().notNull(),
    reason: text().notNull(),
    /** True for an invoiced payment, which then gets a credit note; false for a payment that was not accepted. */
    credits: boolean().notNull().default(false),
    /** The provider's id, null until it has accepted the refund; that of the ledger entry when it went to credit. */
    providerId: text(),
    /** The request of refunds that were decided at once: a refund of several payments has a row for each. Null before this was stored. */
    requestId: uuid(),
    /** Cents of it that were paid for gift cards, which have no VAT. */
    voucherCents: integer().notNull().default(0),
    /** Cents of it by tax class, when it is of certain lines; null: of a part of everything. */
    classCents: jsonb().$type<ClassCents>(),
    destination: text().$type<RefundDestination>().notNull().default('PAYMENT'),
    /** Made by a person in the provider's dashboard. */
    isExternal: boolean().notNull().default(false),
    /** From 1, increased when an admin sends it again: each attempt has its own idempotency key at the provider. */
    attempt: integer().notNull().default(1),
    /** When it was last sent to the provider. */
    triedAt: timestamptz(),
    /** The provider refused it permanently, or it did not arrive: the money is still owed, and an admin has to act. */
    failedAt: timestamptz(),
    failure: text(),
    /** When an admin paid it back outside any provider. */
    byHandAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.paymentId),
    index('refunds_by_age').on(table.createdAt),
    uniqueIndex('refunds_provider_id').on(table.paymentId, table.providerId),
    index('refunds_open').on(table.createdAt).where(isOpenRefund(table)),
    index('refunds_by_request').on(table.requestId),
    check('refunds_destination', sql`${table.destination} in ('PAYMENT', 'CREDIT')`),
    check('refunds_amount', sql`${table.amountCents} > 0`),
    check('refunds_failure', sql`(${table.failedAt} is null) = (${table.failure} is null)`),
  ],
)

/** Refund resolutions by admins: append-only. */
export const refundResolutions = pgTable(
  'refund_resolutions',
  {
    id: primaryId(),
    refundId: reference(() => refunds.id),
    userId: reference(() => users.id),
    how: text().$type<RefundResolution>().notNull(),
    /** The failure at that time. */
    failure: text(),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.refundId),
    check('refund_resolutions_how', sql`${table.how} in ('SEND_AGAIN', 'BY_HAND')`),
  ],
)

/** Chargebacks as the provider reports them: append-only, each part once. */
export const chargebacks = pgTable(
  'chargebacks',
  {
    id: primaryId(),
    paymentId: reference(() => payments.id),
    /** Cents of this chargeback. */
    amountCents: integer().notNull(),
    /** Cents of all chargebacks of the payment so far, including this one. */
    totalCents: integer().notNull(),
    createdAt: createdAt(),
  },
  table => [
    index('chargebacks_by_age').on(table.createdAt),
    uniqueIndex('chargebacks_once').on(table.paymentId, table.totalCents),
    check('chargebacks_amount', sql`${table.amountCents} between 1 and ${table.totalCents}`),
  ],
)

/**
 * When a refund did not arrive, and until when: until it was sent again, found at the provider after all, or paid by hand. Written by a trigger on
 * `refunds`, which keep only the last failure, so that a report of any quarter says what had gone back by its end.
 */
export const refundFailures = pgTable(
  'refund_failures',
  {
    id: primaryId(),
    refundId: reference(() => refunds.id, { onDelete: 'cascade' }),
    failedAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  table => [
    index().on(table.refundId),
    index('refund_failures_by_age').on(table.failedAt),
    index('refund_failures_by_end').on(table.endedAt),
    uniqueIndex('refund_failures_one_open')
      .on(table.refundId)
      .where(sql`${table.endedAt} is null`),
    check('refund_failures_times', sql`${table.endedAt} >= ${table.failedAt}`),
  ],
)

/** Chargebacks that the bank took back, as the provider's list has them: append-only, each once. */
export const chargebackReversals = pgTable(
  'chargeback_reversals',
  {
    id: primaryId(),
    paymentId: reference(() => payments.id),
    /** The provider's id of the chargeback. */
    providerId: text().notNull(),
    amountCents: integer().notNull(),
    /** When we heard of it. */
    createdAt: createdAt(),
  },
  table => [
    index().on(table.paymentId),
    index('chargeback_reversals_by_age').on(table.createdAt),
    uniqueIndex('chargeback_reversals_once').on(table.providerId),
    check('chargeback_reversals_amount', sql`${table.amountCents} > 0`),
  ],
)
