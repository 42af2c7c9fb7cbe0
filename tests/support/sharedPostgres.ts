import { threadId } from 'node:worker_threads'
import { openPostgres } from '../../src/platform/db/postgres/openPostgres.ts'
import { startJobs } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { openPostgresServer, query, type PostgresServer } from './postgres.ts'

/** The address of the server, and the name of a migrated database that others are copied from. */
const [ADDRESS, TEMPLATE] = ['GLOED_TEST_POSTGRES', 'GLOED_TEST_POSTGRES_TEMPLATE']

/** Vitest's global set-up: one PostgreSQL for all tests that don't kill it. Starting and migrating one takes seconds. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await openPostgresServer()
  const url = await server.create()
  const database = await openPostgres(url)
  await (await startJobs(database, { log: createLog('silent') })).stop()
  await database.close()
  process.env[ADDRESS] = url
  process.env[TEMPLATE] = new URL(url).pathname.slice(1)
  return () => server.close()
}

export interface SharedPostgres extends Pick<PostgresServer, 'create' | 'close'> {
  /** A database in which PostgreSQL plans joins as it does for large tables: rows are found one by one, by an index. */
  createPlanningForLarge(): Promise<string>
  /** A database without any table, as an owner creates it. */
  createEmpty(): Promise<string>
  /** A copy of one of them, to which nobody may be connected meanwhile. @param url its address */
  copy(url: string): Promise<string>
}

let databases = 0

/** Databases of a test file's own, with an empty, migrated schema, on the PostgreSQL that all files share. */
export function openSharedPostgres(): SharedPostgres {
  const [address, template] = [process.env[ADDRESS], process.env[TEMPLATE]]
  if (!address || !template) throw new Error(`${ADDRESS} is not set: run the tests with vitest.config.ts`)
  const maintenance = new URL(address)
  maintenance.pathname = '/postgres'
  const created: string[] = []
  const create = async (from: string) => {
    databases += 1
    const name = `gloed_${process.pid}_${threadId}_${databases}`
    await query(maintenance.href, `create database ${name} template ${from}`)
    created.push(name)
    const url = new URL(address)
    url.pathname = `/${name}`
    return url.href
  }
  return {
    create: () => create(template),
    async createPlanningForLarge() {
      const url = await create(template)
      const name = new URL(url).pathname.slice(1)
      for (const setting of ['enable_hashjoin', 'enable_mergejoin'])
        await query(maintenance.href, `alter database ${name} set ${setting} = off`)
      return url
    },
    createEmpty: () => create('template0'),
    copy: url => create(new URL(url).pathname.slice(1)),
    async close() {
      for (const name of created) await query(maintenance.href, `drop database ${name} with (force)`)
    },
  }
}
