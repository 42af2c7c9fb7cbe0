import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shopVariables } from '../bin/test-steps.js'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
const variables = [...read('src/platform/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(
  ([, name = '']) => name,
)

test('the configuration has variables', () =>
  expect(variables).toEqual(expect.arrayContaining(['DATA_DIR', 'S3_BUCKET'])))

test.each(variables)(
  '%s is explained in the README, and a shop’s own value is not passed to its tests',
  name => {
    const unexplained = ['NODE_ENV', 'BUILD_DIR', 'DEV']
    if (!unexplained.includes(name)) expect(read('README.md')).toContain(`\`${name}\``)
    expect(name).toMatch(shopVariables)
  },
)
