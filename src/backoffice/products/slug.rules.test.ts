import { expect, it, test } from 'vitest'
import { freeSlug, slugify } from './slug.rules.ts'

it.each([
  ['Crème brûlée, 2 stuks', 'creme-brulee-2-stuks'],
  ['  Zijden  Blinddoek! ', 'zijden-blinddoek'],
  ['ŒUVRE № 5', 'uvre-no-5'],
  ['✿', 'x'],
])('turns %s into the slug %s', (name, slug) => expect(slugify(name)).toBe(slug))

test('takes the next free number when the slug is taken', () => {
  expect(freeSlug('rose', [])).toBe('rose')
  expect(freeSlug('rose', ['rose', 'rose-2', 'rose-4'])).toBe('rose-3')
})
