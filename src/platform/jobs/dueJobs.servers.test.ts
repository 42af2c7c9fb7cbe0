import { afterAll, describe, expect, it } from 'vitest'
import { describeDueJobs, openJobNodes, until } from '../../../tests/support/dueJobs.ts'
import { query } from '../../../tests/support/postgres.ts'
import { openSharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import type { Database } from '../db/db.ts'
import { openPostgres } from '../db/postgres/openPostgres.ts'

const postgres = openSharedPostgres()
afterAll(() => postgres.close())

/** @returns opens one more node's connections to it */
async function createPostgres(): Promise<() => Promise<Database>> {
  const url = await postgres.create()
  // The statements of the shop's own connections have the test's time too.
  await query(url, `alter database ${new URL(url).pathname.slice(1)} set pgboss.test_clock = 'on'`)
  return () => openPostgres(url)
}

describeDueJobs('PostgreSQL', createPostgres)

describe('of two nodes', () => {
  it('one runs a job that the other sent and did not live to run, and none runs twice', async () => {
    const open = await createPostgres()
    const nodes = openJobNodes()
    const [first] = [await nodes.start(open), await nodes.start(open)]
    const notes = Array.from({ length: 12 }, (_, at) => `after ${at + 1} s`)
    for (const [at, note] of notes.entries()) await nodes.send(first, note, at + 1)
    await nodes.clock.tick(4000)
    await until(() => expect(nodes.done).toHaveLength(4))
    await nodes.stop(first)
    await nodes.clock.tick(24_000)
    await until(() => expect(nodes.done.toSorted()).toEqual(notes.toSorted()))
    await nodes.close()
  })
})
