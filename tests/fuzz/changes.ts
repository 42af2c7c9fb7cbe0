import type { Logger } from 'drizzle-orm'
import pg from 'pg'
import { query } from '../support/postgres.ts'
import { workContext } from '../../src/platform/telemetry/workContext.ts'

/** A row that a committed transaction added, changed or removed. */
export interface Change {
  table: string
  kind: 'INSERT' | 'UPDATE' | 'DELETE'
  was: Record<string, unknown> | null
  became: Record<string, unknown> | null
}

/**
 * Has every table note its changes. The notes are rows too, so that a transaction that is rolled back leaves none. Jobs are noted when they
 * are sent: their later changes are their own work, also a retry, which pg-boss inserts anew.
 */
const notes = `
  create schema fuzz;
  create table fuzz.changes ("table" text, kind text, was jsonb, became jsonb);
  create function fuzz.note() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
      insert into fuzz.changes values (tg_table_name, tg_op,
        case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null;
    end $$;
  do $$ declare each record; begin
    for each in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('create trigger fuzz after insert or update or delete on public.%I for each row execute function fuzz.note()', each.relname);
    end loop;
  end $$;
  create trigger fuzz after insert on pgboss.job for each row when (new.state = 'created') execute function fuzz.note();`

export const noteChanges = async (databaseUrl: string): Promise<void> =>
  void (await query(databaseUrl, notes))

/** A connection that reads the notes. */
export async function openNotes(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  return {
    client,
    /** The changes since the last call. */
    async take(): Promise<Change[]> {
      const { rows } = await client.query<Change>('delete from fuzz.changes returning *')
      return rows
    },
  }
}

const written = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?(?:"?\w+"?\.)?"?(\w+)"?/gi

/**
 * The tables that each request wrote to, whether or not its transaction was committed: other writes at the same time are those of jobs,
 * toys and simulators.
 */
export function createWriteLog(): Logger & { take(requestId: string): Set<string> } {
  const tables = new Map<string, Set<string>>()
  return {
    logQuery(text) {
      const requestId = workContext.getStore()?.requestId
      if (requestId === undefined) return
      for (const [, table = ''] of text.matchAll(written)) {
        const known = tables.get(requestId) ?? new Set()
        tables.set(requestId, known.add(table))
      }
    },
    take(requestId) {
      const found = tables.get(requestId) ?? new Set()
      tables.clear()
      return found
    },
  }
}
