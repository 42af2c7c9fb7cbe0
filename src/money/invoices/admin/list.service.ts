import type { Db } from '../../../platform/db/db.ts'
import type { z } from 'zod'
import type { listUndelivered } from './peppol.contract.ts'
import { invoices } from '../table.ts'
import { sql, eq, inArray, desc } from 'drizzle-orm'
import { peppolDocuments } from '../peppol/table.ts'
import { sendable } from '../peppol/labels.rules.ts'
import { peppolColumns } from '../peppol/list.service.ts'

const MAX_LISTED = 100

/** The documents that did not reach a business, the newest first. */
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
