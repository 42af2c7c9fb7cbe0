import { columnsOf } from '../../../platform/db/sql.ts'
import { peppolDocuments } from './table.ts'

export type PeppolRow = typeof peppolDocuments.$inferSelect

/** The columns that an admin sees. */
export const peppolColumns = columnsOf(
  peppolDocuments,
  'invoiceId',
  'status',
  'failure',
  'sentAt',
  'deliveredAt',
)
