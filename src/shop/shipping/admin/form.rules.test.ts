import { expect, test } from 'vitest'
import { addRate, addZone } from './contract.ts'
import { toRateFormValues, parseRateForm, toZoneFormValues, parseZoneForm } from './form.rules.ts'

const zoneId = '019aa6a4-0000-7000-8000-000000000001'
const rate = {
  id: 'r-1',
  zoneId,
  serviceName: 'Pakket',
  deliveryTime: '1-2 werkdagen',
  weightFrom: 0,
  weightTo: 23_000,
  maxLength: 38,
  maxWidth: null,
  maxHeight: 3.2,
  price: 439,
  isActive: false,
}

test('shows the stored rate in the fields', () => {
  const { id: _, ...kept } = rate
  expect(toRateFormValues(rate)).toMatchObject({
    weightTo: '23000',
    maxHeight: '3,2',
    maxWidth: '',
    price: '4,39',
  })
  expect(addRate.input.parse(parseRateForm(toRateFormValues(rate), zoneId))).toEqual(kept)
})

test('starts a new rate where the heaviest ends', () =>
  expect(toRateFormValues(null, 2000)).toMatchObject({ weightFrom: '2000', weightTo: '', isActive: true }))

test('reports an empty field at that field', () => {
  const { error } = addRate.input.safeParse(parseRateForm(toRateFormValues(null), zoneId))
  expect(error?.issues.map(({ path }) => path.join('.')).toSorted()).toEqual([
    'deliveryTime',
    'price',
    'serviceName',
    'weightTo',
  ])
})

test('accepts countries with any separator', () => {
  const zone = { id: 'z-1', name: 'Benelux', carrier: 'bpost', countries: ['BE', 'NL', 'LU'], isActive: true }
  expect(toZoneFormValues(zone).countries).toBe('BE NL LU')
  expect(
    addZone.input.parse(parseZoneForm({ ...toZoneFormValues(zone), countries: ' be, nl;LU BE ' })).countries,
  ).toEqual(['BE', 'NL', 'LU'])
})
