import { keysOf, recordOf } from '../../wire/records.ts'
import { sql } from 'drizzle-orm'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { reconciliationChecks } from '../../backoffice/reconciliation/checks.service.ts'
import { findLastReconciliation } from '../../backoffice/reconciliation/service.ts'
import { toyControlSessions } from '../../live/sessions/table.ts'
import { payments, refunds } from '../../money/payments/table.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRow, queryRows } from '../../platform/sql.ts'
import { mails } from '../../platform/table.ts'

/** Read by one statement; counts, and ages in seconds. */
interface MetricsSnapshot {
  mailsWaiting: number
  mailsFailed: number
  oldestMail: number
  paymentsOpen: number
  paymentsOdd: number
  refundsWaiting: number
  refundsFailed: number
  refundsByHand: number
  countdowns: number
  sessions: number
}

function readMetricsSnapshot(db: Db): Promise<MetricsSnapshot> {
  const age = sql`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`
  return queryRow(
    db,
    sql`
    with unsent as (select created_at, failed_at from ${mails} where sent_at is null),
    waiting as (select count(*)::int as count, ${age} as oldest from unsent where failed_at is null),
    back as (
      select count(*) filter (where r.failed_at is null and p.provider_id is not null)::int as waiting,
        count(*) filter (where r.failed_at is not null)::int as failed,
        count(*) filter (where r.failed_at is null and p.provider_id is null)::int as by_hand
      from ${refunds} r join ${payments} p on p.id = r.payment_id
      where r.by_hand_at is null and (r.provider_id is null or r.failed_at is not null)
    ),
    live as (
      select count(*) filter (where status = 'COUNTDOWN')::int as countdowns, count(*) filter (where status = 'ACTIVE')::int as sessions
      from ${toyControlSessions} where status <> 'STOPPED'
    )
    select waiting.count as "mailsWaiting", waiting.oldest as "oldestMail",
      (select count(*)::int from unsent where failed_at is not null) as "mailsFailed",
      (select count(*)::int from ${payments} where settled_at is null and problem is null) as "paymentsOpen",
      (select count(*)::int from ${payments} where problem is not null) as "paymentsOdd",
      back.waiting as "refundsWaiting", back.failed as "refundsFailed", back.by_hand as "refundsByHand",
      live.countdowns, live.sessions
    from waiting, back, live`,
  )
}

interface JobQueueCounts {
  job: string
  waiting: number
  active: number
  failed: number
}

/** Counted by pg-boss, a few times a minute. */
const readJobQueueCounts = (db: Db): Promise<JobQueueCounts[]> =>
  queryRows(
    db,
    sql`
    select name as job, queued_count as waiting, active_count as active, failed_count as failed
    from pgboss.queue where name not like '\\_\\_pgboss%'`,
  )

/** Adds database gauges to the node's own metrics; queries the database only when the metrics are read. */
export function createMetricsReader(
  { db, connections }: Platform,
  registry: Registry,
): () => Promise<string> {
  const set = gauges(registry)
  let isFirst = true
  return async () => {
    // The process metrics (memory, event loop, garbage collection) have a cost once they are on.
    if (isFirst) collectDefaultMetrics({ register: registry })
    isFirst = false
    const [now, queues, { auditedAt, findings }] = await Promise.all([
      readMetricsSnapshot(db),
      readJobQueueCounts(db),
      findLastReconciliation(db),
    ])
    set('mails', { waiting: now.mailsWaiting, failed: now.mailsFailed })
    set('mail_oldest_waiting_seconds', now.oldestMail)
    set('payments', { open: now.paymentsOpen, odd: now.paymentsOdd })
    set('refunds_waiting', now.refundsWaiting)
    set('refunds_for_a_person', { failed: now.refundsFailed, by_hand: now.refundsByHand })
    set('live_sessions', { countdown: now.countdowns, active: now.sessions })
    for (const { job, ...states } of queues) set('jobs', states, { job })
    for (const check of Object.keys(reconciliationChecks(new Date())))
      set('book_differences', findings.filter(found => found.check === check).length, { check })
    if (auditedAt) set('book_audit_age_seconds', (Date.now() - auditedAt.getTime()) / 1000)
    if (connections) set('database_connections', { ...connections() })
    return registry.metrics()
  }
}

const gaugeDefinitions = {
  mails: ['Mails that are not sent: waiting, or given up', ['state']],
  mail_oldest_waiting_seconds: ['Seconds that the oldest unsent mail has waited', []],
  payments: ['Payments that are not settled, and those with a problem', ['state']],
  refunds_waiting: ['Refunds that were not sent to the provider yet', []],
  refunds_for_a_person: ['Refunds that an admin has to handle: failed, or without a provider', ['state']],
  live_sessions: ['Live sessions', ['state']],
  jobs: ['Jobs by kind', ['job', 'state']],
  book_differences: ['Discrepancies that the last reconciliation found', ['check']],
  book_audit_age_seconds: ['Seconds since the last reconciliation', []],
  database_connections: ['Connections to the database, and requests that wait for one', ['state']],
} as const satisfies Record<string, [string, string[]]>

type GaugeName = keyof typeof gaugeDefinitions

function gauges(registry: Registry) {
  const made = recordOf(keysOf(gaugeDefinitions), kind => {
    const [help, labels] = gaugeDefinitions[kind]
    return new Gauge({ name: `gloed_${kind}`, help, labelNames: [...labels], registers: [registry] })
  })
  return (
    kind: GaugeName,
    value: number | Record<string, number>,
    labels: Record<string, string> = {},
  ): void => {
    if (typeof value === 'number') return made[kind].set(labels, value)
    for (const [state, count] of Object.entries(value)) made[kind].set({ ...labels, state }, count)
  }
}
