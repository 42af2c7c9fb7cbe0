import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildGiftCardCode,
  CODE_ALPHABET,
  CODE_RANDOM_LENGTH,
  formatGiftCardCode,
  isGiftCardCode,
} from './code.rules.ts'
import { normaliseGiftCardCode } from '../contract.ts'

const code = fc
  .uint8Array({ minLength: CODE_RANDOM_LENGTH, maxLength: CODE_RANDOM_LENGTH })
  .map(buildGiftCardCode)
const character = fc.constantFrom(...CODE_ALPHABET)

describe('the code of a gift card', () => {
  it('has sixteen characters and proves itself, however it is typed', () => {
    fc.assert(
      fc.property(code, made => {
        expect(made).toHaveLength(16)
        expect(isGiftCardCode(made)).toBe(true)
        const typed = formatGiftCardCode(made).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
        expect(normaliseGiftCardCode(` ${typed} `)).toBe(made)
      }),
    )
  })

  it('is refused with any one character mistyped', () => {
    fc.assert(
      fc.property(code, fc.nat(15), character, (made, at, other) => {
        fc.pre(made[at] !== other)
        expect(isGiftCardCode(made.slice(0, at) + other + made.slice(at + 1))).toBe(false)
      }),
    )
  })

  it('is refused with two neighbours swapped, but for 0 and Z', () => {
    fc.assert(
      fc.property(code, fc.nat(14), (made, at) => {
        const [one, two] = [made[at] as string, made[at + 1] as string]
        fc.pre(
          one !== two &&
            new Set([one, two]).size === 2 &&
            !(`${one}${two}` === '0Z' || `${one}${two}` === 'Z0'),
        )
        expect(isGiftCardCode(made.slice(0, at) + two + one + made.slice(at + 2))).toBe(false)
      }),
    )
  })

  it.each(['', 'ABCD', 'U'.repeat(16), '0'.repeat(17), 'é'.repeat(16)])('%j is none', typed =>
    expect(isGiftCardCode(normaliseGiftCardCode(typed))).toBe(false),
  )
})
