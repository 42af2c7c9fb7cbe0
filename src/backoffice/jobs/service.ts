import { and, count, isNull, min, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifications } from '../../people/notifications/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { mails } from '../../platform/db/table.ts'
import { type listJobs, type retryJobs, JOBS_PER_PAGE, type QueueStats } from './contract.ts'
import { redactJobData } from './rules.ts'

type FailedJobSelection = z.output<typeof retryJobs.input>

/** Leaves out pg-boss's internal queues. */
const isOurs = sql`left(name, 2) <> '__'`
/** Failed jobs, with or without retries left. */
const isFailing = sql`state in ('retry', 'failed') and ${isOurs}`
/** Failed jobs without retries left. */
export const isGivenUp = sql`state = 'failed' and ${isOurs}`

/** The queues with their counts, and a page of the failed jobs. */
export async function findJobPage(db: Db, { queue, page }: z.output<typeof listJobs.input>) {
  const queues = await countByQueue(db)
  const counted = queue === undefined ? queues : queues.filter(({ name }) => name === queue)
  const total = counted.reduce((sum, { retrying, failed }) => sum + retrying + failed, 0)
  return {
    queues,
    failed: await findFailedJobs(db, queue, page),
    total,
    page,
    mails: await countWaiting(db, mails, and(isNull(mails.sentAt), isNull(mails.failedAt))),
    news: await countWaiting(db, notifications, isNull(notifications.dispatchedAt)),
  }
}

const countByQueue = (db: Db): Promise<QueueStats[]> =>
  queryRows(
    db,
    sql`
    select q.name,
      count(j.id) filter (where j.state = 'created')::int as waiting,
      count(j.id) filter (where j.state = 'active')::int as running,
      count(j.id) filter (where j.state = 'retry')::int as retrying,
      count(j.id) filter (where j.state = 'failed')::int as failed
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state <> 'completed'
    where left(q.name, 2) <> '__'
    group by q.name order by q.name`,
  )

interface Row {
  id: string
  name: string
  state: string
  tries: number
  data: unknown
  error: string | null
  createdAt: string
  nextAt: string | null
}

const iso = (column: SQL): SQL => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

async function findFailedJobs(db: Db, queue: string | undefined, page: number) {
  const rows = await queryRows<Row>(
    db,
    sql`
    select id, name, state::text, retry_count + case when state = 'failed' then 1 else 0 end as tries,
      data - '$origin' as data,
      output ->> 'message' as error,
      ${iso(sql`created_on`)} as "createdAt",
      case when state = 'retry' then ${iso(sql`start_after`)} end as "nextAt"
    from pgboss.job
    where ${isFailing} ${queue === undefined ? sql`` : sql`and name = ${queue}`}
    order by created_on desc, id desc
    limit ${JOBS_PER_PAGE} offset ${(page - 1) * JOBS_PER_PAGE}`,
  )
  return rows.map(({ name, state, data, createdAt, nextAt, ...job }) => ({
    ...job,
    queue: name,
    state: state === 'retry' ? ('RETRYING' as const) : ('FAILED' as const),
    data: redactJobData(data),
    createdAt: new Date(createdAt),
    nextAt: nextAt === null ? null : new Date(nextAt),
  }))
}

async function countWaiting(db: Db, table: typeof mails | typeof notifications, condition: SQL | undefined) {
  const [row] = await db
    .select({ count: count(), since: min(table.createdAt) })
    .from(table)
    .where(condition)
  return row ?? { count: 0, since: null }
}

/**
 * Retries failed jobs at once, whatever their attempts so far.
 * @returns how many; 0 when the job is gone or was done meanwhile
 */
export const retryFailedJobs = (db: Db, by: string, which: FailedJobSelection) =>
  // pg-boss deletes jobs past keep_until: it must not do so before the retry.
  changeFailedJobs(
    db,
    by,
    which,
    'JOBS_RETRIED',
    sql`
    update pgboss.job set state = 'retry', retry_limit = greatest(retry_limit, retry_count + 1), completed_on = null,
      start_after = now(), keep_until = greatest(keep_until, now() + interval '14 days')`,
  )

/** Deletes failed jobs. @returns how many */
export const deleteFailedJobs = (db: Db, by: string, which: FailedJobSelection) =>
  changeFailedJobs(db, by, which, 'JOBS_DISCARDED', sql`delete from pgboss.job`)

const changeFailedJobs = (
  db: Db,
  by: string,
  { queue, jobId }: FailedJobSelection,
  action: 'JOBS_RETRIED' | 'JOBS_DISCARDED',
  change: SQL,
) =>
  db.transaction(async tx => {
    const isSelected = sql`name = ${queue} ${jobId === undefined ? sql`` : sql`and id = ${jobId}::uuid`}`
    const rows = await queryRows(tx, sql`${change} where ${isFailing} and ${isSelected} returning id`)
    const details = { count: rows.length, ...(jobId !== undefined && { jobId }) }
    if (rows.length > 0) await recordAuditEntry(tx, { by, action, subjectId: queue, details })
    return { count: rows.length }
  })
