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
/** How often a node asks which queues have jobs that are due, in one statement; PostgreSQL's NOTIFY also announces new jobs at once. */
const DUE_CHECK_MS = 3000
/** Seconds after which each queue is read whatever the check says. */
const POLLING_SECONDS = 300
/** How many jobs of a kind a node runs at once; while a full batch is waiting, the next one follows without a pause. */
const workOptions = {
  pollingIntervalSeconds: POLLING_SECONDS,
  notifyPollingIntervalSeconds: POLLING_SECONDS,
  perJobResults: true,
  batchSize: 5,
  burstWhenBatchFull: true,
} as const
const TIME_ZONE = 'Europe/Brussels'

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
  const definitions = await readDefinitions(boss)
  /** The worker of each queue. */
  const workers = new Map<string, string>()
  const work: Jobs['work'] = async (job, handler) => {
    await definitions.openQueue(job)
    workers.set(
      job.name,
      await boss.work(job.name, workOptions, handleBatch(job.name, handler, log, metrics)),
    )
  }
  let check: Promise<void> | null = null
  const dueChecks = setInterval(() => {
    check ??= wakeDueWorkers(boss, workers)
      .catch((error: unknown) => log.error({ err: error }, 'looking for jobs that are due'))
      .finally(() => (check = null))
  }, DUE_CHECK_MS)
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
    work,
    async every(cron, job, handler) {
      await definitions.openQueue(job)
      await definitions.schedule(cron, job)
      await work(job, handler)
    },
    isHealthy: () => running,
    async stop() {
      clearInterval(dueChecks)
      await check
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

/** What is defined already, read once: a start writes only what an update of the shop changed. */
async function readDefinitions(boss: PgBoss) {
  const queues = new Map<string, object>((await boss.getQueues()).map(queue => [queue.name, queue]))
  const schedules = new Map((await boss.getSchedules()).map(schedule => [schedule.name, schedule]))
  return {
    async openQueue({ name, retryLimit }: Job<object>): Promise<void> {
      const options = { ...retryOptions, retryLimit, heartbeatSeconds: HEARTBEAT_SECONDS, notify: true }
      const existing = queues.get(name)
      if (existing && isSubset(options, existing)) return
      // Creating does not change the options of an existing queue.
      await (existing ? boss.updateQueue(name, options) : boss.createQueue(name, options))
      queues.set(name, options)
    },
    async schedule(cron: string, { name }: Job<object>): Promise<void> {
      const options = { tz: TIME_ZONE, retryLimit: 0 }
      const existing = schedules.get(name)
      if (existing?.cron === cron && existing.options && isSubset(options, existing.options)) return
      await boss.schedule(name, cron, null, options)
    },
  }
}

const isSubset = (part: object, whole: object): boolean =>
  Object.entries(part).every(([key, value]) => whole[key as keyof object] === value)

/** Jobs for later and retries are announced by nobody. */
async function wakeDueWorkers(boss: PgBoss, workers: ReadonlyMap<string, string>): Promise<void> {
  const due = `
    select queue.name from unnest($1::text[]) as queue(name)
    where exists (
      select from pgboss.job
      where job.name = queue.name and job.state < 'active' and not job.blocked and job.start_after <= now()
    )`
  const { rows } = await boss.getDb().executeSql(due, [[...workers.keys()]])
  for (const { name } of rows as { name: string }[]) boss.notifyWorker(workers.get(name) ?? '')
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
  const intervals = {
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
    cronWorkerIntervalSeconds: 15,
    // No job of ours waits for another.
    flowIntervalSeconds: 3600,
  }
  const shared = { ...intervals, useListenNotify: true, persistWarnings: false }
  return database.source.kind === 'postgres'
    ? { ...shared, connectionString: database.source.url, max: 4 }
    : { ...shared, db: fromPglite(database.source.pglite), backend: 'pglite' }
}
