import { expect, it } from 'vitest'
import { remedyText } from './rules.ts'

it.each([
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
] as const)('names for %j the remedies of a buyer', (remedies, remedyException, text) =>
  expect(remedyText({ remedies: [...remedies], remedyException })).toBe(text),
)

it('says it in French too', () =>
  expect(remedyText({ remedies: ['REPLACEMENT', 'REFUND'], remedyException: null }, 'fr')).toBe(
    'À votre choix : le remplacement gratuit par un produit sûr d’une valeur au moins égale ou le remboursement d’au moins ce que vous avez payé. Cela ne vous coûte rien, pas même le renvoi. Si cela n’aboutit pas dans un délai raisonnable ou sans inconvénient majeur, vous êtes toujours remboursé.',
  ))
