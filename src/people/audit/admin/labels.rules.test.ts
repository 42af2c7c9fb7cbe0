import { expect, test } from 'vitest'
import { describeAuditDetails } from './labels.rules.ts'

test.each([
  [{}, []],
  [{ price: { from: 1000, to: 1250 } }, ['prijs: €\u00a010,00 → €\u00a012,50']],
  [{ role: { from: 'USER', to: 'MODEL' } }, ['rol: USER → MODEL']],
  [{ active: false }, ['actief: nee']],
  [{ bio: { from: null, to: 'x' } }, ['bio: leeg → x']],
  [{ names: ['displayName', 'firstName'] }, ['velden: weergavenaam, voornaam']],
  [{ amountCents: 250, restocked: true }, ['bedrag: €\u00a02,50', 'terug in voorraad: ja']],
  [{ size: { width: 3 } }, ['size: {"width":3}']],
])('formats %j as %j', (details, words) => {
  expect(describeAuditDetails(details)).toEqual(words)
})
