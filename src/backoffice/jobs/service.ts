import { and, count, isNull, min, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifications } from '../../people/notifications/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { mails } from '../../platform/table.ts'
import { type FailedJob, type listJobs, JOBS_PER_PAGE, type QueueStats } from './contract.ts'
import { redactJobData } from './rules.ts'

interface FailedJobSelection {
  queue: string
  jobId?: string | undefined
}

/** What failed: what is given up, and what will be tried again. pg-boss's own queues are not ours to touch. */
const isFailing = sql`state in ('retry', 'failed') and left(name, 2) <> '__'`

/** How much there is of each kind of work, and a page of what failed. */
export async function findJobPage(
  db: Db,
  { queue, page }: z.output<typeof listJobs.input>,
): Promise<z.input<typeof listJobs.output>> {
  const queues = await countByQueue(db)
  const chosen = queue === undefined ? queues : queues.filter(({ name }) => name === queue)
  const total = chosen.reduce((sum, { retrying, failed }) => sum + retrying + failed, 0)
  return {
    queues,
    failed: await findFailedJobs(db, queue, page),
    total,
    page,
    mails: await countWaiting(db, mails, and(isNull(mails.sentAt), isNull(mails.failedAt))),
    news: await countWaiting(db, notifications, isNull(notifications.passedOnAt)),
  }
}

async function countByQueue(db: Db): Promise<QueueStats[]> {
  const { rows } = (await db.execute(sql`
    select q.name,
      count(j.id) filter (where j.state = 'created')::int as waiting,
      count(j.id) filter (where j.state = 'active')::int as running,
      count(j.id) filter (where j.state = 'retry')::int as retrying,
      count(j.id) filter (where j.state = 'failed')::int as failed
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state <> 'completed'
    where left(q.name, 2) <> '__'
    group by q.name order by q.name`)) as { rows: unknown[] }
  return rows as QueueStats[]
}

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

async function findFailedJobs(
  db: Db,
  queue: string | undefined,
  page: number,
): Promise<z.input<typeof FailedJob>[]> {
  const { rows } = (await db.execute(sql`
    select id, name, state::text, retry_count + case when state = 'failed' then 1 else 0 end as tries, data,
      output ->> 'message' as error,
      ${iso(sql`created_on`)} as "createdAt",
      case when state = 'retry' then ${iso(sql`start_after`)} end as "nextAt"
    from pgboss.job
    where ${isFailing} ${queue === undefined ? sql`` : sql`and name = ${queue}`}
    order by created_on desc, id desc
    limit ${JOBS_PER_PAGE} offset ${(page - 1) * JOBS_PER_PAGE}`)) as { rows: unknown[] }
  return (rows as Row[]).map(({ name, state, data, createdAt, nextAt, ...job }) => ({
    ...job,
    queue: name,
    state: state === 'retry' ? 'RETRYING' : 'FAILED',
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
 * Tries what failed again at once, however often it was tried.
 * @returns how many; 0 when it is gone, or has been done meanwhile
 */
export const retryFailedJobs = (db: Db, by: string, which: FailedJobSelection): Promise<{ count: number }> =>
  db.transaction(async tx => {
    // What is kept for too long is swept up: it must not be before it was tried.
    const { rows } = (await tx.execute(sql`
      update pgboss.job set state = 'retry', retry_limit = greatest(retry_limit, retry_count + 1), completed_on = null,
        start_after = now(), keep_until = greatest(keep_until, now() + interval '14 days')
      where ${selectionCondition(which)} returning id`)) as { rows: unknown[] }
    return recordJobAction(tx, by, 'JOBS_RETRIED', which, rows.length)
  })

/** Throws away what failed. @returns how many */
export const deleteFailedJobs = (db: Db, by: string, which: FailedJobSelection): Promise<{ count: number }> =>
  db.transaction(async tx => {
    const { rows } = (await tx.execute(
      sql`delete from pgboss.job where ${selectionCondition(which)} returning id`,
    )) as {
      rows: unknown[]
    }
    return recordJobAction(tx, by, 'JOBS_DISCARDED', which, rows.length)
  })

const selectionCondition = ({ queue, jobId }: FailedJobSelection): SQL =>
  sql`${isFailing} and name = ${queue} ${jobId === undefined ? sql`` : sql`and id = ${jobId}::uuid`}`

async function recordJobAction(
  tx: Tx,
  by: string,
  action: 'JOBS_RETRIED' | 'JOBS_DISCARDED',
  { queue, jobId }: FailedJobSelection,
  many: number,
): Promise<{ count: number }> {
  const details = { count: many, ...(jobId !== undefined && { jobId }) }
  if (many > 0) await recordAuditEntry(tx, { by, action, subjectId: queue, details })
  return { count: many }
}
