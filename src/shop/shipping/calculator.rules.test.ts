import { expect, test } from 'vitest'
import {
  calculatorIntro,
  deliveryTimesText,
  destinationCountries,
  type ParcelForm,
  emptyParcelForm,
  parseParcel,
} from './calculator.rules.ts'

const measured = (measures: Partial<ParcelForm>) => parseParcel({ ...emptyParcelForm, ...measures })

test.each([
  ['FREE', 'Gratis verzending in Nederland. Hier zie je wat een pakket anders kost.'],
  ['FREE_FROM', 'Gratis verzending vanaf €\u00A050,00 in Nederland. Hier zie je wat een pakket kost.'],
  ['ZONES', 'Verzending in Nederland, kosten vooraf duidelijk. Hier zie je wat een pakket kost.'],
] as const)('with %s the calculator begins with the charges of the shop', (shippingPricing, text) =>
  expect(calculatorIntro({ shippingPricing, freeShippingFrom: 5000, shipsTo: ['NL'] })).toBe(text),
)

test('ten countries, our own first', () => {
  expect(destinationCountries.map(({ code }) => code).join(' ')).toBe('NL BE DE FR IT ES US GB CA AU')
})

test('sends empty sides as null', () => {
  expect(measured({ weight: '500', length: ' ' }).parcel).toEqual({
    weight: 500,
    length: null,
    width: null,
    height: null,
    country: 'NL',
  })
})

test.each([
  ['3,2', 3.2],
  ['3.2', 3.2],
  ['1.500', 1500],
  ['1.500,5', 1500.5],
  [' 20 ', 20],
])('%j grams are %d', (weight, grams) => expect(measured({ weight }).parcel?.weight).toBe(grams))

test.each(['', '0', '-1', 'licht', '1e9', '12 34'])('%j is no weight', weight => {
  expect(measured({ weight })).toEqual({
    parcel: null,
    errors: { weight: 'Voer een geldig gewicht in (grammen)' },
  })
})

test.each([
  ['0', 'Vul een getal boven 0 in.'],
  ['breed', 'Vul een getal in.'],
  ['1001', 'Een zijde is hoogstens 1000 cm.'],
])('a width of %j is reported', (width, message) => {
  expect(measured({ weight: '500', width })).toEqual({ parcel: null, errors: { width: message } })
})

test('names how long each zone takes, and nothing without zones', () => {
  const zones = [
    { zone: 'Nederland', times: ['1-2 werkdagen', 'volgende werkdag'] },
    { zone: 'Wereld', times: ['5-10 werkdagen'] },
  ]
  expect(deliveryTimesText(zones)).toBe('Nederland 1-2 werkdagen of volgende werkdag, Wereld 5-10 werkdagen')
  expect(deliveryTimesText([])).toBe('')
})
