import type { Clock, PgBoss } from 'pg-boss'
import type { Log } from '../telemetry/log.ts'

/** How long a node sleeps at most: that late it finds a job that no node announced. In milliseconds. */
const MAX_SLEEP_MS = 15_000
/** Between two checks, while jobs are due that their workers have not taken yet. */
const BUSY_MS = 3000
/** Between any two checks. */
const MIN_SLEEP_MS = 250
/** How often jobs of killed nodes are looked for, which have no heartbeat any more. */
const ABANDONED_MS = 15_000
/** After some were found: another node may have taken over all that pg-boss allows at once (`monitorIntervalSeconds`). */
const STILL_ABANDONED_MS = 5000

/** Wakes the workers of jobs that are due. */
export interface DueJobs {
  /** Registers the worker of a queue. */
  watch(queue: string, workerId: string): void
  /** Something may be due in `ms` milliseconds, or earlier. */
  checkWithin(ms: number): void
  /** Resolves when the check that is running is done. */
  stop(): Promise<void>
}

/**
 * PostgreSQL's NOTIFY announces jobs that are due when they are sent, but not jobs for later and retries. A node sleeps until the next of
 * these that it sees, or that it sent or failed itself; one statement asks for all queues. Every fifteen seconds it also asks for jobs of a
 * node that was killed: pg-boss finds those too, but only once a minute, because that costs it eight statements each time.
 */
export function watchDueJobs(boss: PgBoss, { log, clock }: { log: Log; clock: Clock }): DueJobs {
  const workers = new Map<string, string>()
  let timer: unknown
  /** When the next check is due, by the clock. */
  let checkAt = Infinity
  let running: Promise<void> | null = null
  let isStopped = false
  /** The jobs of the process before, if that was killed, have their last heartbeat at most this long ago. */
  let abandonedAt = clock.now() + ABANDONED_MS
  const checkWithin = (ms: number) => {
    const at = clock.now() + ms
    if (isStopped || at >= checkAt) return
    checkAt = at
    clock.clearTimeout(timer)
    // A check that is running sets the timer when it is done.
    if (!running) timer = clock.setTimeout(() => void (running = check()), ms)
  }
  const check = async () => {
    checkAt = Infinity
    let sleepMs = BUSY_MS
    try {
      const isAbandonedDue = clock.now() >= abandonedAt
      if (isAbandonedDue) abandonedAt = clock.now() + ABANDONED_MS
      const found = await wakeDueWorkers(boss, workers, isAbandonedDue)
      sleepMs = Math.min(found.sleepMs, abandonedAt - clock.now())
      if (found.isAbandoned) {
        await boss.supervise()
        abandonedAt = clock.now() + STILL_ABANDONED_MS
        // They are retried soon; the next check says when.
        sleepMs = 0
      }
    } catch (error) {
      log.error({ err: error }, 'looking for jobs that are due')
    }
    running = null
    const earlierMs = checkAt - clock.now()
    checkAt = Infinity
    checkWithin(Math.max(Math.min(sleepMs, earlierMs), MIN_SLEEP_MS))
  }
  checkWithin(BUSY_MS)
  return {
    watch: (queue, workerId) => void workers.set(queue, workerId),
    checkWithin,
    async stop() {
      isStopped = true
      clock.clearTimeout(timer)
      await running
    },
  }
}

/** @returns in how many milliseconds to look again, and whether jobs have no heartbeat any more */
async function wakeDueWorkers(boss: PgBoss, workers: ReadonlyMap<string, string>, isAbandonedDue: boolean) {
  const isWaiting = `job.name = queue.name and job.state < 'active' and not job.blocked`
  const isAbandoned = `job.state = 'active'
    and job.heartbeat_on + job.heartbeat_seconds * interval '1 second' < pgboss.job_now()`
  const nextDue = `
    select name, case
      when exists (select from pgboss.job where ${isWaiting} and start_after <= pgboss.job_now()) then 0
      else (
        select extract(epoch from min(start_after) - pgboss.job_now()) * 1000 from pgboss.job
        where ${isWaiting} and start_after <= pgboss.job_now() + $2 * interval '1 millisecond'
      ) end::float8 as "dueInMs",
      $3 and exists (select from pgboss.job where ${isAbandoned}) as "isAbandoned"
    from unnest($1::text[]) as queue(name)`
  const values = [[...workers.keys()], MAX_SLEEP_MS, isAbandonedDue]
  const { rows } = await boss.getDb().executeSql(nextDue, values)
  const queues = rows as { name: string; dueInMs: number | null; isAbandoned: boolean }[]
  for (const { name, dueInMs } of queues) if (dueInMs === 0) boss.notifyWorker(workers.get(name) ?? '')
  const sleeps = queues.map(({ dueInMs }) => (dueInMs === 0 ? BUSY_MS : (dueInMs ?? Infinity)))
  return { sleepMs: Math.min(MAX_SLEEP_MS, ...sleeps), isAbandoned: queues.some(each => each.isAbandoned) }
}
