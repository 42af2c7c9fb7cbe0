import pg from 'pg'
import { openPostgres } from '../../src/platform/db/postgres/openPostgres.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { startJobs } from '../../src/platform/jobs/jobs.ts'
import { openPostgresServer, type PostgresServer } from '../support/postgres.ts'

/** Functions of PostgreSQL that depend on the clock or on chance, as the simulation's own, which each connection finds first. */
const ownFunctions = `
  create schema simulation;
  create sequence simulation.clock minvalue 0;
  create sequence simulation.values;
  create function simulation.now() returns timestamptz stable language sql
    as $$ select to_timestamp(last_value / 1000.0) from simulation.clock $$;
  create function simulation.statement_timestamp() returns timestamptz stable language sql
    as $$ select to_timestamp(last_value / 1000.0) from simulation.clock $$;
  create function simulation.clock_timestamp() returns timestamptz stable language sql
    as $$ select to_timestamp(last_value / 1000.0) from simulation.clock $$;
  create function simulation.random() returns float8 volatile language sql
    as $$ select (hashint8(nextval('simulation.values'))::bigint + 2147483648) / 4294967296.0 $$;
  create function simulation.gen_random_uuid() returns uuid volatile language sql
    as $$ select md5(nextval('simulation.values')::text)::uuid $$;
  create or replace function pgboss.job_now() returns timestamptz stable language sql
    as $$ select to_timestamp(last_value / 1000.0) from simulation.clock $$;
  do $$ declare field record; begin
    for field in
      select c.oid::regclass as place, a.attname as name, pg_get_expr(d.adbin, d.adrelid) as value
      from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
      where a.attgenerated = '' and pg_get_expr(d.adbin, d.adrelid) ~ '^(pg_catalog\\.)?(now|gen_random_uuid|clock_timestamp)\\(\\)$'
    loop
      execute format('alter table %s alter column %I set default simulation.%s', field.place, field.name, replace(field.value, 'pg_catalog.', ''));
    end loop;
  end $$;`

export const setUpConnection = `
  set search_path = simulation, pg_catalog, public;
  set deadlock_timeout = '1h';
  set synchronous_commit = off;
  set plan_cache_mode = auto`

export interface SimulationDatabase {
  url: string
  observer: pg.Client
  /** Empties all tables, and begins the ids again. */
  empty(): Promise<void>
  close(): Promise<void>
  /** Stops PostgreSQL without waiting for its work. */
  abandon(): Promise<void>
}

/** Episodes after which the tables are vacuumed. */
const VACUUM_AFTER = 20

export async function openSimulationDatabase(): Promise<SimulationDatabase> {
  const server = await openPostgresServer()
  try {
    return await prepare(server)
  } catch (error) {
    await server.close()
    throw error
  }
}

async function prepare(server: PostgresServer): Promise<SimulationDatabase> {
  const url = await server.create()
  const database = await openPostgres(url)
  await (await startJobs(database, { log: createLog('silent') })).stop()
  await database.close()
  const observer = new pg.Client({ connectionString: url })
  observer.on('error', () => undefined)
  await observer.connect()
  // It would take locks of its own.
  await observer.query('alter system set autovacuum = off')
  await observer.query('select pg_reload_conf()')
  await observer.query(ownFunctions)
  await observer.query(setUpConnection)
  const tables = await listTables(observer)
  let emptied = 0
  return {
    url,
    observer,
    async empty() {
      emptied += 1
      await observer.query(
        `begin; set local session_replication_role = replica; ${tables.map(table => `delete from ${table};`).join('')}
        select setval('simulation.values', 1); commit`,
      )
      if (emptied % VACUUM_AFTER === 0) await observer.query('vacuum analyze')
    },
    async close() {
      await observer.end()
      await server.close()
    },
    abandon: () => server.close(),
  }
}

/** All that is not part of the schema. */
async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' and tablename not in ('applied_migrations', '__drizzle_migrations')
      or schemaname = 'pgboss' and tablename in ('job', 'job_common')`)
  return rows.map(({ name }) => name)
}
