import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PGlite } from '@electric-sql/pglite'
import { openTestDatabase } from '../../../tests/support/database.ts'
import { StartupError } from '../config.ts'
import { programFolder } from '../files/programFolder.ts'
import { openEmbedded } from './embeddedDatabase.ts'
import { migrateEmbedded } from './migrations.ts'

it('makes an index concurrently in the embedded database too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-migrations-'))
  await mkdir(join(folder, 'meta'))
  const journal = await readFile(join(programFolder, 'migrations/meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { tag: string; when: number }[] }
  entries.push({ tag: 'last', when: Number.MAX_SAFE_INTEGER })
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  const again = 'drop index concurrently if exists by_name'
  const text = `${again};--> statement-breakpoint\ncreate index concurrently by_name on products (name);`
  await writeFile(join(folder, 'last.sql'), text)
  const database = await openTestDatabase()
  if (database.source.kind !== 'pglite') throw new Error('not the embedded database')
  const { pglite } = database.source
  // A database that an earlier test used has its rows again, and its sequences from their start.
  await pglite.query(
    `select setval('drizzle.__drizzle_migrations_id_seq', (select max(id) from drizzle.__drizzle_migrations))`,
  )
  await migrateEmbedded(pglite, { folder })
  await migrateEmbedded(pglite, { folder })
  const { rows } = await pglite.query(
    "select indisvalid from pg_index where indexrelid = 'by_name'::regclass",
  )
  expect(rows).toEqual([{ indisvalid: true }])
  await database.close()
  await rm(folder, { recursive: true })
})

it('refuses the embedded database of a version before 0.2.0, and changes nothing in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-migrations-'))
  const path = join(folder, 'database')
  const earlier = await PGlite.create(path)
  await earlier.exec(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('0000_extensions', 1790000000000);
    create table audits (id uuid)`)
  await earlier.close()
  // Twice: the first refusal has let go of the folder.
  for (const _ of [1, 2]) {
    const opened = openEmbedded(folder)
    await expect(opened).rejects.toThrow(StartupError)
    await expect(opened).rejects.toThrow(
      /^De database is van een versie vóór 0\.2\.0\. .* Er is niets veranderd\.$/,
    )
  }
  const after = await PGlite.create(path)
  const { rows } = await after.query(
    "select tablename from pg_tables where schemaname in ('public', 'drizzle') order by 1",
  )
  expect(rows).toEqual([{ tablename: '__drizzle_migrations' }, { tablename: 'audits' }])
  await after.close()
  await rm(folder, { recursive: true })
})
