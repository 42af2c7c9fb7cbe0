import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import type { ImportGraph } from '../tests/house/importGraph.ts'
import { readModules } from './modules.ts'
import { breakIn, ways } from './ways.ts'

const root = join(import.meta.dirname, '..')
const graph: ImportGraph = new Map(readModules(root).map(({ file, imports }) => [file, imports]))

it.each(Object.keys(ways))('every file of the way “%s” exists and is imported by an earlier one', name => {
  expect(breakIn(ways[name] ?? [], graph)).toBeNull()
})

test('the ways of CONTRIBUTING.md name only files that exist', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const section = text.slice(text.indexOf('## Four ways'), text.indexOf('## Rules'))
  const paths = [...section.matchAll(/`([\w.]+(?:\/[\w.]+)+)`/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter(path => !existsSync(join(root, 'src', path)))).toEqual([])
})

test.each([
  [['a', 'b', 'c'], null],
  [['a', 'c'], 'no earlier file imports c'],
  [['a', '~c', 'd'], null],
  [['a', 'x'], 'no x'],
  [['b', 'a'], 'no earlier file imports a'],
])('of the way %j: %s', (way, found) => {
  const small = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['d']],
    ['d', []],
  ])
  expect(breakIn(way, small)).toBe(found)
})
