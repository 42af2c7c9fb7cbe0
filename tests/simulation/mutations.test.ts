import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutations } from './mutations.data.ts'
import { offerMutations } from './offerMutations.data.ts'

const root = join(import.meta.dirname, '../..')

test.each([...mutations, ...offerMutations])(
  'the planted bug $name still applies to the sources',
  ({ file, from, to }) => {
    expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2)
    expect(to).not.toBe(from)
  },
)
