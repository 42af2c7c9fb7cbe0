import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../src/platform/db/columns.ts'
import type { VerotelFaults, VerotelMethod } from './contract.ts'
import type { Parameters } from './rules.ts'

export type GivenBack = 'credit' | 'chargeback'

const number = () => bigint({ mode: 'number' })

/** Orders that were started, and the sales that they became. */
export const simulatorSales = pgTable(
  'simulator_sales',
  {
    /** The saleID. */
    id: number().generatedAlwaysAsIdentity({ startWith: 7_000_001 }).primaryKey(),
    referenceId: text().unique(),
    /** The signed parameters of the start. */
    start: jsonb().$type<Parameters>().notNull(),
    /** Of the start: the same one opened again is the same order. */
    signature: text().notNull(),
    currency: text().notNull(),
    amountCents: number().notNull(),
    creditedCents: number().notNull().default(0),
    chargedBackCents: number().notNull().default(0),
    /** Null until it is paid. */
    method: text().$type<VerotelMethod>(),
    /** Of the buyer; null until it is paid. */
    country: text(),
    createdAt: timestamptz().notNull(),
    paidAt: timestamptz(),
    /** When the simulator refunds it by itself, because a postback was not answered with OK. */
    refundDueAt: timestamptz(),
  },
  table => [
    index()
      .on(table.refundDueAt)
      .where(sql`${table.refundDueAt} is not null`),
    check(
      'simulator_sales_paid',
      sql`(${table.paidAt} is null) = (${table.method} is null) and (${table.paidAt} is null) = (${table.country} is null)`,
    ),
    check(
      'simulator_sales_given_back',
      sql`${table.creditedCents} >= 0 and ${table.chargedBackCents} >= 0 and ${table.amountCents} > 0
        and greatest(${table.creditedCents}, ${table.chargedBackCents}) <= ${table.amountCents}`,
    ),
  ],
)

/** The purchase of each sale, with its credits and chargebacks. */
export const simulatorTransactions = pgTable(
  'simulator_transactions',
  {
    /** The transactionID. */
    id: number().generatedAlwaysAsIdentity({ startWith: 9_000_001 }).primaryKey(),
    saleId: number()
      .notNull()
      .references(() => simulatorSales.id),
    /** Null for the purchase. */
    event: text().$type<GivenBack>(),
    /** The purchase that it gives back. */
    parentId: number().references((): AnyPgColumn => simulatorTransactions.id),
    amountCents: number().notNull(),
    createdAt: timestamptz().notNull(),
  },
  table => [
    index().on(table.saleId),
    uniqueIndex('simulator_transactions_purchase')
      .on(table.saleId)
      .where(sql`${table.event} is null`),
    check('simulator_transactions_event', sql`${table.event} in ('credit', 'chargeback')`),
    check('simulator_transactions_parent', sql`(${table.event} is null) = (${table.parentId} is null)`),
  ],
)

/** Postbacks with their answers: written together with the transaction that they report, and kept. */
export const simulatorPostbacks = pgTable(
  'simulator_postbacks',
  {
    id: number().generatedAlwaysAsIdentity().primaryKey(),
    transactionId: number()
      .notNull()
      .references(() => simulatorTransactions.id),
    /** The signed query. */
    query: text().notNull(),
    /** Null once a node took it to send it, and for one that is lost. */
    dueAt: timestamptz(),
    sentAt: timestamptz(),
    /** The status of the answer; null without an answer. */
    status: integer(),
    /** The first characters of the answer. */
    answer: text(),
  },
  table => [
    index().on(table.transactionId),
    index()
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
  ],
)

/** The single row of injected faults. */
export const simulatorVerotelFaults = pgTable(
  'simulator_verotel_faults',
  { id: integer().primaryKey(), faults: jsonb().$type<VerotelFaults>().notNull() },
  table => [check('simulator_verotel_faults_one', sql`${table.id} = 1`)],
)
