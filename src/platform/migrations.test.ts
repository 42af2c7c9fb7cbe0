import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/support/database.ts'
import { migrateEmbedded } from './migrations.ts'

it('makes an index concurrently in the embedded database too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gloed-migrations-'))
  await mkdir(join(folder, 'meta'))
  const entries = [{ tag: 'last', when: Number.MAX_SAFE_INTEGER }]
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
