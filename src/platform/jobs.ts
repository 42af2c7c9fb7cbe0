import { sql } from 'drizzle-orm'
import {
  fromDrizzle,
  fromPglite,
  PgBoss,
  type ConstructorOptions,
  type Job as Task,
  type JobResult,
} from 'pg-boss'
import type { Database, Tx } from './db.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { redactedReason } from './redact.ts'

/** A kind of background job; its handler gets `Data`. */
export interface Job<Data extends object> {
  name: string
  /** How often it is retried, with growing pauses. */
  retryLimit: number
  /** Phantom: carries the type. */
  data?: Data
}

/** Seven and a half days, with pauses of up to ten minutes; a mail is given up after seven. */
const RETRY_LIMIT = 1100

export const defineJob = <Data extends object>(name: string, retryLimit = RETRY_LIMIT): Job<Data> => ({
  name,
  retryLimit,
})

export interface Jobs {
  /** Sends a job inside the caller's transaction: it exists only when the transaction commits. */
  send<Data extends object>(tx: Tx, job: Job<Data>, data: Data, afterSeconds?: number): Promise<void>
  /** Sends several jobs of a kind in one statement. */
  sendAll<Data extends object>(tx: Tx, job: Job<Data>, data: Data[]): Promise<void>
  /** Registers the handler of a job; it may run more than once for the same job, on any node. */
  work<Data extends object>(job: Job<Data>, handler: (data: Data) => Promise<void>): Promise<void>
  /** Runs a job on a schedule, on one node: `cron` in Europe/Brussels. */
  every(cron: string, job: Job<object>, handler: () => Promise<void>): Promise<void>
  isHealthy(): boolean
  stop(): Promise<void>
}

/** Delays in seconds. */
const retryOptions = { retryBackoff: true, retryDelay: 2, retryDelayMax: 600 }
/** Seconds without a heartbeat after which a job is taken from a node that was killed. */
const HEARTBEAT_SECONDS = 15
/** Polling in seconds; PostgreSQL's NOTIFY also announces new jobs at once. */
const pollingOptions = {
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
  perJobResults: true,
} as const
/** The clock's jobs are due at most once a minute and are not retried, so they may be looked for less often. */
const cronPollingOptions = {
  ...pollingOptions,
  pollingIntervalSeconds: 10,
  notifyPollingIntervalSeconds: 10,
} as const
/** How many jobs of a kind a node runs at once; while a full batch is waiting, the next one follows without a pause. */
const batchOptions = { batchSize: 5, burstWhenBatchFull: true }

export interface JobOptions {
  log: Log
  metrics?: Metrics | undefined
  /** False: `every` runs nothing on this node. */
  schedule?: boolean
}

/** Starts pg-boss on the shop's own database, so that jobs commit with the data. */
export async function startJobs(
  database: Database,
  { log, metrics, schedule = true }: JobOptions,
): Promise<Jobs> {
  const boss = new PgBoss({ ...bossOptions(database), schedule })
  let running = true
  boss.on('error', error => log.error({ err: error }, 'jobs'))
  boss.on('stopped', () => (running = false))
  await boss.start()
  return {
    async send(tx, { name }, data, afterSeconds = 0) {
      const db = fromDrizzle(tx as Parameters<typeof fromDrizzle>[0], sql)
      const id = await boss.send(name, data, { db, startAfter: afterSeconds })
      if (id === null) throw new Error(`job not sent: ${name}`)
    },
    async sendAll(tx, { name }, data) {
      const db = fromDrizzle(tx as Parameters<typeof fromDrizzle>[0], sql)
      await boss.insert(
        name,
        data.map(each => ({ data: each })),
        { db },
      )
    },
    async work(work, handler) {
      await openQueue(boss, work)
      await boss.work(
        work.name,
        { ...pollingOptions, ...batchOptions },
        handleBatch(work.name, handler, log, metrics),
      )
    },
    async every(cron, work, handler) {
      await openQueue(boss, work)
      await boss.schedule(work.name, cron, null, { tz: 'Europe/Brussels', retryLimit: 0 })
      await boss.work(work.name, cronPollingOptions, handleBatch(work.name, handler, log, metrics))
    },
    isHealthy: () => running,
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

async function openQueue(boss: PgBoss, { name, retryLimit }: Job<object>): Promise<void> {
  const options = { ...retryOptions, retryLimit, heartbeatSeconds: HEARTBEAT_SECONDS, notify: true }
  await boss.createQueue(name, options)
  // Creating does not change the options of an existing queue.
  await boss.updateQueue(name, options)
}

/** Runs the jobs of a batch in parallel; each fails on its own, with a log line. */
const handleBatch =
  (name: string, handler: (data: never) => Promise<void>, log: Log, metrics?: Metrics) =>
  (tasks: Task<object>[]): Promise<JobResult[]> =>
    Promise.all(
      tasks.map(async ({ id, data }) => {
        const start = performance.now()
        const record = (isDone: boolean) =>
          metrics?.recordJob(name, isDone, (performance.now() - start) / 1000)
        try {
          await handler(data as never)
          record(true)
          return { id, status: 'completed' }
        } catch (error) {
          record(false)
          log.warn({ err: error, job: name, jobId: id }, 'job failed')
          return { id, status: 'failed', output: { message: redactedReason(error) } }
        }
      }),
    )

function bossOptions(database: Database): ConstructorOptions {
  const intervals = { superviseIntervalSeconds: HEARTBEAT_SECONDS, monitorIntervalSeconds: HEARTBEAT_SECONDS }
  const shared = { ...intervals, useListenNotify: true, persistWarnings: false }
  return database.source.kind === 'postgres'
    ? { ...shared, connectionString: database.source.url, max: 4 }
    : { ...shared, db: fromPglite(database.source.pglite), backend: 'pglite' }
}
