import { sql } from 'drizzle-orm'
import {
  fromDrizzle,
  fromPglite,
  PgBoss,
  systemClock,
  type Clock,
  type ConstructorOptions,
  type Job as Task,
  type JobResult,
} from 'pg-boss'
import type { Database, Tx } from '../db/db.ts'
import { watchDueJobs } from './dueJobs.ts'
import { createEveryMinuteJobs, type HasWork } from './everyMinuteJobs.ts'
import { runAsOrigin, withOrigin } from './jobOrigin.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { redactedReason } from '../telemetry/redact.ts'

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

/** So that a run is not lost with the node that ran it: a kill, or a stop that does not wait for its end, counts as a failure. */
const SCHEDULED_RETRY_LIMIT = 2

export const defineJob = <Data extends object>(name: string, retryLimit = RETRY_LIMIT): Job<Data> => ({
  name,
  retryLimit,
})

/** A job for `every`. The next run comes anyway, so that it is retried only twice. */
export const defineScheduledJob = (name: string): Job<object> => defineJob(name, SCHEDULED_RETRY_LIMIT)

/** Sends the jobs of `everyMinute` that have something to do. */
const minuteJob = defineScheduledJob('jobs.everyMinute')

export interface Jobs {
  /** Sends a job inside the caller's transaction: it exists only when the transaction commits. */
  send<Data extends object>(tx: Tx, job: Job<Data>, data: Data, afterSeconds?: number): Promise<void>
  /** Sends several jobs of a kind in one statement. @param afterSeconds the delay of each */
  sendAll<Data extends object>(
    tx: Tx,
    job: Job<Data>,
    data: Data[],
    afterSeconds?: (each: Data) => number,
  ): Promise<void>
  /** Registers the handler of a job; it may run more than once for the same job, on any node. */
  work<Data extends object>(job: Job<Data>, handler: (data: Data) => Promise<void>): Promise<void>
  /** Runs a job on a schedule, on one node: `cron` in Europe/Brussels. */
  every(cron: string, job: Job<object>, handler: () => Promise<void>): Promise<void>
  /** Runs a job on one node in each minute in which there is something to do: `hasWork` is asked for all such jobs in one statement. */
  everyMinute(job: Job<object>, hasWork: HasWork, handler: () => Promise<void>): Promise<void>
  /** Looks for jobs that are due: after a change of jobs that did not go through `send`. */
  wake(): void
  isHealthy(): boolean
  stop(): Promise<void>
}

/** Delays in seconds. */
const retryOptions = { retryBackoff: true, retryDelay: 2, retryDelayMax: 600 }
/** Seconds without a heartbeat after which a job is taken from a node that was killed. */
const HEARTBEAT_SECONDS = 15
/** Seconds after which each queue is read whatever the check for due jobs says. */
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
/** In milliseconds. A statement may take long, as when pg-boss brings its own tables up to date; one that gets no answer has an end all the same. */
const jobLimits = { connectionTimeoutMillis: 5000, query_timeout: 120_000 }

export interface JobOptions {
  log: Log
  metrics?: Metrics | undefined
  /** False: `every` runs nothing on this node. */
  schedule?: boolean
  /** A test's own. */
  clock?: Clock
}

/** The name of a running node's connections for its jobs, one of which listens for as long as the node lives. */
export const NODE_APPLICATION = 'gloed node'

