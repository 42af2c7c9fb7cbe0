import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { seedReportYear } from '../../../tests/support/reportYear.ts'
import { YEAR } from '../../../tests/support/reportYearInvoices.ts'
import { readBothFiles } from '../../../tests/support/spreadsheets.ts'
import { createRandom } from '../../../tests/simulation/random.ts'
import { users } from '../../people/accounts/table.ts'
import type { Database } from '../../platform/db/db.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { type ReportName, ReportName as ReportNames } from './contract.ts'
import { buildReport } from './service.ts'

/** A year of everything, each report of each quarter beside the same counted by plain SQL on the tables. */
let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
  const people = await database.db
    .insert(users)
    .values(
      ['een', 'twee', 'drie', 'vier'].map(name => ({
        email: `${name}@gloed.test`,
        displayName: name,
        password: '-',
        adultStatementAt: new Date(),
        policyVersion: '-',
      })),
    )
    .returning()
  await seedReportYear({
    db: database.db,
    random: createRandom('report year', 1),
    userIds: people.map(({ id }) => id),
  })
})
afterAll(() => database.close())

const quarters = [1, 2, 3, 4].map(number => `${YEAR}-Q${number}`)

/** The first days of a quarter and of the next, at midnight in Brussels. */
const midnights = (quarter: string) => {
  const month = Number(quarter.at(-1)) * 3 - 2
  const midnight = (text: SQL) => sql`(${text})::timestamp at time zone 'Europe/Brussels'`
  return {
    from: midnight(sql`make_date(${YEAR}, ${month}, 1)`),
    to: midnight(sql`make_date(${YEAR}, ${month}, 1) + interval '3 months'`),
  }
}

/** Every part of every document of a quarter, with the Dutch words of the reports. */
const parts = (quarter: string) => {
  const { from, to } = midnights(quarter)
  return sql`
    with recursive chain as (
      select id, coalesce(tax_point_at, issued_at) as at, coalesce(content ->> 'credits', content ->> 'replaces') as next from invoices
      union all
      select c.id, coalesce(i.tax_point_at, i.issued_at), coalesce(i.content ->> 'credits', i.content ->> 'replaces') from chain c join invoices i on i.number = c.next
    ), origins as (
      select id, to_char(at at time zone 'Europe/Brussels', 'YYYY-"Q"Q') as quarter from chain where next is null
    ), documents as (
      select *, case kind when 'INVOICE' then 'Factuur' else 'Creditnota' end as sort,
        to_char(issued_at at time zone 'Europe/Brussels', 'YYYY-MM-DD') as day,
        to_char(coalesce(tax_point_at, issued_at) at time zone 'Europe/Brussels', 'YYYY-MM-DD') as tax_day
      from invoices where case when tax_point_at is null then issued_at >= ${from} and issued_at < ${to}
        else tax_point_at >= ${from} and tax_point_at < ${to} end
    ), lines as (
      select d.id, (line ->> 'quantity')::int * (line ->> 'unitCents')::int as gross,
        coalesce((line ->> 'isVoucher')::boolean, false) as is_voucher, line -> 'vat' as vat,
        line -> 'vat' ->> 'supply' as supply
      from documents d, jsonb_array_elements(d.content -> 'lines') line
    ), taxed as (
      select d.id, l.vat ->> 'category' as category, (l.vat ->> 'rate')::numeric as rate, l.supply,
        sum(l.gross)::int as gross, sum((l.vat ->> 'vatCents')::int)::int as vat, d.content -> 'vat' ->> 'country' as country
      from documents d join lines l on l.id = d.id and l.vat is not null group by d.id, d.content, 2, 3, 4
      union all
      select id, 'VOUCHER', 0, null, sum(gross)::int, 0, null from lines where is_voucher group by id
    ), parts as (
      select d.number, d.sort, d.day, d.tax_day, d.content ->> 'subject' as subject,
        coalesce(d.content ->> 'credits', d.content ->> 'replaces') as credits,
        case when t.rate = 0 and t.vat = 0 then null else t.country end as country, t.category,
        case t.category when 'STANDARD' then 'Gewoon tarief' when 'REDUCED' then 'Verlaagd tarief'
          when 'EXEMPT' then 'Vrijgesteld' when 'REVERSE_CHARGE' then 'Btw verlegd'
          when 'SMALL_ENTERPRISE' then 'Kleine onderneming' when 'OUTSIDE_EU' then 'Buiten de EU'
          when 'NONE' then 'Geen btw' when 'VOUCHER' then 'Cadeaubon' end as word,
        case t.supply when 'GOODS' then 'Goederen' when 'SERVICES' then 'Diensten' end as supply,
        nullif(o.quarter, ${quarter}) as earlier, (t.rate * 100)::int as rate, d.content -> 'vat' -> 'business' ->> 'vatNumber' as "vatNumber",
        t.gross - t.vat as net, t.vat, t.gross,
        coalesce(d.content -> 'vat' ->> 'scheme' = 'OSS' and d.content -> 'vat' ->> 'country' <> d.content -> 'vat' ->> 'sellerCountry', false) as is_oss
      from documents d join taxed t on t.id = d.id join origins o on o.id = d.id
    )`
}

