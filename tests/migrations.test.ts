import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { migrationProblems } from './house/migrations.ts'

const folder = join(import.meta.dirname, '../migrations')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const { entries } = JSON.parse(read('meta/_journal.json')) as { entries: { tag: string; when: number }[] }
/** The migrations began again with 0.2.0: none of them has anything that only earlier versions used. */
const FIRST_RELEASE = '0.2.0'
const versions = [
  ...readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8').matchAll(/^## (\d+\.\d+\.\d+)/gm),
].map(([, version = '']) => version)
// The newest version comes first.
const released = new Set(versions.slice(0, versions.indexOf(FIRST_RELEASE) + 1))

const problemsIn = (tag: string) =>
  migrationProblems(read(`${tag}.sql`).replaceAll('--> statement-breakpoint', ';'), released)

describe('migrations', () => {
  // A node applies those that are newer than the newest that is applied.
  it('stand in the order of their times', () => {
    const times = entries.map(({ when }) => when)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set(times).size).toBe(times.length)
  })

  it('let the version before run on beside them, and stop nobody', async () => {
    for (const { tag } of entries) expect({ [tag]: await problemsIn(tag) }).toEqual({ [tag]: [] })
  })

  // Each is half a megabyte; `drizzle-kit generate` compares with the newest alone.
  it('keep the snapshot of the newest alone', () => {
    const snapshots = readdirSync(join(folder, 'meta')).filter(name => name.endsWith('_snapshot.json'))
    expect(snapshots).toEqual([`${entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`])
  })
})

const table = 'alter table orders'
const column = `${table} add column note`
const broken = 'concurrently, in a migration of its own'

