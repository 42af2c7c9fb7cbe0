import { expect, it } from 'vitest'
import { remedyText } from './rules.ts'

it.each([
  [[], null, null],
  [
    ['REPAIR', 'REFUND'],
    null,
    'Je kiest zelf: een gratis reparatie of terugbetaling van minstens wat je betaalde. Het kost je niets, ook het terugsturen niet. Lukt dat niet binnen een redelijke tijd of zonder veel ongemak, dan krijg je altijd je geld terug.',
  ],
  [
    ['REFUND'],
    'Het wordt niet meer gemaakt.',
    'Je krijgt terugbetaling van minstens wat je betaalde. Het wordt niet meer gemaakt. Het kost je niets, ook het terugsturen niet.',
  ],
] as const)('says of %j what a buyer is entitled to', (remedies, remedyException, text) =>
  expect(remedyText({ remedies: [...remedies], remedyException })).toBe(text),
)