const sums = sql`sum(net)::int as net, sum(vat)::int as vat, sum(gross)::int as gross`

/** All reports except the one that only the provider's data make, and the one with a test of its own. */
type OwnReport = Exclude<ReportName, 'settlements' | 'books'>

const plain: Record<OwnReport, (quarter: string) => SQL> = {
  sales: quarter => sql`${parts(quarter)}
    select number, day, tax_day, sort, subject, credits, country, word, supply, rate, "vatNumber", net, vat, gross from parts`,
  vat: quarter =>
    sql`${parts(quarter)} select country, word, rate, ${sums} from parts group by country, word, rate`,
  oss: quarter => sql`${parts(quarter)}
    , declared as (select * from parts where is_oss and category in ('STANDARD', 'REDUCED'))
    select country, supply, rate, null as earlier, ${sums} from declared where earlier is null group by country, supply, rate
    union all select country, 'Correctie', null, earlier, ${sums} from declared where earlier is not null group by country, earlier`,
  'intra-eu': quarter => sql`${parts(quarter)}
    select "vatNumber", case supply when 'Goederen' then 'L' else 'S' end as code, earlier, sum(net)::int as net
    from parts where category = 'REVERSE_CHARGE' group by 1, 2, 3`,
  payments: quarter => {
    const { from, to } = midnights(quarter)
    const name = sql`case p.provider when 'mollie' then 'Mollie' when 'manual' then 'Met de hand'
      when 'gift_card' then 'Cadeaubon' else 'Tegoed' end`
    const day = (time: SQL) => sql`to_char(${time} at time zone 'Europe/Brussels', 'YYYY-MM-DD')`
    const verdict = (provider: SQL) => sql`case when ${provider} = 'Mollie' then 'Niet vergeleken' end`
    return sql`
      select ${day(sql`settled_at`)} as day, 'Betaling' as sort, kind as subject, ${name} as via, provider_id as reference,
        amount_cents as cents, null::int as there, ${verdict(name)} as verdict
      from payments p where status = 'PAID' and settled_at >= ${from} and settled_at < ${to}
      union all
      select case when r.created_at >= ${from} then ${day(sql`r.created_at`)} else ${day(sql`last_at`)} end,
        case when r.created_at >= ${from} then 'Terugbetaling' when change > 0 then 'Terugbetaling mislukt' else 'Terugbetaling opnieuw' end,
        p.kind, via.name, r.provider_id, change, null,
        case when r.created_at >= ${from} then ${verdict(sql`via.name`)} when via.name = 'Mollie' then 'Staat bij Mollie bij wat het terugdraait' end
      from refunds r join payments p on p.id = r.payment_id,
        lateral (
          select coalesce(sum(cents), 0)::int as change, max(at) as last_at from (
            select r.created_at, -r.amount_cents
            union all select failed_at, r.amount_cents from refund_failures f where f.refund_id = r.id
            union all select ended_at, -r.amount_cents from refund_failures f where f.refund_id = r.id
          ) events (at, cents) where at >= ${from} and at < ${to}
        ) changed,
        lateral (select case when r.destination = 'CREDIT' then 'Tegoed'
          when r.by_hand_at is not null and change < 0 then 'Met de hand' else ${name} end as name) via
      where change <> 0
      union all
      select ${day(sql`c.created_at`)}, 'Terugboeking', p.kind, ${name}, p.provider_id, -c.amount_cents, null, ${verdict(name)}
      from chargebacks c join payments p on p.id = c.payment_id where c.created_at >= ${from} and c.created_at < ${to}
      union all
      select ${day(sql`v.created_at`)}, 'Terugboeking teruggedraaid', p.kind, ${name}, v.provider_id, v.amount_cents, null,
        case when ${name} = 'Mollie' then 'Staat bij Mollie bij wat het terugdraait' end
      from chargeback_reversals v join payments p on p.id = v.payment_id where v.created_at >= ${from} and v.created_at < ${to}`
  },
  // Each minute that was added and not taken back has a place; those that were played are the first.
  owed: quarter => {
    const { to } = midnights(quarter)
    return sql`
      with entries as (select * from minute_entries where created_at < ${to}),
      kept as (
        select e.*, e.minutes + coalesce((
          select sum(r.minutes) from entries r where r.kind in ('REFUND', 'CHARGEBACK') and r.purchase_id = e.purchase_id
        ), 0)::int as remaining from entries e where e.minutes > 0
      ), each_minute as (
        select k.id, k.user_id, k.minutes, k.value_cents,
          row_number() over (partition by k.user_id order by k.created_at, k.id, n) as place
        from kept k, generate_series(1, k.remaining) n
      ), unplayed as (
        select m.id, m.user_id, m.value_cents, round(m.value_cents::numeric * count(*) / m.minutes) as cents, count(*) as minutes
        from each_minute m where place > (
          select coalesce(-sum(e.minutes), 0) from entries e
          where e.user_id = m.user_id and e.minutes < 0 and e.kind not in ('REFUND', 'CHARGEBACK')
        ) group by m.id, m.user_id, m.value_cents, m.minutes
      ), balances as (
        select a.kind, (select coalesce(sum(cents), 0) from credit_entries e where e.account_id = a.id and e.created_at < ${to}) as cents
        from credit_accounts a
      )
      select case when value_cents > 0 then 'Gekochte minuten, niet gespeeld' else 'Gekregen minuten, niet gespeeld' end as what,
        count(distinct user_id)::int as holders, sum(minutes)::int as minutes, sum(cents)::int as cents
      from unplayed group by value_cents > 0, 1
      union all
      select case kind when 'GIFT_CARD' then 'Cadeaubonnen' else 'Tegoed van klanten' end, count(*)::int, null, sum(cents)::int
      from balances where cents > 0 group by kind`
  },
  // Each unit that came in has a place; those that are left are the newest.
  stock: quarter => {
    const { to } = midnights(quarter)
    return sql`
      with entries as (select * from stock_entries where created_at < ${to}),
      units as (
        select e.product_id, e.unit_cost, row_number() over (partition by e.product_id order by e.created_at desc, e.id desc, n) as place
        from entries e, generate_series(1, e.pieces) n where e.kind in ('INTAKE', 'CORRECTION')
      ), counts as (
        select p.*, (select coalesce(sum(e.pieces), 0)::int from entries e where e.product_id = p.id) as pieces from products p
      ), valued as (
        select c.*, (
          select array_agg(coalesce(u.unit_cost, c.purchase_price)) from generate_series(1, c.pieces) n
            left join units u on u.product_id = c.id and u.place = n
        ) as costs from counts c where c.pieces <> 0
      ), summed as (
        select *, case when array_position(costs, null) is null then (select sum(cost)::int from unnest(costs) cost) end as value from valued
      )
      select sku, name, pieces, price, round(value::numeric / pieces)::int as each, value,
        case when value is null then 'Geen inkoopprijs: telt niet mee' end as remark
      from summed`
  },
}

