import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../../platform/db.ts'
import { columnsOf } from '../../../platform/sql.ts'
import { invoices } from '../table.ts'
import type { listUndelivered } from './contract.ts'
import { sendable } from './labels.rules.ts'
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

const MAX_LISTED = 100

/** What did not reach a business, the newest first. */
export const findUndelivered = (db: Db): Promise<z.input<typeof listUndelivered.output>['documents']> =>
  db
    .select({
      ...peppolColumns,
      number: invoices.number,
      orderId: invoices.subjectId,
      businessName: sql<string>`coalesce(${invoices.content} #>> '{vat,business,name}', '')`,
      vatNumber: sql<string>`coalesce(${invoices.content} #>> '{vat,business,vatNumber}', '')`,
      totalCents: invoices.totalCents,
      issuedAt: invoices.issuedAt,
    })
    .from(peppolDocuments)
    .innerJoin(invoices, eq(invoices.id, peppolDocuments.invoiceId))
    .where(inArray(peppolDocuments.status, [...sendable]))
    .orderBy(desc(peppolDocuments.createdAt), desc(peppolDocuments.invoiceId))
    .limit(MAX_LISTED)
