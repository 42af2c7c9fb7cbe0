import { sql } from 'drizzle-orm'
import { findDiscrepancies } from '../../../src/backoffice/reconciliation/service.ts'
import type { Db } from '../../../src/platform/db/db.ts'
import { openPostgres } from '../../../src/platform/db/postgres/openPostgres.ts'
import type { Ledger } from './load.ts'
import { until } from './processes.ts'
import type { Providers } from './providers.ts'

const HOUR_MS = 3_600_000

/** Compares the answers to clients with the rows of the database and the payment provider. @returns the differences */
export async function compare(ledger: Ledger, databaseUrl: string, providers: Providers): Promise<string[]> {
  const database = await openPostgres(databaseUrl, { onError: () => undefined })
  try {
    const { db } = database
    return [
      ...ledger.faults,
      ...(await comparePurchases(db, ledger, 'order')),
      ...(await comparePurchases(db, ledger, 'minutes')),
      ...(await comparePayments(db, providers)),
      ...(await compareMinutes(db, ledger)),
      ...(await reconcile(db)),
    ]
  } finally {
    await database.close()
  }
}

async function rowsOf<Row>(db: Db, query: ReturnType<typeof sql>): Promise<Row[]> {
  return ((await db.execute(query)) as { rows: Row[] }).rows
}

/** Every purchase exists once and is paid; there are no others. */
async function comparePurchases(db: Db, ledger: Ledger, kind: 'order' | 'minutes'): Promise<string[]> {
  const rows = await rowsOf<{ id: string; status: string }>(
    db,
    kind === 'order' ? sql`select id, status from orders` : sql`select id, status from minute_purchases`,
  )
  const wanted = ledger.purchases.filter(each => each.kind === kind)
  const statuses = new Map(rows.map(({ id, status }) => [id, status]))
  const isKept = (id: string | undefined) => /^(PAID|DELIVERED)$/.test(statuses.get(id ?? '') ?? '')
  const ids = new Set(wanted.map(({ id }) => id))
  return [
    ...wanted
      .filter(({ isPaid }) => !isPaid)
      .map(({ key, refusal = 'no answer' }) => `${kind} ${key}: was never completed: ${refusal}`),
    ...wanted.filter(({ id }) => !isKept(id)).map(({ id }) => `${kind} ${id}: ${statuses.get(id ?? '')}`),
    ...(ids.size === wanted.length ? [] : [`${kind}: the same id for two keys`]),
    ...rows
      .filter(({ id }) => !ids.has(id))
      .map(({ id }) => `${kind} ${id}: nobody wanted it, ${statuses.get(id)}`),
  ]
}

/** The payments at the provider are the booked ones. */
async function comparePayments(db: Db, providers: Providers): Promise<string[]> {
  const rows = await rowsOf<{ id: string; cents: number }>(
    db,
    sql`select provider_id as id, amount_cents as cents from payments where status = 'PAID'`,
  )
  const booked = new Map(rows.map(({ id, cents }) => [id, cents]))
  const taken = (
    await providers.read<{ id: string; status: string; amount: { value: string } }[]>('mollie/payments')
  ).filter(({ status }) => status === 'paid')
  const wrong = taken.filter(({ id, amount }) => booked.get(id) !== Math.round(Number(amount.value) * 100))
  return [
    ...wrong.map(({ id }) => `payment ${id}: differs from the provider`),
    ...(taken.length === booked.size ? [] : [`payments: ${taken.length} taken, ${booked.size} booked`]),
  ]
}

/** The minutes that were bought, less those that sessions used, are the balance, and no session took back a minute that it acknowledged. */
async function compareMinutes(db: Db, ledger: Ledger): Promise<string[]> {
  const rows = await rowsOf<{ user: string; bought: number; used: number; balance: number }>(
    db,
    sql`select users.id as user, minutes_balance as balance,
          (select coalesce(sum(minutes), 0)::int from minute_purchases where user_id = users.id and status = 'PAID') as bought,
          (select coalesce(sum(minutes_used), 0)::int from toy_control_sessions where user_id = users.id) as used
        from users`,
  )
  const sessions = await rowsOf<{ id: string; used: number }>(
    db,
    sql`select id, minutes_used as used from toy_control_sessions`,
  )
  const used = new Map(sessions.map(each => [each.id, each.used]))
  return [
    ...rows
      .filter(({ bought, used, balance }) => bought - used !== balance)
      .map(each => `minutes: ${JSON.stringify(each)}`),
    ...[...ledger.used]
      .filter(([id, told]) => (used.get(id) ?? -1) < told)
      .map(([id, told]) => `session ${id}: ${told} minutes were acknowledged, ${used.get(id)} are booked`),
  ]
}

/** The shop's own checks, as soon as its jobs are done. */
async function reconcile(db: Db): Promise<string[]> {
  const find = () => findDiscrepancies(db, new Date(Date.now() + HOUR_MS))
  await until('books that agree', 120_000, async () => (await find()).length === 0).catch(() => undefined)
  const found = (await find()).map(({ check, subject, detail }) => `${check} ${subject} ${detail}`)
  return found.length === 0 ? [] : [...found, ...(await listUnfinishedJobs(db))]
}

/** The jobs that may be why the books do not agree yet. */
async function listUnfinishedJobs(db: Db): Promise<string[]> {
  const rows = await rowsOf<object>(
    db,
    sql`select name, state, retry_count, start_after - now() as due_in, now() - started_on as running_for, output ->> 'message' as reason
        from pgboss.job where state in ('created', 'retry', 'active', 'failed') limit 50`,
  )
  return rows.map(row => `job ${JSON.stringify(row)}`)
}
