import { asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../../platform/db/db.ts'
import { columnsOf } from '../../../../platform/db/sql.ts'
import { shippingLabels } from './table.ts'

export type LabelRow = typeof shippingLabels.$inferSelect

/** The columns that an admin sees. */
export const labelColumns = columnsOf(
  shippingLabels,
  'id',
  'orderId',
  'kind',
  'status',
  'carrier',
  'serviceName',
  'trackingCode',
  'failure',
  'state',
  'stateMessage',
  'stateAt',
  'createdAt',
  'printedAt',
)

/** All labels of an order, the oldest first. */
export const listLabelsOfOrder = (db: Db, orderId: string) =>
  db
    .select(labelColumns)
    .from(shippingLabels)
    .where(eq(shippingLabels.orderId, orderId))
    .orderBy(asc(shippingLabels.createdAt), asc(shippingLabels.id))

/** Labels by id, in the order of their creation; unknown ones are left out. */
export const findLabels = (db: Db, ids: string[]) =>
  db
    .select(labelColumns)
    .from(shippingLabels)
    .where(inArray(shippingLabels.id, ids))
    .orderBy(asc(shippingLabels.createdAt), asc(shippingLabels.id))
