import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { primaryId, reference, timestamptz } from '../../platform/db/columns.ts'
import { products } from '../products/catalog/table.ts'
import { orders } from '../orders/table.ts'
import type { Remedy } from './contract.ts'

/** Recalls of products; one that is published never changes. */
export const recalls = pgTable(
  'recalls',
  {
    id: primaryId(),
    productId: reference(() => products.id),
    /** Snapshot. */
    productName: text().notNull(),
    /** Of a picture that is kept: one that was ordered keeps those that it no longer shows. */
    imageUrl: text(),
    brand: text(),
    model: text(),
    identification: text(),
    /** The days of Brussels on which it was paid for, both included. */
    startsOn: date({ mode: 'string' }).notNull(),
    endsOn: date({ mode: 'string' }).notNull(),
    hazard: text().notNull(),
    action: text().notNull(),
    remedies: text().array().$type<Remedy[]>().notNull().default([]),
    /** Of a recall with one remedy. */
    remedyException: text(),
    /** In French, for buyers in Belgium: the hazard and the instruction, both or neither. */
    hazardFr: text(),
    actionFr: text(),
    identificationFr: text(),
    remedyExceptionFr: text(),
    publishedAt: timestamptz().notNull(),
  },
  table => [
    index().on(table.productId),
    check('recalls_period', sql`${table.startsOn} <= ${table.endsOn}`),
    check('recalls_french_complete', sql`(${table.hazardFr} is null) = (${table.actionFr} is null)`),
    check('recalls_remedies', sql`${table.remedies} <@ array['REPAIR', 'REPLACEMENT', 'REFUND']`),
  ],
)

/** The buyers of a recalled product, each once; the order is their newest one. */
export const recallNotices = pgTable(
  'recall_notices',
  {
    id: primaryId(),
    recallId: reference(() => recalls.id),
    userId: reference(() => users.id),
    orderId: reference(() => orders.id),
    /** When a mail was last queued. */
    mailedAt: timestamptz().notNull(),
    /** When the link in it was first opened. */
    readAt: timestamptz(),
  },
  table => [
    unique('recall_notices_once_per_buyer').on(table.recallId, table.userId),
    index().on(table.userId),
    index().on(table.orderId),
  ],
)
