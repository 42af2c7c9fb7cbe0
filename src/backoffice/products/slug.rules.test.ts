import { expect, it, test } from 'vitest'
import { freeSlug, slugify } from './slug.rules.ts'

it.each([
  ['Crème brûlée, 2 stuks', 'creme-brulee-2-stuks'],
  ['  Zijden  Blinddoek! ', 'zijden-blinddoek'],
  ['ŒUVRE № 5', 'uvre-no-5'],
  ['✿', 'x'],
])('%s is %s in an address', (name, slug) => expect(slugify(name)).toBe(slug))

test('what is taken gets the next number that is free', () => {
  expect(freeSlug('rose', [])).toBe('rose')
  expect(freeSlug('rose', ['rose', 'rose-2', 'rose-4'])).toBe('rose-3')
})
