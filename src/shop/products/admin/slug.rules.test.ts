import { expect, it, test } from 'vitest'
import { freeSlug, slugify } from './slug.rules.ts'

it.each([
  ['Crème brûlée, 2 stuks', 'creme-brulee-2-stuks'],
  ['  Zijden  Blinddoek! ', 'zijden-blinddoek'],
  ['ŒUVRE № 5', 'uvre-no-5'],
  ['✿', 'x'],
  ['Search', 'search-1'],
  ['0197A000-0000-7000-8000-000000000000', '0197a000-0000-7000-8000-000000000000-1'],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ['b'.repeat(200), 'b'.repeat(80)],
])('turns %s into the slug %s', (name, slug) => expect(slugify(name)).toBe(slug))

test('stays short enough for the router with a number or a part of an id behind it', () => {
  const long = slugify('c'.repeat(300))
  const twelfth = freeSlug(long, [long, ...Array.from({ length: 10 }, (_, at) => `${long}-${at + 2}`)])
  expect(twelfth).toBe(`${long}-12`)
  expect(`${long}-${'f'.repeat(12)}`.length).toBeLessThanOrEqual(100)
})

test('takes the next free number when the slug is taken', () => {
  expect(freeSlug('rose', [])).toBe('rose')
  expect(freeSlug('rose', ['rose', 'rose-2', 'rose-4'])).toBe('rose-3')
})