/** Starts pg-boss on the shop's own database, so that jobs commit with the data. */
export async function startJobs(
  database: Database,
  { log, metrics, schedule = true, clock = systemClock }: JobOptions,
): Promise<Jobs> {
  const boss = new PgBoss({ ...bossOptions(database), schedule, clock, application_name: NODE_APPLICATION })
  let running = true
  boss.on('error', error => log.error({ err: error }, 'jobs'))
  boss.on('stopped', () => (running = false))
  await boss.start()
  const definitions = await readDefinitions(boss)
  const due = watchDueJobs(boss, { log, clock })
  const recheckFailed = () => due.checkWithin(1000 * retryOptions.retryDelay)
  const work: Jobs['work'] = async (job, handler) => {
    await definitions.openQueue(job)
    const run = handleBatch(job.name, handler, { log, metrics, recheckFailed })
    due.watch(job.name, await boss.work(job.name, workOptions, run))
  }
  const every: Jobs['every'] = async (cron, job, handler) => {
    await definitions.openQueue(job)
    await definitions.schedule(cron, job)
    await work(job, handler)
  }
  const minutely = createEveryMinuteJobs(database.db, name => boss.send(name, {}))
  await every('* * * * *', minuteJob, () => minutely.sendDue())
  return {
    async send(tx, { name }, data, afterSeconds = 0) {
      const db = fromDrizzle(tx as Parameters<typeof fromDrizzle>[0], sql)
      const id = await boss.send(name, withOrigin(data), { db, startAfter: afterSeconds })
      if (id === null) throw new Error(`job not sent: ${name}`)
      if (afterSeconds > 0) due.checkWithin(1000 * afterSeconds)
    },
    async sendAll(tx, { name }, data, afterSeconds = () => 0) {
      const db = fromDrizzle(tx as Parameters<typeof fromDrizzle>[0], sql)
      const delayed = data.map(each => ({ data: withOrigin(each), startAfter: afterSeconds(each) }))
      await boss.insert(name, delayed, { db })
      for (const { startAfter } of delayed) if (startAfter > 0) due.checkWithin(1000 * startAfter)
    },
    work,
    every,
    async everyMinute(job, hasWork, handler) {
      await work(job, handler)
      await definitions.unschedule(job)
      minutely.add(job.name, hasWork)
    },
    wake: () => due.checkWithin(0),
    isHealthy: () => running,
    async stop() {
      await due.stop()
      await boss.stop({ graceful: true, timeout: 5000 })
    },
  }
}

/** Makes the schema of the jobs, and empty queues of these names, for a restore to fill; a node that starts gives them their options. */
export async function createQueues(
  database: Pick<Database, 'source'>,
  names: readonly string[],
): Promise<void> {
  const boss = new PgBoss({ ...bossOptions(database), schedule: false, supervise: false })
  await boss.start()
  for (const name of names) await boss.createQueue(name)
  await boss.stop({ graceful: false })
}

/** The queues and schedules that are defined already, read once: a start writes only those that an update of the shop changed. */
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
    async schedule(cron: string, { name, retryLimit }: Job<object>): Promise<void> {
      const options = { tz: TIME_ZONE, retryLimit }
      const existing = schedules.get(name)
      if (existing?.cron === cron && existing.options && isSubset(options, existing.options)) return
      await boss.schedule(name, cron, null, options)
    },
    /** Before `everyMinute`, such jobs had a schedule each. */
    async unschedule({ name }: Job<object>): Promise<void> {
      if (schedules.has(name)) await boss.unschedule(name)
    },
  }
}

const isSubset = (part: object, whole: object): boolean =>
  Object.entries(part).every(([key, value]) => whole[key as keyof object] === value)

interface BatchOptions extends Pick<JobOptions, 'log' | 'metrics'> {
  /** A job of the batch failed, and is retried. */
  recheckFailed: () => void
}

/** Runs the jobs of a batch in parallel; each fails on its own, with a log line. */
const handleBatch =
  (name: string, handler: (data: never) => Promise<void>, { log, metrics, recheckFailed }: BatchOptions) =>
  async (tasks: Task<object>[]): Promise<JobResult[]> => {
    const results = await Promise.all(
      tasks.map(async ({ id, data }): Promise<JobResult> => {
        const start = performance.now()
        const record = (isDone: boolean) =>
          metrics?.recordJob(name, isDone, (performance.now() - start) / 1000)
        try {
          await runAsOrigin(name, data, async own => {
            try {
              await handler(own as never)
            } catch (error) {
              log.warn({ err: error, job: name, jobId: id }, 'job failed')
              throw error
            }
          })
          record(true)
          return { id, status: 'completed' }
        } catch (error) {
          record(false)
          return { id, status: 'failed', output: { message: redactedReason(error) } }
        }
      }),
    )
    // The pause before a retry begins when the whole batch is done.
    if (results.some(({ status }) => status === 'failed')) recheckFailed()
    return results
  }

function bossOptions(database: Pick<Database, 'source'>): ConstructorOptions {
  const intervals = {
    superviseIntervalSeconds: 60,
    // So soon after a pass there may be another one, for the jobs of a node that was killed (`dueJobs.ts`).
    monitorIntervalSeconds: 5,
    cronWorkerIntervalSeconds: 15,
    // No job of ours waits for another.
    flowIntervalSeconds: 3600,
  }
  const shared = { ...intervals, useListenNotify: true, persistWarnings: false }
  return database.source.kind === 'postgres'
    ? { ...shared, connectionString: database.source.url, max: 4, ...jobLimits }
    : {
        ...shared,
        db: fromPglite(database.source.pglite),
        backend: 'pglite',
      }
}
