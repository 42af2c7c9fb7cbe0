import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { formatOptions, parseOptions } from './csvVariants.rules.ts'

describe('options', () => {
  test('survive an export, whatever a value has', () => {
    const text = fc
      .string({ unit: fc.constantFrom(';', ':', '"', ' ', 'a', "'", '='), minLength: 1, maxLength: 12 })
      .map(value => value.trim() || 'x')
    fc.assert(
      fc.property(text, text, (first, second) => {
        const options = [
          { name: 'maat', values: [first] },
          { name: 'a;"b', values: [second] },
        ]
        expect(parseOptions(formatOptions(options, [first, second]))).toEqual([
          ['maat', first],
          ['a;"b', second],
        ])
      }),
    )
  })

  it.each(['maat', 'maat: ', ': 38', 'maat: 38; kleur', '"maat; 38', ';'])(
    'that can’t be read are refused: %s',
    cell => expect(parseOptions(cell)).toBeTypeOf('string'),
  )
})
