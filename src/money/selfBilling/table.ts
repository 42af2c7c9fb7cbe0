import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { encryptedText, primaryId, reference, timestamptz } from '../../platform/db/columns.ts'
import type { InvoiceKind } from '../invoices/contract.ts'
import type { PayeeVatStatus } from '../payees/contract.ts'

/**
 * Invoices that the shop makes in the name of creators, one a creator and month: those of her entries after one of her chain, up to another
 * and with that. A trigger forbids changing or deleting them; only their text gets another key, and is erased after the retention period.
 */
export const selfBilledInvoices = pgTable(
  'self_billed_invoices',
  {
    id: primaryId(),
    creatorId: reference(() => users.id),
    /** From 1, by creator, without gaps: the lock on her details keeps it so. */
    serial: integer().notNull(),
    number: text().notNull().unique(),
    /** `2026-11` */
    month: text().notNull(),
    kind: text().$type<InvoiceKind>().notNull(),
    vatStatus: text().$type<PayeeVatStatus>().notNull(),
    afterSequence: integer().notNull(),
    lastSequence: integer().notNull(),
    netCents: integer().notNull(),
    vatCents: integer().notNull(),
    /** `InvoiceContent` as JSON; null once it is erased. */
    ...encryptedText(),
    issuedAt: timestamptz().notNull(),
  },
  table => [
    unique('self_billed_invoices_in_order').on(table.creatorId, table.serial),
    unique('self_billed_invoices_one_a_month').on(table.creatorId, table.month),
    unique('self_billed_invoices_follow').on(table.creatorId, table.afterSequence),
    index('self_billed_invoices_by_issue').on(table.issuedAt),
    index().on(table.keyId),
    check('self_billed_invoices_entries', sql`${table.lastSequence} > ${table.afterSequence}`),
    check('self_billed_invoices_serial', sql`${table.serial} > 0`),
    check('self_billed_invoices_sign', sql`(${table.kind} = 'INVOICE') = (${table.netCents} >= 0)`),
    check(
      'self_billed_invoices_vat',
      sql`${table.vatCents} = 0 or ${table.vatStatus} in ('VAT_BELGIUM', 'VAT_EU')`,
    ),
  ],
)
