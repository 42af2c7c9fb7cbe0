import type { CopiedTable, CopySession } from '../../platform/db/tableCopy.ts'
import type { SequenceState } from './rules.ts'

/** Queued jobs are facts, such as a mail that is still to be sent; the rest of pg-boss's schema it makes itself. */
const isCopied = `(
  (n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition)
  or (n.nspname = 'pgboss' and c.relname = 'job'))`

/** All tables with their stored columns, not the generated ones, by name. */
export const listTables = (session: CopySession): Promise<CopiedTable[]> =>
  session.query<CopiedTable>(`
    select format('%I.%I', n.nspname, c.relname) as table,
      array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where ${isCopied}
    group by 1 order by 1`)

/** The state of each sequence; `value` is text, because it may exceed a JavaScript number. */
export async function listSequences(session: CopySession): Promise<SequenceState[]> {
  const names = await session.query<{ name: string }>(`
    select format('%I.%I', schemaname, sequencename) as name
    from pg_sequences where schemaname = 'public' order by 1`)
  const states: SequenceState[] = []
  for (const { name } of names)
    states.push(
      ...(await session.query<SequenceState>(
        `select '${name}' as name, last_value::text as value, is_called as "isCalled" from ${name}`,
      )),
    )
  return states
}

export const listQueues = async (session: CopySession): Promise<string[]> =>
  (await session.query<{ name: string }>('select name from pgboss.queue order by name')).map(
    ({ name }) => name,
  )

/** Statements, in order. */
interface Suspension {
  suspend: string[]
  resume: string[]
}

/**
 * The objects that slow down or forbid the filling of tables: foreign keys, whose order would matter, triggers, and indexes that
 * guard nothing. Made again afterwards, foreign keys prove that nothing is missing.
 */
export async function findSuspension(session: CopySession): Promise<Suspension> {
  const keys = await session.query<{ table: string; name: string; definition: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname = 'public' and k.conparentid = 0`)
  const indexes = await session.query<{ name: string; definition: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name, pg_get_indexdef(c.oid) as definition
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'i' and not i.indisunique and not c.relispartition
      and not exists (select from pg_constraint where conindid = c.oid)`)
  const triggered = await session.query<{ table: string }>(`
    select distinct format('%I.%I', n.nspname, c.relname) as table
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and n.nspname = 'public' and t.tgparentid = 0`)
  return {
    suspend: [
      ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
      ...indexes.map(({ name }) => `drop index ${name}`),
      ...triggered.map(({ table }) => `alter table ${table} disable trigger user`),
    ],
    resume: [
      ...triggered.map(({ table }) => `alter table ${table} enable trigger user`),
      ...indexes.map(({ definition }) => definition),
      ...keys.map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
    ],
  }
}
