import { sql, type SQL } from 'drizzle-orm'
import { invoices } from '../../money/invoices/table.ts'
import type { ReconciliationCheck } from './contract.ts'

/** The checks of VAT; invoices from before it was kept by line have one rate, of which it is computed. */
export const vatChecks: Pick<Record<ReconciliationCheck, SQL>, 'invoices.vat'> = {
  // The lines of an invoice add up to its rates, these with its gift cards to its total; and credit notes never take back more VAT than
  // the invoice had, and all of it with all of the money.
  'invoices.vat': sql`
    with kept as (
      select i.id, i.kind, i.subject_id, i.total_cents, groups.*, lines.*
      from ${invoices} i, lateral (
        select coalesce(sum((g ->> 'grossCents')::bigint), 0) as gross, coalesce(sum((g ->> 'vatCents')::bigint), 0) as vat
        from jsonb_array_elements(i.content #> '{vat,groups}') g
      ) groups, lateral (
        select coalesce(sum((l ->> 'quantity')::bigint * (l ->> 'unitCents')::bigint) filter (where l ? 'vat'), 0) as line_gross,
          coalesce(sum((l ->> 'quantity')::bigint * (l ->> 'unitCents')::bigint) filter (where not l ? 'vat'), 0) as vouchers,
          coalesce(sum((l #>> '{vat,vatCents}')::bigint), 0) as line_vat
        from jsonb_array_elements(i.content -> 'lines') l
      ) lines
      where i.content ? 'vat'
    )
    select id::text as subject, 'rates ' || gross || ' with VAT ' || vat || ', lines ' || line_gross || ' with VAT ' || line_vat
      || ', gift cards ' || vouchers || ', total ' || total_cents as detail
    from kept where gross <> line_gross or vat <> line_vat or gross + vouchers <> total_cents
    union all
    select billed.id::text, 'VAT ' || billed.vat || ', credited ' || -sum(note.vat)
    from kept billed join kept note on note.subject_id = billed.subject_id and note.kind = 'CREDIT_NOTE'
    where billed.kind = 'INVOICE' group by billed.id, billed.vat, billed.total_cents
    having -sum(note.vat) > billed.vat or (-sum(note.total_cents) = billed.total_cents and -sum(note.vat) <> billed.vat)`,
}
