import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { fiscalYear } from '../../invoices/rules.ts'
import { invoices } from '../../invoices/table.ts'
import { mergeRates, rateKey } from '../rates.rules.ts'
import { dayIn } from '../rules.ts'
import { listEnteredRates } from '../rates.service.ts'
import { notifyAdmins } from '../../../people/notifications/service.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { queryRow, queryRows } from '../../../platform/db/sql.ts'
import type { CountrySales, VatOverview } from './contract.ts'
import { percentOfThreshold, reachedPart, THRESHOLD_CENTS, wasOverLastYear } from './threshold.rules.ts'
import { euCountries } from '../../../wire/countries.ts'

/**
 * The sales to consumers in other member states in a calendar year, without VAT and less credit notes, by country; in one statement.
 */
export const findCrossBorderSales = (db: Db, sellerCountry: string, year: number): Promise<CountrySales[]> =>
  queryRows<CountrySales>(
    db,
    sql`
    with sums as (
      select i.content #>> '{vat,place}' as country, coalesce(kept.gross, 0) as gross, coalesce(kept.vat, 0) as vat
      from ${invoices} i cross join lateral (
        select sum((g ->> 'grossCents')::bigint) as gross, sum((g ->> 'vatCents')::bigint) as vat
        from jsonb_array_elements(i.content #> '{vat,groups}') g where g ->> 'category' <> 'EXEMPT'
      ) kept
      where ${taxPoint} >= ${startOfYear(year)} and ${taxPoint} < ${startOfYear(year + 1)}
        and i.content #>> '{vat,basis}' in ('TAXED', 'SMALL_ENTERPRISE')
    )
    select country, sum(gross - vat)::int as "netCents", sum(vat)::int as "vatCents" from sums
    where country <> ${sellerCountry}
      and country in (select value from jsonb_array_elements_text(${JSON.stringify(euCountries)}::jsonb))
    group by country order by 2 desc, 1`,
  )

/** Of `invoices i`. */
const taxPoint = sql`coalesce(i.tax_point_at, i.issued_at)`

/** Midnight of the first of January in Brussels. */
const startOfYear = (year: number) =>
  sql`(make_timestamp(${year}::int, 1, 1, 0, 0, 0) at time zone 'Europe/Brussels')`

/**
 * Invoices of this year on which fewer pieces of evidence agree on the country than there have to be; only of sales that were not shipped,
 * and not those of gift cards alone, on which there is no VAT yet.
 */
async function countWithoutEvidence(db: Db, year: number, pieces: number): Promise<number> {
  const { count } = await queryRow<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from ${invoices} i
    where ${taxPoint} >= ${startOfYear(year)} and i.kind = 'INVOICE'
      and i.content #>> '{vat,basis}' in ('TAXED', 'OUTSIDE_EU') and i.content #> '{vat,groups}' <> '[]'
      and not i.content #> '{vat,evidence}' @> '[{"kind": "SHIPPING_ADDRESS"}]'
      and (
        select count(*) from jsonb_array_elements(i.content #> '{vat,evidence}') e
        where e ->> 'country' = i.content #>> '{vat,place}'
      ) < ${pieces}::int`,
  )
  return count
}

const sumNet = (sales: readonly CountrySales[]): number =>
  sales.reduce((sum, { netCents }) => sum + netCents, 0)

export async function findVatOverview(platform: Platform): Promise<z.input<typeof VatOverview>> {
  const { db, settings, now } = platform
  const { vatScheme: scheme, vatEvidence, company } = settings.current
  const year = fiscalYear(now())
  const byCountry = await findCrossBorderSales(db, company.country, year)
  const lastYear = await findCrossBorderSales(db, company.country, year - 1)
  const entered = await listEnteredRates(db)
  const enteredKeys = new Set(entered.map(rateKey))
  return {
    scheme,
    sellerCountry: company.country,
    year,
    crossBorderCents: sumNet(byCountry),
    lastYearCents: sumNet(lastYear),
    thresholdCents: THRESHOLD_CENTS,
    byCountry,
    withoutEvidence: await countWithoutEvidence(db, year, vatEvidence === 'TWO' ? 2 : 1),
    today: dayIn(company.country, now()),
    rates: mergeRates(entered).flatMap(({ country, ...rate }) => {
      const known = euCountries.find(code => code === country)
      return known
        ? [{ ...rate, country: known, isEntered: enteredKeys.has(rateKey({ country, ...rate })) }]
        : []
    }),
  }
}

/**
 * Warns admins once a year at 80 % of the threshold and once above it, or above it in the year before, while the VAT is still that of the
 * seller's country.
 */
export async function warnOfThreshold({ db, settings, now }: Platform): Promise<void> {
  const { vatScheme, company } = settings.current
  if (vatScheme === 'OSS' || vatScheme === 'NONE') return
  const year = fiscalYear(now())
  const [crossBorderCents, lastYearCents] = [
    sumNet(await findCrossBorderSales(db, company.country, year)),
    sumNet(await findCrossBorderSales(db, company.country, year - 1)),
  ]
  const years = { crossBorderCents, lastYearCents }
  const part = reachedPart(years)
  if (part === null) return
  const reached = wasOverLastYear(years)
    ? { cents: lastYearCents, year: year - 1 }
    : { cents: crossBorderCents, year }
  const params = { percent: percentOfThreshold(reached.cents), ...reached, isOver: part === 100 }
  await db.transaction(tx =>
    notifyAdmins(tx, { kind: 'VAT_THRESHOLD', params, about: `${year} ${part}`, path: '/admin/vat' }),
  )
}
