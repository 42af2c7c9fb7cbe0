import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allMutations } from './mutations.ts'

const root = join(import.meta.dirname, '../..')

test.each(allMutations)('the planted bug $name still applies to the sources', ({ file, from, to }) => {
  expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
})

test('the failure of a planted bug names the broken rule, not that something failed', () => {
  const names = allMutations.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
  for (const { name, foundBy } of allMutations)
    for (const anything of [
      '',
      'it hangs: nothing has happened',
      'the simulation failed: Error',
      'it does not come to its end',
    ])
      expect(anything, name).not.toMatch(foundBy)
})
