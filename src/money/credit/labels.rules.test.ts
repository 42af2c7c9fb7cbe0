import { expect, test } from 'vitest'
import { creditChanges, deliveryText, formatSignedCents, placeOrderText } from './labels.rules.ts'

const spaces = (text: string) => text.replaceAll('\u00A0', ' ')

test('the button says what is still to be paid', () => {
  expect(placeOrderText(5000, false)).toBe('Bestellen met betalingsverplichting')
  expect(spaces(placeOrderText(1250, true))).toBe('Bestellen en € 12,50 betalen')
  expect(placeOrderText(0, true)).toBe('Bestelling plaatsen')
})

test('amounts have their sign', () => {
  expect(spaces(formatSignedCents(500))).toBe('+ € 5,00')
  expect(spaces(formatSignedCents(-500))).toBe('− € 5,00')
})

test('a changed amount names the cards that pay nothing, and the amount due now', () => {
  const refusedCards = [{ code: '0123456789ABCDEF', message: 'Op deze cadeaubon staat niets meer.' }]
  expect(creditChanges({ refusedCards, due: 2500 }).map(spaces)).toEqual([
    'Cadeaubon …CDEF: Op deze cadeaubon staat niets meer.',
    'Nog te betalen is nu € 25,00.',
    'Bevestig opnieuw als je akkoord gaat.',
  ])
})

const card = {
  id: 'c-1',
  lastFour: 'CDEF',
  value: 2500,
  recipientEmail: 'an@voorbeeld.be',
  deliverOn: '2026-12-24',
  deliveredAt: null,
}

test.each([
  ['SCHEDULED', null, 'Gaat op 2026-12-24 naar an@voorbeeld.be.'],
  ['ACTIVE', '2026-12-24T08:00:00Z', 'Gemaild naar an@voorbeeld.be op 2026-12-24T08:00:00Z.'],
  ['BLOCKED', null, 'Niet verstuurd.'],
] as const)('says where a card is: %s', (state, deliveredAt, text) => {
  expect(deliveryText({ ...card, state, deliveredAt }, iso => iso)).toBe(text)
})
