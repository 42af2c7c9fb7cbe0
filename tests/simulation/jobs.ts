import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { fromDrizzle, PgBoss } from 'pg-boss'
import { runAsOrigin, withOrigin } from '../../src/platform/jobs/jobOrigin.ts'
import { unwrapDatabaseError } from '../../src/platform/db/databaseErrors.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { running, type Life } from './virtualTime.ts'

/** A job runs for so long at most before another node takes it over. */
const EXPIRE_SECONDS = 15

/** pg-boss on the simulation's database: its statements are those of the node that calls it. */
export interface JobQueues {
  boss: PgBoss
}

export interface SimulatedJobs extends Jobs {
  /** Jobs that failed, by kind, with the last reason. */
  failures: Map<string, string>
  /** Makes a node run all that is due now. @returns how many ran */
  runDue(): Promise<number>
  runScheduled(): Promise<void>
}

/** The database of pg-boss, by the node that is running. */
const pools = new WeakMap<Life, pg.Pool>()

/** Opens pg-boss without its own timers: nodes fetch, complete and fail jobs by its statements. */
export async function openQueues(direct: pg.Pool): Promise<JobQueues> {
  const db = {
    executeSql: (text: string, values?: unknown[]) => {
      const life = running.getStore()?.life
      const pool = (life && pools.get(life)) ?? direct
      return pool.query({ text }, values ?? [])
    },
  }
  const boss = new PgBoss({ db, supervise: false, schedule: false, migrate: true, persistWarnings: false })
  boss.on('error', () => undefined)
  await boss.start()
  return { boss }
}

/** PostgreSQL's codes of integrity constraints. */
const CONSTRAINT = /^23/

/** As the product's own look for jobs that are due. */
const dueQueues = `select distinct name from pgboss.job where state < 'active' and start_after <= pgboss.job_now() order by name`

/** As the supervision of pg-boss. */
const takeOver = `update pgboss.job set state = 'retry', started_on = null, start_after = pgboss.job_now()
  where state = 'active' and started_on < pgboss.job_now() - $1 * interval '1 second'`

/** @param report hears of a job that broke a constraint: it fails each time */
export function openJobs(
  { boss }: JobQueues,
  life: Life,
  pool: pg.Pool,
  report: (what: string) => void,
): SimulatedJobs {
  pools.set(life, pool)
  const handlers = new Map<string, (data: object) => Promise<void>>()
  const scheduled = new Map<string, () => Promise<void>>()
  const failures = new Map<string, string>()

  const runOne = async (name: string, id: string, data: object) => {
    try {
      await runAsOrigin(name, data, async own => handlers.get(name)?.(own))
      await boss.complete(name, id)
    } catch (error) {
      failures.set(name, String(error))
      const { code = '', message } = unwrapDatabaseError(error)
      if (CONSTRAINT.test(code)) report(`job ${name} failed with ${code} ${message}`)
      await boss.fail(name, id, { message: String(error) })
    }
  }
  return {
    failures,
    async send(tx, { name }, data, afterSeconds = 0) {
      const db = fromDrizzle(tx as never, sql)
      await boss.send(name, withOrigin(data), { db, startAfter: afterSeconds })
    },
    async sendAll(tx, { name }, data) {
      const db = fromDrizzle(tx as never, sql)
      await boss.insert(
        name,
        data.map(each => ({ data: withOrigin(each) })),
        { db },
      )
    },
    async work(job, handler) {
      handlers.set(job.name, handler as never)
    },
    async every(_cron, job, handler) {
      scheduled.set(job.name, handler)
    },
    async everyMinute(job, _isDue, handler) {
      scheduled.set(job.name, handler)
    },
    wake: () => undefined,
    isHealthy: () => true,
    stop: () => Promise.resolve(),
    async runDue() {
      let count = 0
      const { rows } = await pool.query<{ name: string }>({ text: dueQueues }, [])
      for (const { name } of rows) {
        const jobs = await boss.fetch<object>(name, { batchSize: 5 })
        count += jobs.length
        await Promise.all(jobs.map(({ id, data }) => runOne(name, id, data)))
      }
      return count
    },
    async runScheduled() {
      // Takes jobs from nodes that have crashed.
      await pool.query({ text: takeOver }, [EXPIRE_SECONDS])
      for (const [name, run] of scheduled) await run().catch(error => failures.set(name, String(error)))
    },
  }
}

/** The queues, as a node's start makes them. */
export async function createQueues({ boss }: JobQueues, jobs: readonly string[]): Promise<void> {
  const options = {
    retryLimit: 1100,
    retryBackoff: true,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: EXPIRE_SECONDS,
  }
  for (const name of jobs) await boss.createQueue(name, options)
}
