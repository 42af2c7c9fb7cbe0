import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centsFromDecimal, parseEuroInput, decimalFromCents, formatEuroInput, formatCents } from './money.ts'

const amounts = fc.integer({ min: 0, max: 2_147_483_647 })

describe('money', () => {
  it('goes to a provider with exactly two decimals, and is parsed to the same amount', () => {
    fc.assert(
      fc.property(amounts, cents => {
        const text = decimalFromCents(cents)
        expect(text).toMatch(/^\d+\.\d{2}$/)
        expect(centsFromDecimal(text)).toBe(cents)
      }),
    )
  })

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [10, '0.10'],
    [1005, '10.05'],
    // In floating point 1.15 * 100 is 114.99999999999999.
    [115, '1.15'],
    [100_000_000, '1000000.00'],
  ])('formats %i as %s', (cents, text) => expect(decimalFromCents(cents)).toBe(text))

  it.each([0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %d cents', cents =>
    expect(() => decimalFromCents(cents)).toThrow(RangeError),
  )

  it.each([
    '',
    '10',
    '10.5',
    '10.005',
    '10,50',
    ' 10.50',
    '-1.00',
    '1e2',
    '1_000.00',
    '١٢.٠٠',
    '99999999999999.00',
  ])('does not parse %j as an amount', text => expect(centsFromDecimal(text)).toBeNull())

  it('is formatted as nl-NL', () => {
    expect(formatCents(1250)).toBe('€\u00A012,50')
    expect(formatCents(123_456)).toBe('€\u00A01.234,56')
    expect(formatCents(-250)).toBe('−\u00A0€\u00A02,50')
  })
})

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
])('parses %j in a field as %i cents', (text, cents) => expect(parseEuroInput(text)).toBe(cents))

it.each(['', '€', 'gratis', '-1', '1,234', '12,345', '1.2.3', '12,', ',5', '1e3', '12.3456', '9'.repeat(20)])(
  'refuses %j in a field',
  text => expect(parseEuroInput(text)).toBeNull(),
)

it('parses the text of a field to the same amount', () => {
  const read = fc.property(fc.nat({ max: 100_000_00 }), cents => {
    expect(parseEuroInput(formatEuroInput(cents))).toBe(cents)
  })
  fc.assert(read)
})
