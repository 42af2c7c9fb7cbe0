import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, json, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../src/platform/db/columns.ts'
import type { MollieFaults } from './contract.ts'
import type { MollieRefundStatus, MolliePaymentStatus } from './rules.ts'

const amount = () => bigint({ mode: 'number' })

export const simulatorPayments = pgTable(
  'simulator_payments',
  {
    id: text().primaryKey(),
    /** The order in which they were created. */
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    status: text().$type<MolliePaymentStatus>().notNull(),
    statusAt: timestamptz(),
    currency: text().notNull(),
    amountCents: amount().notNull(),
    refundedCents: amount().notNull().default(0),
    chargedBackCents: amount().notNull().default(0),
    description: text().notNull(),
    redirectUrl: text().notNull(),
    cancelUrl: text(),
    webhookUrl: text(),
    locale: text(),
    /** Stored unchanged: `json` accepts texts that `jsonb` refuses. */
    method: json(),
    metadata: json(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    /** A hash of the API key and the Idempotency-Key. */
    idempotencyKey: text().unique(),
  },
  table => [
    index().on(table.position),
    index()
      .on(table.expiresAt)
      .where(sql`${table.status} in ('open', 'pending')`),
    check(
      'simulator_payments_status',
      sql`${table.status} in ('open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed')`,
    ),
    check(
      'simulator_payments_given_back',
      sql`${table.refundedCents} >= 0 and ${table.chargedBackCents} >= 0 and ${table.refundedCents} + ${table.chargedBackCents} <= ${table.amountCents}`,
    ),
  ],
)

export const simulatorRefunds = pgTable(
  'simulator_refunds',
  {
    id: text().primaryKey(),
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    paymentId: text()
      .notNull()
      .references(() => simulatorPayments.id),
    status: text().$type<MollieRefundStatus>().notNull().default('pending'),
    amountCents: amount().notNull(),
    currency: text().notNull(),
    description: text().notNull(),
    metadata: json(),
    createdAt: timestamptz().notNull(),
    idempotencyKey: text().unique(),
  },
  table => [
    index().on(table.paymentId),
    index('simulator_refunds_pending')
      .on(table.createdAt)
      .where(sql`${table.status} = 'pending'`),
    check(
      'simulator_refunds_status',
      sql`${table.status} in ('queued', 'pending', 'processing', 'refunded', 'failed', 'canceled')`,
    ),
  ],
)

/** The parts that the banks took back, as the list of chargebacks has them. */
export const simulatorChargebacks = pgTable(
  'simulator_chargebacks',
  {
    id: text().primaryKey(),
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    paymentId: text()
      .notNull()
      .references(() => simulatorPayments.id),
    amountCents: amount().notNull(),
    currency: text().notNull(),
    createdAt: timestamptz().notNull(),
    reversedAt: timestamptz(),
  },
  table => [index().on(table.position), check('simulator_chargebacks_amount', sql`${table.amountCents} > 0`)],
)

/** Webhook calls to send: written together with the change that they report, deleted once accepted. */
export const simulatorWebhooks = pgTable(
  'simulator_webhooks',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    paymentId: text()
      .notNull()
      .references(() => simulatorPayments.id),
    url: text().notNull(),
    attempts: integer().notNull().default(0),
    /** The time of the next attempt; the node that makes an attempt moves it into the future. */
    dueAt: timestamptz().notNull(),
  },
  table => [index().on(table.dueAt)],
)

/** The single row of injected faults. */
export const simulatorMollieFaults = pgTable(
  'simulator_mollie_faults',
  { id: integer().primaryKey(), faults: jsonb().$type<MollieFaults>().notNull() },
  table => [check('simulator_mollie_faults_one', sql`${table.id} = 1`)],
)
