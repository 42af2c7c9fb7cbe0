import fc from 'fast-check'
import { expect, it } from 'vitest'
import { centsIn, eurosOf } from './euros.rules.ts'

it.each([
  ['12', 1200],
  ['12,5', 1250],
  ['12.50', 1250],
  [' € 12,05 ', 1205],
  ['1.15', 115],
  ['0,01', 1],
  ['1.234', 123_400],
  ['1.234,5', 123_450],
  ['1,234.50', 123_450],
  ['12.345.678,90', 1_234_567_890],
])('%j is %i cents', (text, cents) => expect(centsIn(text)).toBe(cents))

it.each(['', '€', 'gratis', '-1', '1,234', '12,345', '1.2.3', '12,', ',5', '1e3', '12.3456', '9'.repeat(20)])(
  '%j is no amount',
  text => expect(centsIn(text)).toBeNull(),
)

it('what stands in a field is read back as it was', () => {
  const read = fc.property(fc.nat({ max: 100_000_00 }), cents => {
    expect(centsIn(eurosOf(cents))).toBe(cents)
  })
  fc.assert(read)
})
