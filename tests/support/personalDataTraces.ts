import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '../../src/platform/db/db.ts'

type Rows<Row> = { rows: Row[] }

/** Every table of the database, those of the jobs and later ones included. */
async function allTables(db: Db): Promise<{ schema: string; name: string }[]> {
  const { rows } = (await db.execute(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1, 2`)) as Rows<{ schema: string; name: string }>
  return rows
}

/** The tables with any of these texts in any column, and which text; case-insensitive. */
export async function tracesInTables(db: Db, texts: string[]): Promise<string[]> {
  const found = []
  for (const { schema, name } of await allTables(db)) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`
    for (const text of texts) {
      const { rows } = (await db.execute(
        sql`select from ${table} as t where position(lower(${text}) in lower(t::text)) > 0 limit 1`,
      )) as Rows<object>
      if (rows.length > 0) found.push(`${name}: ${text}`)
    }
  }
  return found
}

/** The files in a folder whose name or content contains any of these texts. */
export async function tracesInFiles(folder: string, texts: string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = []
  for (const entry of entries.filter(each => each.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const content = `${file}\n${await readFile(file, 'latin1')}`
    if (texts.some(text => content.includes(text))) found.push(file)
  }
  return found
}

/** The columns that refer to a user, as `table.column`. */
export async function userReferenceColumns(db: Db): Promise<string[]> {
  const { rows } = (await db.execute(sql`
    select table_name || '.' || column_name as "column" from information_schema.columns
    where table_schema = 'public' and (column_name in (
      select a.attname from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.confrelid = 'users'::regclass and c.conrelid = to_regclass(table_name)
    ) or column_name like '%user_id')
    order by 1`)) as Rows<{ column: string }>
  return rows.map(row => row.column)
}

/** Finds those of these texts that a text contains; case-insensitive. */
export const tracesInText = (text: string, texts: string[]): string[] =>
  texts.filter(each => text.toLowerCase().includes(each.toLowerCase()))
