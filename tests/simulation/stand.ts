import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { casing } from '../../src/platform/preparedStatements.ts'
import { openSimulationDatabase, setUpConnection } from './database.ts'
import type { Stand } from './episode.ts'
import { Gate } from './gate.ts'
import { createQueues, openQueues } from './jobs.ts'
import { VirtualTime } from './virtualTime.ts'

/** The queues of the jobs of the simulated services. */
const queueNames = ['mail', 'invoice', 'credit', 'refund', 'payments.look', 'minutes.charged-back']

/** What all episodes share: a PostgreSQL, and the clock of this process, which is virtual from now on. */
export async function openStand(): Promise<Stand & { close(): Promise<void> }> {
  const database = await openSimulationDatabase()
  const gate = new Gate(database.url, setUpConnection)
  const time = new VirtualTime()
  const queues = await openQueues(database.observer as unknown as pg.Pool)
  await createQueues(queues, queueNames)
  time.install()
  return {
    time,
    database,
    gate,
    queues,
    db: drizzle(database.observer, { casing }),
    async close() {
      await gate.close()
      await database.close()
    },
  }
}
