import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, reference, timestamptz } from '../../../../platform/db/columns.ts'
import { orders } from '../../table.ts'
import type { CarrierCode } from '../../../shipping/pickup.contract.ts'
import type { LabelKind, LabelStatus, ParcelState } from './contract.ts'

/**
 * Labels at the carriers. A row is written before the provider is asked, and its id is the reference there, so that a label whose answer
 * was lost is found instead of made again.
 */
export const shippingLabels = pgTable(
  'shipping_labels',
  {
    id: primaryId(),
    orderId: reference(() => orders.id),
    kind: text().$type<LabelKind>().notNull(),
    status: text().$type<LabelStatus>().notNull().default('REQUESTED'),
    carrier: text().$type<CarrierCode>().notNull(),
    /** The provider's code of the service; null until one was chosen. */
    serviceCode: text(),
    serviceName: text(),
    weightGrams: integer().notNull(),
    pickupPointId: text(),
    /** The provider's ids of the shipment and its parcel. */
    providerId: text(),
    parcelId: text(),
    trackingCode: text(),
    /** Why it failed, or why the last attempt did. */
    failure: text(),
    /** Until then one node asks the provider for it. */
    claimedUntil: timestamptz(),
    /** Where the parcel is, and the carrier's words for it. */
    state: text().$type<ParcelState>(),
    stateMessage: text(),
    stateAt: timestamptz(),
    /** When the provider was last asked where the parcel is. */
    polledAt: timestamptz(),
    createdAt: createdAt(),
    madeAt: timestamptz(),
    printedAt: timestamptz(),
  },
  table => [
    index().on(table.orderId),
    // Two admins at once make one label, and so do two jobs.
    uniqueIndex('shipping_labels_one_active')
      .on(table.orderId, table.kind)
      .where(sql`${table.status} not in ('FAILED', 'CANCELLED')`),
    uniqueIndex('shipping_labels_parcel').on(table.parcelId),
    index('shipping_labels_to_poll')
      .on(table.polledAt)
      .where(sql`${table.status} = 'MADE' and ${table.state} <> 'DELIVERED'`),
    check('shipping_labels_kind', sql`${table.kind} in ('SHIPMENT', 'RETURN')`),
    check(
      'shipping_labels_status',
      sql`${table.status} in ('REQUESTED', 'MADE', 'FAILED', 'CANCELLING', 'CANCELLED')`,
    ),
    check('shipping_labels_made', sql`${table.status} <> 'MADE' or ${table.parcelId} is not null`),
    check('shipping_labels_weight', sql`${table.weightGrams} > 0`),
  ],
)
