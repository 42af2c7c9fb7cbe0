import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { queryRows } from '../db/sql.ts'

/** Whether a job has something to do; cheap to ask, and true whenever the job would find something. */
export type HasWork = () => SQL

/**
 * Jobs that are looked at every minute, of which mostly none has anything to do: one statement asks for all of them, where a run of each
 * takes seven.
 */
export function createEveryMinuteJobs(db: Db, send: (name: string) => Promise<unknown>) {
  const all = new Map<string, HasWork>()
  return {
    add: (name: string, hasWork: HasWork) => void all.set(name, hasWork),
    /** Sends those that have something to do. */
    async sendDue(): Promise<void> {
      if (all.size === 0) return
      const checks = [...all].map(([name, hasWork]) => sql`(${name}::text, ${hasWork()})`)
      const due = await queryRows<{ name: string }>(
        db,
        sql`select name from (values ${sql.join(checks, sql`, `)}) as job(name, is_due) where is_due`,
      )
      for (const { name } of due) await send(name)
    },
  }
}
