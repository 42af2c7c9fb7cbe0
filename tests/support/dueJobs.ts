import { sql } from 'drizzle-orm'
import { TestClock } from 'pg-boss'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/platform/db/db.ts'
import { defineJob, startJobs, type Jobs } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'

/** Handlers run in real time, also where a test's clock decides when. */
export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 25 })

interface Note {
  note: string
}
const work = defineJob<Note>('later')

interface Node {
  database: Database
  jobs: Jobs
}

/** Nodes whose jobs run by a clock that the test moves. */
export function openJobNodes() {
  const clock = new TestClock()
  const nodes: Node[] = []
  /** The notes of jobs that ran, in order. */
  const done: string[] = []
  return {
    clock,
    done,
    /** Starts a node whose handler fails for the first `failures` jobs, and lets it look for jobs once. */
    async start(open: () => Promise<Database>, failures = 0): Promise<Node> {
      const database = await open()
      const jobs = await startJobs(database, { log: createLog('silent'), schedule: false, clock })
      const node = { database, jobs }
      nodes.push(node)
      let left = failures
      await jobs.work(work, async ({ note }) => {
        left -= 1
        if (left >= 0) throw new Error('not yet')
        done.push(note)
      })
      await clock.tick(3000)
      return node
    },
    send: ({ database, jobs }: Node, note: string, afterSeconds: number) =>
      database.db.transaction(tx => jobs.send(tx, work, { note }, afterSeconds)),
    async stop(node: Node) {
      nodes.splice(nodes.indexOf(node), 1)
      await node.jobs.stop()
      await node.database.close()
    },
    async close() {
      while (nodes[0]) await this.stop(nodes[0])
    },
  }
}

const readStates = async ({ database }: Node) => {
  const all = sql`select state::text from pgboss.job where name = 'later'`
  const { rows } = (await database.db.execute(all)) as { rows: { state: string }[] }
  return rows.map(({ state }) => state)
}

/** The tests of one node, on any database. @param create makes one, and returns a function that opens it */
export const describeDueJobs = (name: string, create: () => Promise<() => Promise<Database>>) =>
  describe(`on ${name}`, () => {
    let open: () => Promise<Database>
    let nodes: ReturnType<typeof openJobNodes>
    beforeEach(async () => {
      open = await create()
      nodes = openJobNodes()
    })
    afterEach(() => nodes.close())

    it('a job for later runs at its time, not before', async () => {
      const node = await nodes.start(open)
      await nodes.send(node, 'in 7 s', 7)
      await nodes.send(node, 'in 40 s', 40)
      await nodes.clock.tick(6900)
      expect(nodes.done).toEqual([])
      await nodes.clock.tick(500)
      await until(() => expect(nodes.done).toEqual(['in 7 s']))
      await nodes.clock.tick(32_000)
      expect(nodes.done).toEqual(['in 7 s'])
      await nodes.clock.tick(1000)
      await until(() => expect(nodes.done).toEqual(['in 7 s', 'in 40 s']))
    })

    it('a retry runs at its time', async () => {
      const node = await nodes.start(open, 1)
      await nodes.send(node, 'again', 0)
      await until(async () => expect(await readStates(node)).toEqual(['retry']))
      await nodes.clock.tick(1900)
      expect(nodes.done).toEqual([])
      // Its pause is two to four seconds.
      await nodes.clock.tick(2400)
      await until(() => expect(nodes.done).toEqual(['again']))
    })

    it('a job that was changed by a statement runs when its node is told', async () => {
      const node = await nodes.start(open)
      await nodes.send(node, 'at last', 3600)
      await node.database.db.execute(
        sql`update pgboss.job set start_after = pgboss.job_now() where name = 'later'`,
      )
      node.jobs.wake()
      await nodes.clock.tick(0)
      await until(() => expect(nodes.done).toEqual(['at last']))
    })

    it('the work of a killed process is taken over', async () => {
      const node = await nodes.start(open)
      await nodes.send(node, 'halfway', 3600)
      await node.database.db.execute(sql`
        update pgboss.job set state = 'active', started_on = pgboss.job_now(),
          heartbeat_on = pgboss.job_now() - interval '1 minute' where name = 'later'`)
      await nodes.clock.tick(13_000)
      await until(async () => expect(await readStates(node)).toEqual(['retry']))
      await nodes.clock.tick(4500)
      await until(() => expect(nodes.done).toEqual(['halfway']))
    })
  })
