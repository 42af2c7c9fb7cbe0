import { sql, type SQL } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { reference, primaryId, timestamptz } from '../../platform/db/columns.ts'
import type { InvoiceContent, InvoiceKind } from './contract.ts'

/** The time that decides in which period a document is declared; of one from before it was kept, that of its issue. */
export const taxPointOf = (invoice: Record<'taxPointAt' | 'issuedAt', AnyPgColumn>): SQL<Date> =>
  sql`coalesce(${invoice.taxPointAt}, ${invoice.issuedAt})`

/** Invoices and credit notes. A trigger forbids changing or deleting them: a mistake is corrected by a credit note. */
export const invoices = pgTable(
  'invoices',
  {
    id: primaryId(),
    kind: text().$type<InvoiceKind>().notNull(),
    /** `F2026-000042`, and `C2026-000007` for a credit note. */
    number: text().notNull().unique(),
    userId: reference(() => users.id),
    /** The id of the order, minute purchase or gift purchase. */
    subjectId: uuid().notNull(),
    refundId: uuid(),
    /** The invoice that it replaces; null for the first one of a purchase. */
    corrects: uuid().references((): AnyPgColumn => invoices.id),
    content: jsonb().$type<InvoiceContent>().notNull(),
    totalCents: integer().notNull(),
    issuedAt: timestamptz().notNull(),
    /** When its VAT became due (`saleTaxPoint`, `creditTaxPoint`), at most when it was issued; null on those from before it was kept. */
    taxPointAt: timestamptz(),
  },
  table => [
    uniqueIndex('invoices_one_per_subject')
      .on(table.subjectId)
      .where(sql`${table.kind} = 'INVOICE' and ${table.corrects} is null`),
    uniqueIndex('invoices_one_correction')
      .on(table.corrects)
      .where(sql`${table.corrects} is not null`),
    uniqueIndex('invoices_one_per_refund').on(table.refundId),
    index('invoices_by_subject').on(table.subjectId),
    index('invoices_by_user').on(table.userId),
    index('invoices_by_issue').on(table.issuedAt),
    index('invoices_by_tax_point').on(taxPointOf(table)),
    check('invoices_kind', sql`(${table.kind} = 'CREDIT_NOTE') = (${table.refundId} is not null)`),
    check('invoices_corrects', sql`${table.corrects} is null or ${table.kind} = 'INVOICE'`),
    check('invoices_tax_point', sql`${table.taxPointAt} <= ${table.issuedAt}`),
    check('invoices_sign', sql`(${table.kind} = 'INVOICE') = (${table.totalCents} >= 0)`),
  ],
)

/** The last number of each series; the lock on its row keeps a series without gaps. */
export const invoiceSeries = pgTable(
  'invoice_series',
  {
    kind: text().$type<InvoiceKind>().notNull(),
    year: integer().notNull(),
    lastSerial: integer().notNull().default(0),
  },
  table => [primaryKey({ columns: [table.kind, table.year] })],
)

/** The closed quarters. A trigger forbids changing them, and another invoices that are dated inside one or have their tax point there. */
export const closedPeriods = pgTable(
  'closed_periods',
  {
    /** `2026-Q4` */
    quarter: text().primaryKey(),
    number: integer().notNull(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    /** The number of documents in it, credit notes included: the reconciliation counts it again. */
    invoiceCount: integer().notNull(),
    invoicedCents: bigint({ mode: 'number' }).notNull(),
    closedBy: reference(() => users.id),
    closedAt: timestamptz().notNull(),
  },
  table => [
    unique('closed_periods_number').on(table.number),
    check(
      'closed_periods_times',
      sql`${table.startsAt} < ${table.endsAt} and ${table.endsAt} <= ${table.closedAt}`,
    ),
  ],
)
