import { sql, type SQL } from 'drizzle-orm'
import { GIVE_UP_AFTER_DAYS } from '../../money/invoices/peppol/rules.ts'
import { peppolDocuments } from '../../money/invoices/peppol/table.ts'
import { invoices } from '../../money/invoices/table.ts'
import { sqlTimestamp } from '../../platform/db/sql.ts'
import type { ReconciliationCheck } from './contract.ts'

/** Days after which a document has long arrived, or was refused. */
const CONFIRMED_AFTER_DAYS = 3
/** One more than for which a document is tried. */
const STUCK_AFTER_DAYS = GIVE_UP_AFTER_DAYS + 1

/**
 * The check of the documents for the Peppol network: each invoice and credit note of a Belgian business has its document, none
 * waits longer than it is tried, and none that the access point named is still under way. A failure is reported at once, and is
 * shown with the reports.
 */
export const peppolChecks = (before: Date): Pick<Record<ReconciliationCheck, SQL>, 'invoices.peppol'> => ({
  'invoices.peppol': sql`
    select i.id::text as subject, i.number || ' has no Peppol document' as detail
    from ${invoices} i
    where i.content #>> '{vat,business,vatNumber}' like 'BE%' and i.issued_at < ${sqlTimestamp(before)}
      and not exists (select from ${peppolDocuments} d where d.invoice_id = i.id)
    union all
    select d.invoice_id::text, i.number || case d.status when 'QUEUED' then ' waits since ' || d.queued_at else ' is under way since ' || d.sent_at end
    from ${peppolDocuments} d join ${invoices} i on i.id = d.invoice_id
    where d.status = 'QUEUED' and d.queued_at < ${sqlTimestamp(before)} - ${STUCK_AFTER_DAYS} * interval '1 day'
      or d.status = 'SENT' and d.provider_id is not null and d.sent_at < ${sqlTimestamp(before)} - ${CONFIRMED_AFTER_DAYS} * interval '1 day'`,
})
