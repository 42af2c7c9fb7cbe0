import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { casing, type Db } from '../../src/platform/db/db.ts'
import { openSimulationDatabase, setUpConnection, type SimulationDatabase } from './database.ts'
import { Gate } from './gate.ts'
import { installHttpClient, type Network } from './httpClient.ts'
import { createQueues, openQueues, type JobQueues } from './jobs.ts'
import { VirtualTime } from './virtualTime.ts'

/** The resources that all episodes of a process share. */
export interface Stand {
  time: VirtualTime
  database: SimulationDatabase
  gate: Gate
  queues: JobQueues
  /** Of the episode that is played. */
  network: Network
  /** Past the gate. */
  db: Db
}

export interface OpenStand extends Stand {
  close(): Promise<void>
  /** Stops PostgreSQL, whatever still waits for it. */
  abandon(): Promise<void>
}

/** The queues of the jobs of the simulated services. */
const queueNames = [
  'mail',
  'invoice',
  'credit',
  'refund',
  'payments.refresh',
  'payments.postback',
  'minutes.chargedBack',
  'labels.make',
  'labels.cancel',
]

/** The resources that all episodes share: a PostgreSQL, and the clock of this process, which is virtual from now on. */
export async function openStand(): Promise<OpenStand> {
  const database = await openSimulationDatabase()
  const gate = new Gate(database.url, setUpConnection)
  const time = new VirtualTime()
  const queues = await openQueues(database.observer as unknown as pg.Pool)
  await createQueues(queues, queueNames)
  const network: Network = { request: () => undefined }
  await installHttpClient(network)
  time.install()
  return {
    time,
    database,
    gate,
    queues,
    network,
    db: drizzle(database.observer, { casing }),
    async close() {
      await gate.close()
      await database.close()
    },
    abandon: () => database.abandon(),
  }
}
