import { sql, type SQL } from 'drizzle-orm'
import { invoices } from '../../money/invoices/table.ts'
import { refunds } from '../../money/payments/table.ts'
import { minuteEntries } from '../../money/minutes/table.ts'
import { orderItems } from '../../shop/orders/table.ts'
import type { ReconciliationCheck } from './contract.ts'
import { wrongRates } from './vatRateChecks.service.ts'

/**
 * The lines of an invoice add up to its rates, these with its gift cards to its total; and credit notes never take back more VAT than the
 * invoice had, and all of it with all of the money.
 */
const wrongSums = sql`
  with kept as (
    select i.id, i.kind, i.subject_id, i.number, i.content ->> 'credits' as credits, i.total_cents, groups.*, lines.*
    from ${invoices} i, lateral (
      select coalesce(sum((g ->> 'grossCents')::bigint), 0) as gross, coalesce(sum((g ->> 'vatCents')::bigint), 0) as vat
      from jsonb_array_elements(i.content #> '{vat,groups}') g
    ) groups, lateral (
      select coalesce(sum((l ->> 'quantity')::bigint * (l ->> 'unitCents')::bigint) filter (where l ? 'vat'), 0) as line_gross,
        coalesce(sum((l ->> 'quantity')::bigint * (l ->> 'unitCents')::bigint) filter (where not l ? 'vat'), 0) as vouchers,
        coalesce(sum((l #>> '{vat,vatCents}')::bigint), 0) as line_vat
      from jsonb_array_elements(i.content -> 'lines') l
    ) lines
  )
  select id::text as subject, 'rates ' || gross || ' with VAT ' || vat || ', lines ' || line_gross || ' with VAT ' || line_vat
    || ', gift cards ' || vouchers || ', total ' || total_cents as detail
  from kept where gross <> line_gross or vat <> line_vat or gross + vouchers <> total_cents
  union all
  select billed.id::text, 'VAT ' || billed.vat || ', credited ' || -sum(note.vat)
  from kept billed join kept note
    on note.subject_id = billed.subject_id and note.kind = 'CREDIT_NOTE' and note.credits = billed.number
  where billed.kind = 'INVOICE' group by billed.id, billed.vat, billed.total_cents
  having -sum(note.vat) > billed.vat or (-sum(note.total_cents) = billed.total_cents and -sum(note.vat) <> billed.vat)`

/** The checks of VAT. */
export const vatChecks: Pick<Record<ReconciliationCheck, SQL>, 'invoices.vat' | 'invoices.corrected'> = {
  'invoices.vat': sql`
    select subject, string_agg(detail, '; ') as detail from (
      select * from (${wrongSums}) sums union all select * from (${wrongRates}) rates
    ) found group by subject`,

  // An invoice that replaces another has no VAT; the first was credited in full, and the difference went back: at most the
  // difference of its lines.
  'invoices.corrected': sql`
    with corrected as (
      select later.id, later.subject_id, later.total_cents, first.total_cents as before_cents, note.total_cents as credited_cents,
        (select coalesce(sum((g ->> 'vatCents')::bigint), 0) from jsonb_array_elements(later.content #> '{vat,groups}') g) as vat,
        (select sum(r.amount_cents) from ${refunds} r where r.request_id = note.refund_id) as back
      from ${invoices} later join ${invoices} first on first.id = later.corrects
        left join ${invoices} note on note.subject_id = first.subject_id and note.kind = 'CREDIT_NOTE'
          and note.content ->> 'credits' = first.number and note.content ? 'isReplaced'
    )
    select c.id::text as subject, 'instead of ' || c.before_cents || ' ' || c.total_cents || ' with VAT ' || c.vat || ', credited '
      || coalesce(-c.credited_cents, 0) || ', given back ' || coalesce(c.back, 0) || ', of lines ' || coalesce(lines.back, 0) as detail
    from corrected c left join (
      select order_id, sum(vat_returned) as back from ${orderItems} group by 1
      union all select purchase_id, -value_cents from ${minuteEntries} where kind = 'VAT_RETURN'
    ) lines on lines.order_id = c.subject_id
    where c.vat <> 0 or c.credited_cents is distinct from -c.before_cents
      or c.back is distinct from c.before_cents - c.total_cents or lines.back > c.back`,
}

/** Whether a refund `r` is of the VAT of an invoice that was replaced: its credit note is of all of that. */
export const isOfCorrection = sql`exists (
  select from ${invoices} replaced where replaced.refund_id = r.request_id and replaced.content ? 'isReplaced'
)`
