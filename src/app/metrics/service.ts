import { setTimeout as pause } from 'node:timers/promises'
import { keysOf, recordOf } from '../../wire/records.ts'
import { sql } from 'drizzle-orm'
import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { reconciliationChecks } from '../../backoffice/reconciliation/checks.service.ts'
import { findLastReconciliation } from '../../backoffice/reconciliation/service.ts'
import { toyControlSessions } from '../../live/sessions/table.ts'
import { toys } from '../../live/toys/table.ts'
import { payments, refunds } from '../../money/payments/table.ts'
import { newestBackupAt } from '../../backoffice/backups/state.service.ts'
import { readCertificateEnd } from '../../platform/http/certificate.ts'
import type { Db } from '../../platform/db/db.ts'
import { readReadiness } from '../../platform/telemetry/health.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRow, queryRows } from '../../platform/db/sql.ts'
import { mails } from '../../platform/db/table.ts'

/** Read by one statement; counts, and ages in seconds. */
interface MetricsSnapshot {
  mailsWaiting: number
  mailsFailed: number
  oldestMail: number
  paymentsOpen: number
  oldestPayment: number
  paymentsOdd: number
  refundsWaiting: number
  refundsFailed: number
  refundsByHand: number
  countdowns: number
  sessions: number
  toysUnstopped: number
  archiveFailing: number
}

function readMetricsSnapshot(db: Db): Promise<MetricsSnapshot> {
  const age = sql`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`
  return queryRow(
    db,
    sql`
    with unsent as (select created_at, failed_at from ${mails} where sent_at is null),
    waiting as (select count(*)::int as count, ${age} as oldest from unsent where failed_at is null),
    unsettled as (
      select count(*)::int as count, ${age} as oldest from ${payments} where settled_at is null and problem is null and poll_at is not null
    ),
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
      unsettled.count as "paymentsOpen", unsettled.oldest as "oldestPayment",
      (select count(*)::int from ${payments} where problem is not null) as "paymentsOdd",
      back.waiting as "refundsWaiting", back.failed as "refundsFailed", back.by_hand as "refundsByHand",
      live.countdowns, live.sessions,
      (select count(*)::int from ${toys} where ${toys.unstoppedAt} is not null) as "toysUnstopped",
      (select count(*)::int from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')) as "archiveFailing"
    from waiting, unsettled, back, live`,
  )
}

interface JobQueueCounts {
  job: string
  waiting: number
  /** Of those that wait, the ones whose time has come. */
  ready: number
  active: number
  failed: number
}

/** Counted by pg-boss, once a minute. */
const readJobQueueCounts = (db: Db): Promise<JobQueueCounts[]> =>
  queryRows(
    db,
    sql`
    select name as job, queued_count as waiting, ready_count as ready, active_count as active, failed_count as failed
    from pgboss.queue where name not like '\\_\\_pgboss%'`,
  )

/**
 * Adds gauges to the node's own metrics. The returned function sets them: it queries the database, which happens only when the metrics are
 * read.
 */
export function createMetricsCollector(platform: Platform, registry: Registry): () => Promise<void> {
  const gauges = createGauges(registry)
  const certificate = createCertificateReader(platform)
  let isFirst = true
  return async () => {
    // The process metrics (memory, event loop, garbage collection) have a cost once they are on.
    if (isFirst) collectDefaultMetrics({ register: registry })
    isFirst = false
    setBus(platform, gauges)
    await Promise.all([
      setReady(platform, gauges),
      setReplica(platform, gauges),
      setMachine(platform, gauges),
      certificate(gauges),
      setBusiness(platform, gauges),
    ])
  }
}

/** Shorter than Prometheus waits for all metrics, in milliseconds: it would otherwise think that the node is gone. */
const ANSWER_MS = 3000

const withinLimit = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    pause(ANSWER_MS, null, { ref: false }).then(() => Promise.reject(new Error('no answer in time'))),
  ])

async function setReady(platform: Platform, { set }: Gauges): Promise<void> {
  const { isReady } = await readReadiness(platform)
  set('ready', Number(isReady))
}

/** The figures of the database. Without it these metrics are absent rather than old. */
async function setBusiness({ db, connections, log }: Platform, gauges: Gauges): Promise<void> {
  const { set, clear } = gauges
  try {
    const [now, queues, { auditedAt, findings }] = await withinLimit(
      Promise.all([readMetricsSnapshot(db), readJobQueueCounts(db), findLastReconciliation(db)]),
    )
    clear()
    set('mails', { waiting: now.mailsWaiting, failed: now.mailsFailed })
    set('mail_oldest_waiting_seconds', now.oldestMail)
    set('payments', { open: now.paymentsOpen, odd: now.paymentsOdd })
    set('payment_oldest_open_seconds', now.oldestPayment)
    set('refunds_waiting', now.refundsWaiting)
    set('refunds_for_a_person', { failed: now.refundsFailed, by_hand: now.refundsByHand })
    set('toys_unstopped', now.toysUnstopped)
    set('archive_failing', now.archiveFailing)
    set('live_sessions', { countdown: now.countdowns, active: now.sessions })
    for (const { job, ...states } of queues) set('jobs', states, { job })
    for (const check of Object.keys(reconciliationChecks(new Date())))
      set('book_differences', findings.filter(found => found.check === check).length, { check })
    if (auditedAt) set('book_audit_age_seconds', (Date.now() - auditedAt.getTime()) / 1000)
  } catch (error) {
    clear()
    log.warn({ err: error }, 'no metrics of the database')
  }
  if (connections) set('database_connections', { ...connections() })
}

