import { sql, type SQL } from 'drizzle-orm'
import { giftPurchases } from '../../live/gifts/table.ts'
import { invoices } from '../../money/invoices/table.ts'
import { minutePurchases } from '../../money/minutes/table.ts'
import { defaultVatRates } from '../../money/vat/rates.rules.ts'
import { vatZones } from '../../money/vat/rules.ts'
import { vatRates } from '../../money/vat/table.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { orders } from '../../shop/orders/table.ts'
import { euCountries } from '../../wire/countries.ts'

const asJson = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`

/** The rate of a class that applied on a day `day` in a country, as `findRate` finds it. */
const rateOn = (taxClass: 'STANDARD' | 'BOOKS'): SQL => sql`(
  select basis_points from rates r where r.country = kinds.country and r.tax_class = ${taxClass}
  order by r.valid_from <= kinds.day desc, case when r.valid_from <= kinds.day then r.valid_from end desc, r.valid_from limit 1
)`

/**
 * Invoices whose VAT is not that of the country, the class and the day: `subject` and `detail`. The rate was set when the
 * purchase was paid, by the clock of the country of the VAT. Where the owner has changed a rate of that country since, the
 * earlier rate is not known any more. A credit note has the rates of its invoice.
 */
export const wrongRates: SQL = sql`
  with rates as (
    select country, tax_class, basis_points, valid_from from ${vatRates}
    union all
    select d.country, d."taxClass", d."basisPoints", d."validFrom"
    from jsonb_to_recordset(${asJson(defaultVatRates)}) as d(country text, "taxClass" text, "basisPoints" int, "validFrom" date)
    where not exists (
      select from ${vatRates} r where r.country = d.country and r.tax_class = d."taxClass" and r.valid_from = d."validFrom"
    )
  ), billed as (
    select i.id, i.issued_at, i.content -> 'lines' as lines, i.content -> 'vat' as vat,
      coalesce(o.paid_at, m.paid_at, g.paid_at, i.issued_at) as taxed_at
    from ${invoices} i left join ${orders} o on o.id = i.subject_id left join ${minutePurchases} m on m.id = i.subject_id
      left join ${giftPurchases} g on g.id = i.subject_id
    where i.kind = 'INVOICE'
  ), treated as (
    select id, issued_at, taxed_at, lines, vat -> 'groups' as groups, vat ->> 'scheme' as scheme, vat ->> 'basis' as basis,
      vat ->> 'country' as country, vat ->> 'place' as place, vat ->> 'sellerCountry' as seller,
      vat -> 'business' ->> 'checkedAt' is not null as is_checked
    from billed
  ), lines as (
    select t.id, t.issued_at, t.country, t.basis, (t.taxed_at at time zone coalesce(${asJson(vatZones)} ->> t.country, 'Europe/Brussels'))::date as day,
      l #>> '{vat,taxClass}' as tax_class, l #>> '{vat,category}' as category, (l #>> '{vat,rate}')::numeric as rate
    from treated t, jsonb_array_elements(t.lines) l where l ? 'vat'
  ), kinds as (
    select distinct country, basis, day, tax_class, category, rate from lines
  ), expected as (
    select kinds.*,
      case when tax_class = 'EXEMPT' and basis not in ('NONE', 'SMALL_ENTERPRISE') then 'EXEMPT' when basis <> 'TAXED' then basis
        when tax_class = 'BOOKS' and ${rateOn('BOOKS')} is not null then 'REDUCED' else 'STANDARD' end as right_category,
      case when tax_class = 'EXEMPT' or basis <> 'TAXED' then 0
        else coalesce(case when tax_class = 'BOOKS' then ${rateOn('BOOKS')} end, ${rateOn('STANDARD')}) end / 100.0 as right_rate
    from kinds
  )
  select distinct l.id::text as subject,
    l.category || ' ' || l.rate || ' of ' || l.tax_class || ' in ' || coalesce(l.country, 'no country') || ' on ' || l.day
      || ', not ' || e.right_category || ' ' || trim_scale(e.right_rate) as detail
  from expected e join lines l on l.country is not distinct from e.country and (l.basis, l.day, l.tax_class, l.category, l.rate)
    = (e.basis, e.day, e.tax_class, e.category, e.rate)
  where (e.category, e.rate) <> (e.right_category, e.right_rate) and not exists (
    select from ${auditEntries} changed
    where changed.action = 'VAT_RATE_CHANGED' and changed.subject_id like l.country || ' %' and changed.at > l.issued_at - interval '1 minute'
  )
  union all
  select id::text, 'taxed as ' || basis || ' in ' || coalesce(country, 'no country') || ' by ' || scheme || ', of ' || coalesce(place, 'nowhere')
  from treated where country is distinct from case when basis <> 'TAXED' then null when scheme = 'OSS' then coalesce(place, seller) else seller end
    or basis <> case when scheme in ('NONE', 'SMALL_ENTERPRISE') then scheme
      when place is not null and not ${asJson(euCountries)} ? place then 'OUTSIDE_EU'
      when basis = 'REVERSE_CHARGE' and is_checked and place <> seller then basis else 'TAXED' end
  union all
  select t.id::text, 'VAT ' || (g ->> 'vatCents') || ' of ' || (g ->> 'grossCents') || ' at ' || (g ->> 'rate')
  from treated t, jsonb_array_elements(t.groups) g
  where (g ->> 'vatCents')::numeric <> round((g ->> 'grossCents')::numeric * (g ->> 'rate')::numeric / (100 + (g ->> 'rate')::numeric))
  union all
  select note.id::text, (g ->> 'category') || ' ' || (g ->> 'rate') || ', which its invoice has not'
  from ${invoices} note join ${invoices} billed on billed.number = note.content ->> 'credits',
    jsonb_array_elements(note.content #> '{vat,groups}') g
  where note.kind = 'CREDIT_NOTE' and not exists (
    select from jsonb_array_elements(billed.content #> '{vat,groups}') own
    where own ->> 'category' = g ->> 'category' and own -> 'rate' = g -> 'rate'
  )`
