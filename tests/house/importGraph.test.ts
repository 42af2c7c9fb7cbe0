import { expect, test } from 'vitest'
import { circlesOf } from './importGraph.ts'

test('a circle is all files that reach each other, and files that they only import are in none', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a', 'outside']],
    ['d', ['e']],
    ['e', ['d', 'f']],
    ['f', ['f']],
  ])
  expect(circlesOf(graph)).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
})
