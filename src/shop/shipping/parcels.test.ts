import { expect, it } from 'vitest'
import { parcelFitsRate } from './price.rules.ts'

const letterbox = { maxLength: 38, maxWidth: 26, maxHeight: 3.2 }

it.each([
  ['as it lies', { length: 38, width: 26, height: 3.2 }, true],
  ['turned', { length: 3, width: 26, height: 30 }, true],
  ['too thick', { length: 30, width: 20, height: 3.3 }, false],
  ['two sides too long', { length: 30, width: 30, height: 1 }, false],
  ['of unknown size', { length: null, width: undefined, height: null }, true],
  ['of one known side', { length: null, width: 40, height: null }, false],
])('a parcel %s', (_, parcel, expected) => expect(parcelFitsRate(parcel, letterbox)).toBe(expected))

it('refuses no parcel where no limit is set', () => {
  const open = { maxLength: null, maxWidth: null, maxHeight: null }
  expect(parcelFitsRate({ length: 900, width: 900, height: 900 }, open)).toBe(true)
})
