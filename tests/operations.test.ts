import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

it('says for each table once how it would be distributed', () => {
  const snapshots = join(root, 'migrations/meta')
  const newest = readdirSync(snapshots)
    .filter(name => name.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1)
  const { tables } = JSON.parse(readFileSync(join(snapshots, newest ?? ''), 'utf8')) as {
    tables: Record<string, { name: string }>
  }
  const names = Object.values(tables)
    .map(({ name }) => name)
    .filter(name => !name.startsWith('simulator_'))
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const [, rows = ''] = /\*\*More than one writer\*\*.*?\n\|---\|---\|\n(.*?)\n\n/s.exec(text) ?? []
  const said = rows
    .split('\n')
    .flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  expect(said.toSorted()).toEqual(names.toSorted())
})
