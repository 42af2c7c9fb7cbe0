import { expect, test } from 'vitest'
import { chooseFirst } from './rules.ts'

test.each([
  [['maat'], 'Kies eerst een maat.'],
  [['maat', 'kleur'], 'Kies eerst een maat en een kleur.'],
  [['maat', 'kleur', 'lengte'], 'Kies eerst een maat, een kleur en een lengte.'],
])('%s: %s', (names, message) => {
  expect(chooseFirst(names.map(name => ({ name })))).toBe(message)
})
