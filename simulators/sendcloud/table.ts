import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../src/platform/db/columns.ts'
import type { SendcloudFaults } from './contract.ts'

/** Parcels with their labels, outgoing and incoming. */
export const simulatorParcels = pgTable(
  'simulator_parcels',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity({ startWith: 383_700_001 }).primaryKey(),
    /** The id of its shipment, or of its return. */
    shipmentId: text().notNull().unique(),
    isReturn: boolean().notNull(),
    /** The reference that the client gave: one shipment each. */
    externalReference: text(),
    orderNumber: text(),
    serviceCode: text().notNull(),
    carrier: text().notNull(),
    trackingNumber: text().notNull(),
    /** As they were sent, for the label. */
    fromAddress: jsonb().$type<Record<string, string>>().notNull(),
    toAddress: jsonb().$type<Record<string, string>>().notNull(),
    servicePointId: text(),
    /** Kilograms, as it was sent. */
    weight: text().notNull(),
    statusId: integer().notNull(),
    createdAt: timestamptz().notNull(),
  },
  table => [
    uniqueIndex('simulator_parcels_reference')
      .on(table.externalReference)
      .where(sql`not ${table.isReturn}`),
    index().on(table.createdAt),
  ],
)

/** The single row of injected faults. */
export const simulatorSendcloudFaults = pgTable(
  'simulator_sendcloud_faults',
  { id: integer().primaryKey(), faults: jsonb().$type<SendcloudFaults>().notNull() },
  table => [check('simulator_sendcloud_faults_one', sql`${table.id} = 1`)],
)