test.each([
  ['a new table', 'create table notes (id int); create index by_id on notes (id)', null],
  ['a column that may be empty', `${column} text`, null],
  ['a column with a default', `${column} text default 'x' not null`, null],
  ['a column with the time as its default', `${column} timestamptz default now() not null`, null],
  ['a column that nobody fills', `${column} text not null`, 'the version before does not fill it'],
  ['a default per row', `${column} uuid default gen_random_uuid()`, 'rewrites the table'],
  ['a computed column', `${column} text generated always as (id || 'x') stored`, 'rewrites the table'],
  ['a numbered column', `${column} bigserial`, 'rewrites the table'],
  ['a column with a check', `${column} int check (note > 0)`, 'add it not valid'],
  ['a column that refers', `${column} uuid references users (id)`, 'add it not valid'],
  ['a column that is unique', `${column} text unique`, 'create unique index concurrently'],
  ['a column that goes', `${table} drop column note`, 'removes a column'],
  ['a table that goes', 'drop table orders', 'removes what the version before may use'],
  [
    'an index that goes',
    'drop index concurrently if exists by_note',
    'removes what the version before may use',
  ],
  ['a trigger that goes', 'drop trigger noted on orders', 'removes what the version before may use'],
  ['a column with another name', `${table} rename column note to remark`, 'renames'],
  ['a table with another name', `${table} rename to purchases`, 'renames'],
  ['another type', `${table} alter column note type bigint`, 'changes a type'],
  ['a column that must be filled', `${table} alter column note set not null`, 'fill it in one release'],
  ['a column that may be empty now', `${table} alter column note drop not null`, null],
  ['another default', `${table} alter column note set default 'x'`, null],
  ['a default that goes', `${table} alter column note drop default`, 'rely on the default'],
  ['a check of all rows', `${table} add constraint noted check (note > 0)`, 'add it not valid'],
  ['a check of new rows', `${table} add constraint noted check (note > 0) not valid`, null],
  ['a reference', `${table} add foreign key (note) references notes (id)`, 'add it not valid'],
  [
    'a reference of a new table',
    'create table notes (id int); alter table notes add foreign key (id) references orders (id)',
    null,
  ],
  ['a check of the rows that there are', `${table} validate constraint noted`, null],
  [
    'the same beside the constraint itself',
    `${table} add constraint noted check (note > 0) not valid; ${table} validate constraint noted`,
    'validate it in the next migration',
  ],
  [
    'a wider check',
    `${table} drop constraint noted; ${table} add constraint noted check (note > 0) not valid`,
    null,
  ],
  [
    'a computed column that becomes a plain one',
    `${table} alter column note drop expression`,
    'by a trigger before inserts and updates',
  ],
  [
    'the same with a trigger that fills it',
    `${table} alter column note drop expression;
      create trigger noted before insert or update of id on orders for each row execute function note()`,
    null,
  ],
  [
    'the same with one that is too late',
    `${table} alter column note drop expression;
      create trigger noted after insert or update on orders for each row execute function note()`,
    'by a trigger before inserts and updates',
  ],
  [
    'the same with one that leaves changes out',
    `${table} alter column note drop expression;
      create trigger noted before insert on orders for each row execute function note()`,
    'by a trigger before inserts and updates',
  ],
  ['a constraint that goes', `${table} drop constraint noted`, 'rely on it'],
  ['a key', `${table} add primary key (id)`, 'create unique index concurrently'],
  ['a key of an index', `${table} add constraint once unique using index by_note`, null],
  ['an index', 'create index by_note on orders (note)', broken],
  [
    'an index that is made concurrently',
    'drop index concurrently if exists by_note; create index concurrently by_note on orders (note)',
    null,
  ],
  [
    'the same without what a broken run left',
    'create index concurrently by_note on orders (note)',
    'invalid index',
  ],
  [
    'the same beside something else',
    'select 1; create index concurrently by_note on orders (note)',
    'split the migration',
  ],
  ['all rows', 'update orders set note = 1', 'in batches, in a job'],
  ['rows that go', 'delete from orders', 'in batches, in a job'],
  [
    'another trigger',
    'create trigger noted before insert on orders for each row execute function note()',
    null,
  ],
  ['what the check does not know', 'truncate orders', 'TruncateStmt is not known to be harmless'],
  ['code', 'do $$ begin end $$', 'DoStmt is not known to be harmless'],
  ['another owner', `${table} owner to somebody`, 'AT_ChangeOwner is not known to be harmless'],
])('%s: %s', async (_, sql, problem) => {
  const found = await migrationProblems(sql, released)
  if (problem === null) expect(found).toEqual([])
  else expect(found.join('\n')).toContain(problem)
})

describe('a comment before a statement', () => {
  const drop = `${table} drop column note`
  const versions = new Set(['1.4.0'])

  it('allows to remove a column that no released version uses', async () => {
    expect(await migrationProblems(`-- contract: since 1.4.0 nothing reads it\n${drop}`, versions)).toEqual(
      [],
    )
    for (const comment of [
      '-- contract: since 1.5.0 nothing reads it',
      '-- contract: unused',
      '-- small: a few rows',
    ])
      expect(await migrationProblems(`${comment}\n${drop}`, versions)).toHaveLength(1)
  })

  it('allows a slow statement on a table that stays small, and nothing else', async () => {
    const small = '-- small: a row for each admin'
    expect(await migrationProblems(`${small}\ncreate index by_note on notes (note)`, versions)).toEqual([])
    expect(await migrationProblems(`-- small:\ncreate index by_note on notes (note)`, versions)).toHaveLength(
      1,
    )
    const next = `${small}\ncreate index by_note on notes (note);\n${drop}`
    expect(await migrationProblems(next, versions)).toEqual([
      'alter table orders drop column note: removes a column: stop using it in one release, remove it in the next',
    ])
  })

  it('stands before its own statement, also behind letters of several bytes', async () => {
    const sql = `select 'é€'; -- small: a few rows\nupdate notes set text = 'ë'; update orders set note = 1`
    expect(await migrationProblems(sql, versions)).toEqual([
      'update orders set note = 1: changes a whole table while others wait for its rows: do it in batches, in a job',
    ])
  })
})
