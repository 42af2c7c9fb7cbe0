import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Database } from '../../src/platform/db/db.ts'
import { openCopySession } from '../../src/platform/db/tableCopy.ts'

/** The rows of all tables as one hash each, and where the sequences are; not by a backup's own list. */
export async function contentOf(source: Database['source']): Promise<Record<string, string>> {
  const session = await openCopySession(source)
  const content: Record<string, string> = {}
  const tables = await session.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of [...tables, { name: 'pgboss.job' }]) {
    const [row] = await session.query<{ hash: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, ' ' order by t::text collate "C"), '')) as hash from ${name} t`,
    )
    content[name] = row?.hash ?? ''
  }
  const sequences = await session.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = 'public'`,
  )
  for (const { name } of sequences) {
    const [state] = await session.query(`select last_value::text, is_called from ${name}`)
    content[name] = JSON.stringify(state)
  }
  await session.close()
  return content
}

/** The paths of all files of a shop, sorted. */
export async function filesOf(dataDir: string): Promise<string[]> {
  const paths: string[] = []
  for (const part of ['media', 'files'])
    for (const entry of await readdir(join(dataDir, part), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) paths.push(relative(dataDir, join(entry.parentPath, entry.name)))
  return paths.toSorted()
}