const sorted = (rows: unknown[]): string[] => rows.map(row => JSON.stringify(row)).toSorted()

describe.each(ReportNames.exclude(['settlements', 'books']).options)('%s', report => {
  it.each(quarters)('of %s is as plain SQL counts it', async quarter => {
    const built = await buildReport(database.db, quarter, report)
    const counted = await queryRows<Record<string, unknown>>(database.db, plain[report](quarter))
    const rows = counted.map(row => Object.values(row))
    expect(sorted(built.rows)).toEqual(sorted(rows))
    expect(rows.length).toBeGreaterThan(1)
    const cents = built.columns.map(({ kind }) => kind).lastIndexOf('cents')
    if (built.totals[cents] === null) return
    expect(built.totals[cents]).toBe(rows.reduce((sum, row) => sum + Number(row[cents]), 0))
  })
})

it.each(ReportNames.options)('%s are the same in both files of each quarter', async report => {
  for (const quarter of quarters) {
    const { csv, xlsx } = await readBothFiles(report, await buildReport(database.db, quarter, report))
    expect(xlsx).toEqual(csv)
  }
})

it('the payments of all quarters add up to the paid amounts, less those that went back and stayed away', async () => {
  const wholeAt = async (time: SQL) => {
    const [whole] = await queryRows<{ cents: number }>(
      database.db,
      sql`select (
        (select coalesce(sum(amount_cents), 0) from payments where status = 'PAID' and settled_at < ${time})
        - (select coalesce(sum(amount_cents), 0) from refunds r where created_at < ${time} and not exists (
            select from refund_failures f where f.refund_id = r.id and failed_at < ${time} and coalesce(ended_at, 'infinity') >= ${time}
          ))
        - (select coalesce(sum(amount_cents), 0) from chargebacks where created_at < ${time})
        + (select coalesce(sum(amount_cents), 0) from chargeback_reversals where created_at < ${time})
      )::int as cents`,
    )
    return whole?.cents ?? 0
  }
  const ofYear = (await wholeAt(midnights(`${YEAR}-Q4`).to)) - (await wholeAt(midnights(`${YEAR}-Q1`).from))
  const built = await Promise.all(quarters.map(quarter => buildReport(database.db, quarter, 'payments')))
  const kinds = new Set(built.flatMap(({ rows }) => rows.map(row => row[1])))
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      'Terugbetaling mislukt',
      'Terugbetaling opnieuw',
      'Terugboeking',
      'Terugboeking teruggedraaid',
    ]),
  )
  const cents = built[0]?.columns.findIndex(({ name }) => name === 'Bedrag') ?? -1
  const sums = built.map(({ rows }) => rows.reduce((sum, row) => sum + Number(row[cents]), 0))
  expect(sums.reduce((sum, each) => sum + each, 0)).toBe(ofYear)
})
