import type { Clock, PgBoss } from 'pg-boss'
import type { Log } from './log.ts'

/** How long a node sleeps at most: that late it finds what no node announced. In milliseconds. */
const MAX_SLEEP_MS = 15_000
/** Between two checks, while jobs are due that their workers have not taken yet. */
const BUSY_MS = 3000
/** Between any two checks. */
const MIN_SLEEP_MS = 250

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
 * these that it sees, or that it sent or failed itself; one statement asks for all queues.
 */
export function watchDueJobs(boss: PgBoss, { log, clock }: { log: Log; clock: Clock }): DueJobs {
  const workers = new Map<string, string>()
  let timer: unknown
  /** When the next check is due, by the clock. */
  let checkAt = Infinity
  let running: Promise<void> | null = null
  let isStopped = false
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
      sleepMs = await wakeDueWorkers(boss, workers)
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

/** @returns in how many milliseconds to look again */
async function wakeDueWorkers(boss: PgBoss, workers: ReadonlyMap<string, string>): Promise<number> {
  const isWaiting = `job.name = queue.name and job.state < 'active' and not job.blocked`
  const nextDue = `
    select name, case
      when exists (select from pgboss.job where ${isWaiting} and start_after <= pgboss.job_now()) then 0
      else (
        select extract(epoch from min(start_after) - pgboss.job_now()) * 1000 from pgboss.job
        where ${isWaiting} and start_after <= pgboss.job_now() + $2 * interval '1 millisecond'
      ) end::float8 as "dueInMs"
    from unnest($1::text[]) as queue(name)`
  const { rows } = await boss.getDb().executeSql(nextDue, [[...workers.keys()], MAX_SLEEP_MS])
  const queues = rows as { name: string; dueInMs: number | null }[]
  for (const { name, dueInMs } of queues) if (dueInMs === 0) boss.notifyWorker(workers.get(name) ?? '')
  return Math.min(
    MAX_SLEEP_MS,
    ...queues.map(({ dueInMs }) => (dueInMs === 0 ? BUSY_MS : (dueInMs ?? Infinity))),
  )
}
