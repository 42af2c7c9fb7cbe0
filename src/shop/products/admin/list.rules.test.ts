import { expect, test } from 'vitest'
import { stockLevelOptions } from './list.rules.ts'

test('“Bijna op” can be chosen only while something can be low', () => {
  const names = (...args: Parameters<typeof stockLevelOptions>) =>
    stockLevelOptions(...args).map(({ name }) => name)
  expect(names(5, undefined)).toEqual(['Genoeg op voorraad', 'Bijna op (1 tot 5)', 'Uitverkocht'])
  expect(names(1, undefined)).toEqual(['Genoeg op voorraad', 'Bijna op (1)', 'Uitverkocht'])
  expect(names(0, undefined)).toEqual(['Op voorraad', 'Uitverkocht'])
  expect(names(0, 'low')).toEqual(['Op voorraad', 'Bijna op (staat uit)', 'Uitverkocht'])
})
