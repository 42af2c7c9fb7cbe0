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

/** A kind of work that is done later; `Data` is what its handler gets. */
export interface Job<Data extends object> {
  name: string
  /** How often it is tried again, with growing pauses. */
  retryLimit: number
  /** Phantom: carries the type. */
  data?: Data
}

/** With pauses that grow to ten minutes, these are seven and a half days: a mail gives itself up after seven. */
const RETRY_LIMIT = 1100

export const defineJob = <Data extends object>(name: string, retryLimit = RETRY_LIMIT): Job<Data> => ({
  name,
  retryLimit,
})

export interface Jobs {
  /** Sends a job inside the caller's transaction: it exists if, and only if, the fact that it follows from does. */
  send<Data extends object>(tx: Tx, job: Job<Data>, data: Data, afterSeconds?: number): Promise<void>
  /** Sends several jobs of a kind in one statement; as `send` does one. */
  sendAll<Data extends object>(tx: Tx, job: Job<Data>, data: Data[]): Promise<void>
  /** Names who does the work; a handler may run more than once for the same job, on any node. */
  work<Data extends object>(job: Job<Data>, handler: (data: Data) => Promise<void>): Promise<void>
  /** Runs a job by the clock: `cron` in Europe/Brussels. One node does it. */
  every(cron: string, job: Job<object>, handler: () => Promise<void>): Promise<void>
  isHealthy(): boolean
  stop(): Promise<void>
}

/** Seconds between tries. */
const retryOptions = { retryBackoff: true, retryDelay: 2, retryDelayMax: 600 }
/** Seconds without a sign of life after which a job is taken from a node that was killed in the middle of it. */
const HEARTBEAT_SECONDS = 15
/** Seconds between looks at a queue; PostgreSQL also tells of new work at once. */
const pollingOptions = {
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
  perJobResults: true,
} as const
/** How many jobs of a kind a node does at once; as long as that many are waiting, it goes on without a pause. */
const batchOptions = { batchSize: 5, burstWhenBatchFull: true }

export interface JobOptions {
  log: Log
  metrics?: Metrics | undefined
  /** False for a node on which no jobs run by the clock. */
  schedule?: boolean
}

/** Starts pg-boss on the same database, so that jobs are as durable as the facts. */
export async function startJobs(
  database: Database,
  { log, metrics: measures, schedule = true }: JobOptions,
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
        handleBatch(work.name, handler, log, measures),
      )
    },
    async every(cron, work, handler) {
      await openQueue(boss, work)
      await boss.schedule(work.name, cron, null, { tz: 'Europe/Brussels', retryLimit: 0 })
      await boss.work(work.name, pollingOptions, handleBatch(work.name, handler, log, measures))
    },
    isHealthy: () => running,
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  }
}

async function openQueue(boss: PgBoss, { name, retryLimit }: Job<object>): Promise<void> {
  const options = { ...retryOptions, retryLimit, heartbeatSeconds: HEARTBEAT_SECONDS, notify: true }
  await boss.createQueue(name, options)
  // A queue that an earlier version made keeps what it was made with.
  await boss.updateQueue(name, options)
}

/** Does the jobs of a batch side by side; one that fails is logged, and fails alone. */
const handleBatch =
  (name: string, handler: (data: never) => Promise<void>, log: Log, measures?: Metrics) =>
  (tasks: Task<object>[]): Promise<JobResult[]> =>
    Promise.all(
      tasks.map(async ({ id, data }) => {
        const begun = performance.now()
        const measured = (isDone: boolean) =>
          measures?.recordJob(name, isDone, (performance.now() - begun) / 1000)
        try {
          await handler(data as never)
          measured(true)
          return { id, status: 'completed' }
        } catch (error) {
          measured(false)
          log.warn({ err: error, job: name, jobId: id }, 'job failed')
          return { id, status: 'failed', output: { message: redactedReason(error) } }
        }
      }),
    )

function bossOptions(database: Database): ConstructorOptions {
  const looks = { superviseIntervalSeconds: HEARTBEAT_SECONDS, monitorIntervalSeconds: HEARTBEAT_SECONDS }
  const shared = { ...looks, useListenNotify: true, persistWarnings: false }
  return database.source.kind === 'postgres'
    ? { ...shared, connectionString: database.source.url, max: 4 }
    : { ...shared, db: fromPglite(database.source.pglite), backend: 'pglite' }
}
