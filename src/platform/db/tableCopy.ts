import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Database } from './db.ts'

/** Quoted: `"public"."users"`, and its quoted columns. */
export interface CopiedTable {
  table: string
  columns: string[]
}

/** A connection of its own, on which tables are copied in PostgreSQL's text format, which is the same for both kinds of database. */
export interface CopySession {
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** The rows of a table; each ends with a line feed, and contains no other. */
  copyOut(from: CopiedTable): AsyncIterable<Uint8Array>
  /** Adds rows in that format. */
  copyIn(to: CopiedTable, content: AsyncIterable<Uint8Array>): Promise<void>
  close(): Promise<void>
}

/** So that text means the same wherever it is read, and large tables have the time that they take, as for `pg_dump`. */
const settings = `
  set statement_timeout = 0;
  set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC';
  set datestyle = 'ISO';
  set intervalstyle = 'postgres';
  set extra_float_digits = 3;
  set bytea_output = 'hex';
  set client_encoding = 'UTF8'`.split(';')

/** Without the limits of a node's connections, because a table may be large. */
export async function openCopySession(source: Database['source']): Promise<CopySession> {
  const session =
    source.kind === 'postgres' ? await postgresSession(source.url) : embeddedSession(source.pglite)
  for (const setting of settings) await session.query(setting)
  return session
}

async function postgresSession(url: string): Promise<CopySession> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  // A lost connection also fails the statement under way.
  client.on('error', () => undefined)
  await client.connect()
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    copyOut: ({ table, columns }) =>
      client.query(copyTo(`copy (select ${columns.join(', ')} from ${table}) to stdout`)),
    copyIn: ({ table, columns }, content) =>
      pipeline(
        Readable.from(content, { objectMode: false }),
        client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)),
      ),
    close: () => client.end(),
  }
}

/** Pages of 8 KB that are copied at once: PGlite has no streams, and holds the copied rows in memory. */
const PAGES_AT_ONCE = 1024
const BYTES_AT_ONCE = 8 * 1024 * 1024

function embeddedSession(pglite: PGlite): CopySession {
  const copyPages = async (columns: string[], table: string, first: number) => {
    const range = `ctid >= '(${first},0)' and ctid < '(${first + PAGES_AT_ONCE},0)'`
    const text = `copy (select ${columns.join(', ')} from ${table} where ${range}) to '/dev/blob'`
    const { blob } = await pglite.query(text)
    return new Uint8Array((await blob?.arrayBuffer()) ?? [])
  }
  return {
    query: async <Row extends object>(text: string, values?: unknown[]) =>
      (await pglite.query<Row>(text, values)).rows,
    async *copyOut({ table, columns }) {
      const { rows } = await pglite.query<{ part: string; pages: number }>(
        `select oid::regclass::text as part, (pg_relation_size(oid) / 8192)::int as pages from pg_class
         where relkind = 'r' and (oid = $1::regclass or oid in (select relid from pg_partition_tree($1::regclass)))`,
        [table],
      )
      for (const { part, pages } of rows)
        for (let first = 0; first < pages; first += PAGES_AT_ONCE) yield copyPages(columns, part, first)
    },
    async copyIn({ table, columns }, content) {
      for await (const rows of wholeRows(content))
        await pglite.query(`copy ${table} (${columns.join(', ')}) from '/dev/blob'`, [], {
          blob: new Blob([rows]),
        })
    },
    // Its owner closes it.
    close: () => Promise.resolve(),
  }
}

/** The same bytes, in pieces that end with a whole row. */
async function* wholeRows(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    size += chunk.length
    if (size < BYTES_AT_ONCE) continue
    const bytes = Buffer.concat(waiting)
    const end = bytes.lastIndexOf(0x0a) + 1
    if (end > 0) yield bytes.subarray(0, end)
    waiting = [bytes.subarray(end)]
    size = bytes.length - end
  }
  if (size > 0) yield Buffer.concat(waiting)
}