/** Absent for a node that has no others. */
function setBus({ bus }: Platform, { set }: Gauges): void {
  if (bus.isShared) set('bus_connected', Number(bus.isConnected()))
}

/** Absent without a replica. */
async function setReplica({ isReplicaUsed }: Platform, { set }: Gauges): Promise<void> {
  if (isReplicaUsed) set('replica_used', Number(await isReplicaUsed()))
}

async function setMachine({ config }: Platform, { set }: Gauges): Promise<void> {
  const { bsize, bavail, blocks } = await statfs(config.dataDir)
  set('disk_free_bytes', bsize * bavail)
  set('disk_size_bytes', bsize * blocks)
  if (config.backupDir !== undefined)
    set(
      'backup_newest_timestamp_seconds',
      ((await newestBackupAt(config.backupDir, new Date()))?.getTime() ?? 0) / 1000,
    )
}

/** Milliseconds. */
const CERTIFICATE_INTERVAL_MS = 3_600_000

/** Asks for the certificate now and then, because it changes every few weeks. */
function createCertificateReader({ origin }: Platform) {
  let readAt = -Infinity
  return async ({ set }: Gauges): Promise<void> => {
    if (performance.now() - readAt < CERTIFICATE_INTERVAL_MS) return
    const end = await readCertificateEnd(origin())
    if (end === null) return
    readAt = performance.now()
    set('certificate_end_timestamp_seconds', end.getTime() / 1000)
  }
}

const gaugeDefinitions = {
  mails: ['Mails that are not sent: waiting, or given up', ['state']],
  mail_oldest_waiting_seconds: ['Seconds that the oldest unsent mail has waited', []],
  payments: ['Payments that are not settled, and those with a problem', ['state']],
  refunds_waiting: ['Refunds that were not sent to the provider yet', []],
  refunds_for_a_person: ['Refunds that an admin has to handle: failed, or without a provider', ['state']],
  live_sessions: ['Live sessions', ['state']],
  toys_unstopped: ['Toys that may run and take no stop', []],
  jobs: ['Jobs by kind', ['job', 'state']],
  book_differences: ['Discrepancies that the last reconciliation found', ['check']],
  book_audit_age_seconds: ['Seconds since the last reconciliation', []],
  payment_oldest_open_seconds: ['Seconds that the oldest payment without a result has been open', []],
  ready: ['1 while this node can serve requests, as /readyz says', []],
  bus_connected: ['1 while this node hears and reaches the others through Redis; absent without Redis', []],
  replica_used: ['1 while reports are read at the replica; absent without one', []],
  archive_failing: ['1 while PostgreSQL can not archive its log; 0 where it archives none', []],
  disk_free_bytes: ['Bytes that are free where the data folder is', []],
  disk_size_bytes: ['Bytes of the disk of the data folder', []],
  backup_newest_timestamp_seconds: [
    'When the newest backup was written; 0 without any, absent without BACKUP_DIR',
    [],
  ],
  certificate_end_timestamp_seconds: ['When the certificate at PUBLIC_URL ends', []],
  database_connections: ['Connections to the database, and requests that wait for one', ['state']],
} as const satisfies Record<string, [string, string[]]>

type GaugeName = keyof typeof gaugeDefinitions

/** The gauges of this node alone, which are known without a database. */
const ownGauges: ReadonlySet<GaugeName> = new Set([
  'ready',
  'bus_connected',
  'replica_used',
  'disk_free_bytes',
  'disk_size_bytes',
  'backup_newest_timestamp_seconds',
  'certificate_end_timestamp_seconds',
])

type Gauges = ReturnType<typeof createGauges>

function createGauges(registry: Registry) {
  const made = recordOf(keysOf(gaugeDefinitions), kind => {
    const [help, labels] = gaugeDefinitions[kind]
    return new Gauge({ name: `gloed_${kind}`, help, labelNames: [...labels], registers: [registry] })
  })
  const clear = (kinds: readonly GaugeName[]) => {
    // Without labels, `reset` would set it to zero.
    for (const kind of kinds)
      if (gaugeDefinitions[kind][1].length === 0) made[kind].remove()
      else made[kind].reset()
  }
  // Zero would be a count, and nobody has counted yet.
  clear(keysOf(gaugeDefinitions))
  const set = (
    kind: GaugeName,
    value: number | Record<string, number>,
    labels: Record<string, string> = {},
  ): void => {
    if (typeof value === 'number') return made[kind].set(labels, value)
    for (const [state, count] of Object.entries(value)) made[kind].set({ ...labels, state }, count)
  }
  /** Forgets the numbers of the database. */
  return { set, clear: () => clear(keysOf(gaugeDefinitions).filter(kind => !ownGauges.has(kind))) }
}
