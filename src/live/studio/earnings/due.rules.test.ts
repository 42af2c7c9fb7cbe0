import { expect, it } from 'vitest'
import { describeDue } from './due.rules.ts'

const none = { balanceCents: 0, payableCents: 0, lastPayableAt: null, underWayCents: 0, refusal: null }

it('nothing is said without earnings to come', () => {
  expect(describeDue(none)).toBeNull()
})

it('each part is named with its amount and the reason that holds it', () => {
  const due = {
    balanceCents: 740,
    payableCents: 400,
    lastPayableAt: new Date('2027-03-04T12:00:00Z'),
    underWayCents: 500,
    refusal: null,
  }
  const text =
    'Er is nog €\u00a012,40 aan verdiensten te goed. Onderweg naar de rekening: €\u00a05,00. Uitbetaalbaar: €\u00a04,00; de volgende uitbetaling betaalt het. Nog niet zeker: €\u00a03,40, het laatste deel tot 4 maart 2027. Het account kan dicht zodra alles is uitbetaald; verdiensten vervallen niet.'
  expect(describeDue(due)).toBe(text)
  expect(describeDue({ ...none, balanceCents: 1, payableCents: 1, refusal: 'NO_DETAILS' })).toContain(
    'vul daarvoor eerst de gegevens bij Uitbetaling in',
  )
})
